import DisplayWidth

extension TextRenderer {
  /// The maximum number of columns of a shown source line; of a longer line, the part around the error is shown.
  private var widestLine: Int { max(20, min(96, (columns ?? 200) - 10)) }

  /// Returns a diagnostic as text: the source line, a caret below the error, and a remedy.
  func text(_ diagnostic: Diagnostic, in source: SourceText) -> String {
    var lines = [
      paint.bad("\(told(.errorWord)) \(diagnostic.code.rawValue)") + told(.colon)
        + diagnostic.text(in: language).clipped(to: 400).printable
    ]
    if let span = diagnostic.span { lines += excerpt(span, source) }
    if let help = help(diagnostic, source) {
      lines.append("  \(told(.helpWord))\(told(.colon))\(help)")
    }
    return lines.joined(separator: "\n")
  }

  private func excerpt(_ span: Span, _ source: SourceText) -> [String] {
    let line = source.line(at: span.start)
    let offset = span.start - line.start
    let before = line.text.utf8.prefix(offset)
    let marked = line.text.utf8.dropFirst(offset).prefix(span.end - span.start)
    let after = line.text.utf8.dropFirst(offset + marked.count)
    let behind = Self.shown(after.prefix(Self.mostBytes))
    let whole = Self.shown(marked.prefix(Self.mostBytes))
    let head = Self.shown(before.suffix(Self.mostBytes))
      .cutAtStart(
        to: max(widestLine / 2, widestLine - cells.of(whole) - cells.of(behind)), cells,
        isEnd: before.count > Self.mostBytes)
    let room = widestLine - cells.of(head)
    let middle = whole.cut(to: max(widestLine / 2, room - cells.of(behind)), cells)
    let rest = behind.cut(to: max(0, room - cells.of(middle)), cells)
    let number = "\(line.number)"
    let margin = String(repeating: " ", count: number.count)
    let caret = "^" + String(repeating: "~", count: max(0, cells.of(middle) - 1))
    let place = source.name.map {
      ["\(margin) --> \($0.printableLine):\(line.number):\(Self.text(before).count + 1)"]
    }
    return (place ?? []) + [
      "  \(paint.quiet("\(number) |")) \(head + middle + rest)",
      "  \(paint.quiet("\(margin) |")) \(String(repeating: " ", count: cells.of(head)))"
        + paint.bad(caret),
    ]
  }

  /// The maximum number of bytes that are read before, in and after the error, far more than are shown.
  private static let mostBytes = 1_024

  private static func shown(_ bytes: some Sequence<UInt8>) -> String { text(bytes).printableLine }

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }

  /// Returns the advice, followed by the corrected line if that is short enough to read.
  private func help(_ diagnostic: Diagnostic, _ source: SourceText) -> String? {
    guard let corrected = diagnostic.correctedLine(in: source), corrected.utf8.count <= 400 else {
      return diagnostic.help?.text(in: language).printable
    }
    let advice = diagnostic.help.map { "\($0.text(in: language).printable)  " } ?? ""
    return "\(advice)\(paint.strong(corrected.printableLine))"
  }
}

extension Diagnostic {
  /// Returns the source line with its likely correction; `nil` if there is none.
  public func correctedLine(in source: SourceText) -> String? {
    guard let span, let replacement else { return nil }
    let line = source.line(at: span.start)
    let start = span.start - line.start
    let end = span.end - line.start
    var bytes = Array(line.text.utf8)
    guard start <= end, end <= bytes.count else { return nil }
    bytes.replaceSubrange(start..<end, with: replacement.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the statements that did not run because of the error, with its likely correction: all of them if the text
  /// is not valid, or else those from the failed one on; `nil` if there is no correction.
  public func correctedRest(of source: SourceText) -> String? {
    guard let span, let replacement else { return nil }
    var bytes = Array(source.text.utf8)
    guard span.end <= bytes.count else { return nil }
    let failed = (try? Parser.parse(source.text))?.last { $0.span.start <= span.start }
    bytes.replaceSubrange(span.start..<span.end, with: replacement.utf8)
    return String(decoding: bytes[min(failed?.span.start ?? 0, span.start)...], as: UTF8.self)
      .trimmed
  }
}
