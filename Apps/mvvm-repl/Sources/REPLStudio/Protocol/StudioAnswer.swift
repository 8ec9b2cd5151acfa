/// The outcome of a statement that a browser has requested.
public struct StudioAnswer: Sendable, Hashable, Codable {
  /// The number of the request.
  public let id: Int
  /// The exit code as of a script: 0 without errors; `nil` if nothing was entered.
  public var status: Int?
  /// The reason why nothing was entered; `nil` if something was entered.
  public var problem: String?
}
