import Synchronization

/// Where property wrappers report under a decoder that is not this package's own.
final class ProblemLog: Sendable {
  static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "Models.problems") else {
      preconditionFailure("A user info key can be made from any text.")
    }
    return key
  }()

  private let storage = Mutex(ProblemList())

  var problems: ProblemList { storage.withLock { $0 } }

  func append(_ problem: JSONProblem) {
    storage.withLock { $0.append(problem.effect) { problem } }
  }

  static func report(_ error: any Error, effect: JSONProblem.Effect, to decoder: any Decoder) {
    guard let log = decoder.userInfo[key] as? ProblemLog else { return }
    log.storage.withLock { problems in
      problems.append(effect) { JSONProblem(error, in: decoder.codingPath) }
    }
  }
}
