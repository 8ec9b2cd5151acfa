import Synchronization

/// The mark that a decode through Foundation's decoder loses digits, the order of members, or a report.
///
/// The decode then goes through this package's own decoder, which keeps all of it, and knows what a model has given up.
final class ProblemLog: Sendable {
  /// Thrown to end the decode early; a model may catch it, so the mark counts.
  struct LosesContent: Error {}

  static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "Models.problems") else {
      fatalError("A user info key can be made from any text.")
    }
    return key
  }()

  private let mark = Mutex(false)

  /// Whether the decode was refused, whoever caught the error.
  var losesContent: Bool { mark.withLock { $0 } }

  /// Ends a decode by this package that goes through Foundation's decoder; lets any other continue.
  ///
  /// - Throws: ``LosesContent``.
  static func refuseLoss(in decoder: any Decoder) throws {
    guard let log = decoder.userInfo[key] as? ProblemLog else { return }
    log.mark.withLock { $0 = true }
    throw LosesContent()
  }
}
