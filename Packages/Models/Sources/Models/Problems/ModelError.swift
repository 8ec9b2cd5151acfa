/// An error of reading, writing, archiving or merging a model.
///
/// `message` describes the error and its remedy. `problems` lists up to a hundred problems that the decoder found, not
/// only the first.
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
    /// The text is not JSON, or exceeds a limit.
    case malformed
    /// The JSON is valid but does not match the model.
    case mismatch
    /// The value cannot be written as JSON.
    case unwritable
    /// A file could not be read or written.
    case file
  }

  /// The kind of failure.
  public let code: Code
  /// The problem and its remedy.
  public let message: String
  /// The problems that the decoder found, in document order, at most a hundred.
  public let problems: [JSONProblem]
  /// The underlying error, if there was one.
  public let cause: (any Error)?

  /// Makes an error with its own message.
  public init(
    _ code: Code, message: String, problems: [JSONProblem] = [], cause: (any Error)? = nil
  ) {
    (self.code, self.message, self.problems, self.cause) = (code, message, problems, cause)
  }

  /// Makes an error from problems; `count` is their total number, and the message has the first problem and the count.
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
