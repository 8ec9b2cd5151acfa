import Synchronization

/// A flag that a decode through Foundation's decoder would lose digits, the order of members, or a report.
///
/// The decode then runs with this package's own decoder, which keeps all of it and knows a model's abandoned attempts.
final class ProblemLog: Sendable {
  /// An error that ends the decode early; a model may catch it, so the flag decides.
  struct LosesContent: Error {}

  static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "Models.problems") else {
      fatalError("A user info key can be made from any text.")
    }
    return key
  }()

  private let mark = Mutex(false)

  /// Whether the decode was refused, even if a model caught the error.
  var losesContent: Bool { mark.withLock { $0 } }

  /// Refuses a decode that this package runs through Foundation's decoder; does nothing under any other decoder.
  ///
  /// - Throws: ``LosesContent``.
  static func refuseLoss(in decoder: any Decoder) throws {
    guard let log = decoder.userInfo[key] as? ProblemLog else { return }
    log.mark.withLock { $0 = true }
    throw LosesContent()
  }
}
