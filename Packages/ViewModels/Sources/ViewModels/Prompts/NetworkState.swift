/// Whether there is a network, as far as is known.
public enum NetworkState: String, Codable, Sendable, CaseIterable {
  /// There is.
  case normal
  /// There is none.
  case disabled
}
