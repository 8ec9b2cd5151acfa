/// Work in progress that a screen waits for, shown as a line of its overlay.
///
/// ```swift
/// let orders = try await prompts.during("Loading") { try await service.orders() }
/// ```
public struct Activity: Identifiable, Codable, Hashable, Sendable {
  /// The effect of the activity on the screen.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Data is being fetched; the screen can be used.
    case loading
    /// Data is being submitted; commands of the screen are disabled.
    case submitting
  }

  /// The identity, which is used to finish the activity.
  public let id: Int
  /// The effect of the activity on the screen.
  public let kind: Kind
  /// The text shown during the activity.
  public let message: String?
}
