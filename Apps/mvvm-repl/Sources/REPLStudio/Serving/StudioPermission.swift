/// What a browser may do, by the token in its address.
public enum StudioPermission: String, Sendable, Hashable, Codable {
  /// All that can be typed at the prompt.
  case full
  /// To see everything, and to change nothing.
  case readOnly
}
