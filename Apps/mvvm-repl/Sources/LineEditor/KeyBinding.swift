/// A key and what it does, as a line of a help page.
public struct KeyBinding: Sendable, Equatable {
  /// The keys, as people write them: `Ctrl-C`, `Tab`, `Up`.
  public let keys: [String]
  /// What they do, in a few words.
  public let purpose: String
  /// The function's name, which a line of `~/.editrc` may bind to another key.
  public let function: String
}
