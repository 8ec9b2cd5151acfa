/// An error that explains why an operation failed; nothing has changed then.
///
/// ```swift
/// do { try navigator.open("demo:///photos/x") } catch { print(error.message) }
/// ```
public struct ViewModelError: Error, Sendable {
  /// The reason, for programs.
  public enum Code: String, Sendable {
    // Errors of tools that use a schema.

    /// A value had another type than the member or parameter.
    case typeMismatch
    /// The member cannot be set, or has no value, for example because it is a command.
    case readOnly, notReadable
    /// The arguments do not match the parameters.
    case arguments
    /// A value could not be encoded.
    case notEncodable

    // Errors of a navigator.

    /// The screen is already in a tree, this one or another; or the screen or the navigator has ended.
    case inUse, ended
    /// A stack or the tabs would be without screens, or two tabs would have the same name.
    case empty, duplicateTab
    /// The stack in front has no such screen, there is no such tab, there is no way back, or nothing is presented.
    case notInStack, noTab, atRoot, notPresenting
    /// The text is not a URL of this program, or no screen matches the URL or name.
    case badURL, unknownRoute
    /// A parameter is missing or has another type.
    case badParameter
    /// The screen of a route could not be made.
    case notMade

    // Errors of a list.

    /// The section, row, place for a row, or page does not exist; or the item is not in this list.
    case noSection, noRow, noPage, notInList
    /// A cell or section is already in a list, or a cell was given twice.
    case duplicateCell, duplicateSection

    // Errors of prompts.

    /// The prompt, toast or activity does not exist: it was answered, has disappeared, or never existed.
    case gone
    /// The prompt expects another kind of answer.
    case otherAnswer
    /// There is no such button or row; or there is nothing to choose from, or too much.
    case noChoice, badChoices
  }

  /// The existing positions or names, where a missing one was requested, as data.
  public enum Available: Sendable, Hashable {
    /// There is nothing at the requested position; the positions from 0 to `count` - 1 exist, in that section of a list.
    case positions(count: Int, asked: Int, section: Int? = nil)
    /// There is nothing with the requested name; these names exist.
    case names([String], asked: String)
  }

  /// The reason, as a code for programs.
  public let code: Code
  /// A message for people that describes the mistake and how to fix it.
  public let message: String
  /// The problem as data of the tool that reports it; nil for a message of a view-model.
  package let problem: (any Sendable)?
  /// The existing positions or names, if a missing one was requested; otherwise nil.
  public let available: Available?
  /// The underlying error, if there is one.
  public let cause: (any Error)?

  /// Creates an error, which may list the existing alternatives to a missing name or position.
  public init(
    _ code: Code, _ message: String, instead available: Available? = nil, cause: (any Error)? = nil
  ) { self.init(code, message, instead: available, problem: nil, cause: cause) }

  /// Creates an error with the problem as data.
  package init(
    _ code: Code, _ message: String, instead available: Available? = nil,
    problem: (any Sendable)?, cause: (any Error)? = nil
  ) {
    (self.code, self.message, self.problem) = (code, message, problem)
    (self.available, self.cause) = (available, cause)
  }
}

extension ViewModelError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
