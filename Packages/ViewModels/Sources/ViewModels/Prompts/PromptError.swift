/// Why something could not be asked, or an answer not be taken.
///
/// ```swift
/// do { try prompts.choose(1) } catch { print(error.message) }
/// ```
/// Nothing has changed when it is thrown.
public struct PromptError: Error, Sendable, CustomStringConvertible {
  /// The reason, for programs.
  public enum Code: String, Sendable {
    /// Nothing of the kind is there: it was answered, went away, or never was.
    case gone
    /// The prompt is of a kind that takes another sort of answer.
    case kind
    /// There is no such button or row.
    case index
    /// There is nothing to choose from, or too much.
    case choices
  }

  /// The reason, for programs.
  public let code: Code
  /// The mistake and how to mend it, for people.
  public let message: String
  /// There is no other error beneath.
  public var cause: (any Error)? { nil }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

extension PromptError {
  /// Tells that there is no `noun` with the id, or none at all, and which there are.
  static func gone(_ noun: String, _ id: Int?, open: [Int]) -> PromptError {
    let which = id.map { "\(noun) \($0) now: it ended, was answered already, or never was" }
    let others = open.map { "\(noun) \($0)" }.joined(separator: ", ")
    return PromptError(
      .gone,
      "There is no \(which ?? "\(noun) now"). "
        + (open.isEmpty
          ? "None is open: ask, show or begin one first." : "What is open: \(others)."))
  }

  static func noIndex(_ index: Int, of titles: [String]) -> PromptError {
    PromptError(
      .index,
      titles.isEmpty
        ? "There is nothing to choose here. Dismiss it."
        : "There is nothing at \(index). Choose from \(titles.numbered.joined(separator: "  ")).")
  }
}

extension Array where Element: Identifiable<Int> {
  /// The element with an id; the last one, unless an id is given.
  func element(_ id: Int?, _ noun: String) throws(PromptError) -> Element {
    guard let element = last(where: { id == nil || $0.id == id }) else {
      throw .gone(noun, id, open: map(\.id))
    }
    return element
  }
}

extension [String] {
  /// The titles with their places before them.
  var numbered: [String] { enumerated().map { "\($0)) \($1)" } }
}
