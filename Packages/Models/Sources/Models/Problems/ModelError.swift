/// Why a model could not be read, written, archived or merged.
///
/// `message` says what was wrong and how to fix it; `problems` lists what the decoder
/// could reach, up to a hundred problems, not only the first thing it met.
///
/// ```swift
/// do { try ModelDecoder().decode(News.self, from: data) } catch {
///   print(error.code, error.message)  // typed: `error` is a ModelError
///   error.problems.forEach { print($0.pointer, $0.expected) }
/// }
/// ```
public struct ModelError: Error, Sendable {
  /// The kind of failure.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text is not JSON, or passes a limit.
    case malformed
    /// The JSON is sound and does not fit the model.
    case mismatch
    /// The value cannot be written as JSON.
    case unwritable
    /// A file could not be read or written.
    case file
  }

  /// The kind of failure.
  public let code: Code
  /// The fault, and how to fix it.
  public let message: String
  /// The problems, as far as they could be reached, in the order of the document: at most a hundred.
  public let problems: [JSONProblem]
  /// The error of the layer below, when there was one.
  public let cause: (any Error)?

  /// Makes an error with its own message.
  public init(
    _ code: Code, message: String, problems: [JSONProblem] = [], cause: (any Error)? = nil
  ) {
    (self.code, self.message, self.problems, self.cause) = (code, message, problems, cause)
  }

  /// Makes an error from the problems found, or the first of `count`; the message is the first of them and the count.
  public init(problems: [JSONProblem], count: Int? = nil, cause: (any Error)? = nil) {
    let count = count ?? problems.count
    let malformed = problems.contains { $0.kind == .syntax || $0.kind == .limit }
    var message = problems.first?.description ?? "The document does not fit the model."
    if count >= ProblemList.limit {
      message += " And at least \(count - 1) more: the decoder stopped counting."
    } else if count > 1 {
      message += " And \(count - 1) more."
    }
    self.init(
      malformed ? .malformed : .mismatch, message: message, problems: problems, cause: cause)
  }
}

extension ModelError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
