import Synchronization

/// Where property wrappers and values report under Foundation's decoder.
final class ProblemLog: Sendable {
  /// Thrown when Foundation's decoder would lose digits or the order of members.
  struct LosesContent: Error {}

  static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "Models.problems") else {
      fatalError("A user info key can be made from any text.")
    }
    return key
  }()

  private let storage = Mutex(ProblemList())
  private let isLossy = Mutex(false)

  var problems: ProblemList { storage.withLock { $0 } }

  /// Whether Foundation's decoder would have lost content, whoever caught the error.
  var losesContent: Bool { isLossy.withLock { $0 } }

  /// Ends a decode by this package that goes through Foundation's decoder, for its own to take over.
  ///
  /// - Throws: ``LosesContent``.
  static func refuseLoss(in decoder: any Decoder) throws {
    guard let log = decoder.userInfo[key] as? ProblemLog else { return }
    log.isLossy.withLock { $0 = true }
    throw LosesContent()
  }

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
