import HTTPTypes
import Networking

/// Answers in place of the server's, one request after the other.
struct Stub: Sendable {
  /// The answer to one request.
  struct Answer: Sendable, Equatable {
    enum Outcome: Sendable, Equatable {
      /// A status, and JSON unless the body is empty.
      case response(status: Int, json: String)
      case failure(Failure)
    }

    var outcome: Outcome
    var delay = Duration.zero
  }

  /// The ways in which a request can end without a response.
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

    /// The description of the failure.
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
  /// The answers in order; the last one repeats.
  let answers: [Answer]
  /// The number of the stub in its session, from 1.
  var number = 0
  /// The number of requests that the stub has answered.
  private(set) var count = 0

  init(_ method: HTTPRequest.Method, _ path: String, _ answers: [Answer]) {
    (self.method, self.path, self.answers) = (method, path, answers)
  }

  /// The requests that the stub answers, in the form in which they are typed.
  var name: String { "\(method) \(path)" }

  func matches(_ request: Request) -> Bool {
    method == request.method && PathPattern(path).matches(request.path)
  }

  /// Returns the answer to the next request.
  mutating func next() -> Answer? {
    defer { count += 1 }
    return answers.isEmpty ? nil : answers[min(count, answers.count - 1)]
  }
}

extension Stub.Answer: CustomStringConvertible {
  /// The answer in the form in which it is typed.
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
