/// Work in progress that a screen waits for: a line of its overlay.
///
/// ```swift
/// let orders = try await prompts.during("Loading") { try await service.orders() }
/// ```
public struct Activity: Identifiable, Codable, Hashable, Sendable {
  /// The meaning for the screen.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Something is fetched; the screen can be used.
    case loading
    /// Something is sent off; commands of the screen wait.
    case submitting
  }

  /// The identity, by which it is finished.
  public let id: Int
  /// The meaning for the screen.
  public let kind: Kind
  /// The text to show meanwhile.
  public let message: String?
}
