import HTTPTypes
import Networking

/// Answers that stand in for the server's, one request after the other.
struct Stub: Sendable {
  /// What one request gets.
  struct Answer: Sendable, Equatable {
    enum Outcome: Sendable, Equatable {
      /// A status, and JSON unless the body is empty.
      case response(status: Int, json: String)
      case failure(Failure)
    }

    var outcome: Outcome
    var delay = Duration.zero
  }

  /// How a request can end without a response.
  enum Failure: String, CaseIterable, Sendable {
    case timeout, offline, refused, lost

    var code: NetworkError.Code {
      switch self {
      case .timeout: .timedOut
      case .offline: .offline
      case .refused: .cannotConnect
      case .lost: .connectionLost
      }
    }

    /// What has happened, in words.
    var told: String {
      switch self {
      case .timeout: "The server did not answer in time"
      case .offline: "There is no network"
      case .refused: "The server cannot be reached"
      case .lost: "The connection was lost"
      }
    }
  }

  let method: HTTPRequest.Method
  /// A path in which `{name}` stands for one segment.
  let path: String
  /// The answers in order; the last one goes on.
  let answers: [Answer]
  /// Counts the stubs of a session, from 1.
  var number = 0
  /// How many requests it has answered.
  private(set) var count = 0

  init(_ method: HTTPRequest.Method, _ path: String, _ answers: [Answer]) {
    (self.method, self.path, self.answers) = (method, path, answers)
  }

  /// What it answers, as one types it.
  var name: String { "\(method) \(path)" }

  func matches(_ request: Request) -> Bool {
    method == request.method && PathPattern(path).matches(request.path)
  }

  /// The answer to the next request.
  mutating func next() -> Answer? {
    defer { count += 1 }
    return answers.isEmpty ? nil : answers[min(count, answers.count - 1)]
  }
}

extension Stub.Answer: CustomStringConvertible {
  /// The answer as one types it.
  var description: String {
    let outcome =
      switch outcome {
      case .response(let status, let json): json.isEmpty ? "\(status)" : "\(status) \(json)"
      case .failure(let failure): failure.rawValue
      }
    guard delay > .zero else { return outcome }
    let milliseconds = Int(delay / .milliseconds(1))
    let isWhole = milliseconds.isMultiple(of: 1_000)
    return "\(outcome) after " + (isWhole ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms")
  }
}
