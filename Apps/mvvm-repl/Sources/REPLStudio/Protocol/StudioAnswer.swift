/// The end of a statement that a browser has asked for.
public struct StudioAnswer: Sendable, Hashable, Codable {
  /// The number of the request.
  public let id: Int
  /// The exit code that a script would have: 0 when all went well; `nil` when nothing was entered.
  public var status: Int?
  /// Why nothing was entered; `nil` when something was.
  public var problem: String?
}
