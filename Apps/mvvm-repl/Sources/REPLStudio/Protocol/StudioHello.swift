/// The first message to a browser.
public struct StudioHello: Sendable, Hashable, Codable {
  /// The version of the protocol; it grows only when a member changes its meaning.
  public static let version = 1

  /// The version of the protocol.
  public let version: Int
  /// The name of the program.
  public let program: String
  /// What this browser may do.
  public let permission: StudioPermission
  /// The identity of the conversation: records of another one have other numbers.
  public let session: String
  /// The language: `en` or `zh`.
  public let language: String
  /// The texts of the page in that language, by their names.
  public let words: [String: String]
  /// Whether there are lessons.
  public let hasLessons: Bool
}
