/// The first message to a browser.
public struct StudioHello: Sendable, Hashable, Codable {
  /// The version of the protocol; it is incremented only when a member changes its meaning.
  public static let version = 1

  /// The version of the protocol.
  public let version: Int
  /// The name of the program.
  public let program: String
  /// The permission of this browser.
  public let permission: StudioPermission
  /// The identity of the conversation; another conversation numbers its records anew.
  public let session: String
  /// The language of the texts: `en` or `zh`.
  public let language: String
  /// The texts of the page in this language, by name.
  public let words: [String: String]
  /// Whether there are lessons.
  public let hasLessons: Bool
  /// The reason why the connection ends after this message; `nil` if it does not.
  public var problem: String?
}
