import Bindings

extension Session {
  /// The statement that something follows from.
  public struct Origin: Sendable, Hashable {
    /// Distinguishes it from every other statement of the process; grows with time.
    public let number: Int
    /// Its text, without secret values.
    public let text: String
  }

  /// The statement that what happens now follows from: the one that runs, or the one that started
  /// what runs now in the background; `nil` when neither is known.
  public var origin: Origin? {
    let log = tracer.log
    guard let id = Trace.cause ?? currentMark, let root = log.chain(of: id).last ?? log[id],
      root.kind == .mark, let text = root.detail
    else { return nil }
    return Origin(
      number: root.id.number,
      text: text.hasPrefix(Self.typed) ? String(text.dropFirst(Self.typed.count)) : text)
  }

  /// What a mark of a statement begins with.
  static let typed = "you typed "
}
