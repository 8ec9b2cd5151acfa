extension LineEditor {
  /// A recording of the terminal output, in which entries and output appear in a masked form.
  ///
  /// Its closures are called on the editor's thread.
  public struct Recording: Sendable {
    /// Returns the version of an entry, finished or not, that may be recorded.
    public var mask: @Sendable (_ entry: String) -> String
    /// Returns the version of a text that the program shows that may be recorded.
    public var maskOutput: @Sendable (_ text: String) -> String
    /// Takes the bytes of a frame; frame numbers rise, with gaps.
    public var write: @Sendable (_ frame: Int, _ text: String) -> Void
    /// Replaces the bytes of all frames, after something typed earlier has turned out to be secret.
    public var rewrite: @Sendable (_ frames: [Int: String]) -> Void
    /// Reports a new window size.
    public var resize: @Sendable (_ columns: Int, _ rows: Int) -> Void

    /// Describes a recording.
    public init(
      mask: @escaping @Sendable (_ entry: String) -> String,
      maskOutput: @escaping @Sendable (_ text: String) -> String,
      write: @escaping @Sendable (_ frame: Int, _ text: String) -> Void,
      rewrite: @escaping @Sendable (_ frames: [Int: String]) -> Void,
      resize: @escaping @Sendable (_ columns: Int, _ rows: Int) -> Void
    ) {
      (self.mask, self.maskOutput) = (mask, maskOutput)
      (self.write, self.rewrite, self.resize) = (write, rewrite, resize)
    }
  }
}
