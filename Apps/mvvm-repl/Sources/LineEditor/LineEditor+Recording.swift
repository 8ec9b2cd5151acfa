extension LineEditor {
  /// A recording of the terminal: what a second one would get, on which entries are shown as they may be kept.
  ///
  /// Its closures are called on the editor's thread.
  public struct Recording: Sendable {
    /// What may be kept of an entry, finished or not.
    public var mask: @Sendable (_ entry: String) -> String
    /// Takes the bytes of a frame; numbers rise, and some are left out.
    public var write: @Sendable (_ frame: Int, _ text: String) -> Void
    /// Takes the bytes of all frames anew, since something that was typed has turned out to be secret.
    public var rewrite: @Sendable (_ frames: [Int: String]) -> Void
    /// Told when the window has another size.
    public var resize: @Sendable (_ columns: Int, _ rows: Int) -> Void

    /// Describes a recording.
    public init(
      mask: @escaping @Sendable (_ entry: String) -> String,
      write: @escaping @Sendable (_ frame: Int, _ text: String) -> Void,
      rewrite: @escaping @Sendable (_ frames: [Int: String]) -> Void,
      resize: @escaping @Sendable (_ columns: Int, _ rows: Int) -> Void
    ) {
      (self.mask, self.write, self.rewrite, self.resize) = (mask, write, rewrite, resize)
    }
  }
}
