/// The permission of a browser, determined by the token in its address.
public enum StudioPermission: String, Sendable, Hashable, Codable {
  /// The browser can do everything that can be typed at the prompt.
  case full
  /// The browser sees everything, and can change nothing.
  case readOnly
}
