/// The quoted texts in a part of some text, including nested ones, whose quotes are escaped.
struct QuotedTexts {
  private struct Text {
    /// The range with both quotes, and with the backslashes before the first quote.
    var span: Span
    /// The offset of the last quote, or of the backslashes that escape it.
    var contentEnd: Int
    /// The number of backslashes that escape each of its quotes.
    let escapes: Int
    let outer: Int?

    /// Whether a quote after `found` backslashes closes the text; those before the quote's own ones must form pairs.
    func isClosed(byQuoteWith found: Int) -> Bool {
      let (pairs, rest) = (found - escapes).quotientAndRemainder(dividingBy: escapes + 1)
      return found >= escapes && rest == 0 && pairs.isMultiple(of: 2)
    }
  }

  private var texts: [Text] = []
  /// The indices of the texts by their start offsets.
  private var starts: [Int: Int] = [:]
  /// The index of the innermost text around each byte.
  private var innermost: [Int?]
  private let range: Range<Int>
  /// Whether each text is closed; otherwise a quote may open or close any text.
  let isSound: Bool

  /// Reads a part of a text once.
  init(in bytes: [UInt8], _ range: Range<Int>) {
    self.range = range
    innermost = Array(repeating: nil, count: range.count)
    var (open, escapes): (Int?, Int) = (nil, 0)
    for index in range {
      innermost[index - range.lowerBound] = open
      if bytes[index] == UInt8(ascii: "\\") {
        escapes += 1
        continue
      }
      defer { escapes = 0 }
      guard bytes[index] == UInt8(ascii: "\"") else { continue }
      var (closed, around): (Int?, Int?) = (nil, open)
      while let text = around {
        if texts[text].isClosed(byQuoteWith: escapes) { closed = text }
        around = texts[text].outer
      }
      if let closed {
        // Texts inside the closed one end with it, closed or not.
        let contentEnd = index - texts[closed].escapes
        while let text = open, text != closed {
          texts[text].span = Span(texts[text].span.start, contentEnd)
          texts[text].contentEnd = contentEnd
          open = texts[text].outer
        }
        texts[closed].span = Span(texts[closed].span.start, index + 1)
        texts[closed].contentEnd = contentEnd
        open = texts[closed].outer
      } else {
        let span = Span(index - escapes, range.upperBound)
        starts[span.start] = texts.count
        texts.append(
          Text(span: span, contentEnd: span.end, escapes: escapes, outer: open))
        open = texts.count - 1
      }
    }
    isSound = open == nil
  }

  /// Returns the range of the text that starts at an offset, with its quotes.
  func text(at start: Int) -> Span? { starts[start].map { texts[$0].span } }

  /// Returns the end of the innermost text around an offset: after its quote, and before that quote's backslashes.
  func end(around offset: Int) -> (whole: Int, content: Int)? {
    guard isSound, range.contains(offset), let text = innermost[offset - range.lowerBound] else {
      return nil
    }
    return (texts[text].span.end, max(offset, texts[text].contentEnd))
  }

  /// Returns the range, extended to the outermost text in which it starts.
  func whole(_ span: Span) -> Span {
    guard isSound, range.contains(span.start),
      var text = innermost[span.start - range.lowerBound]
    else { return span }
    while let outer = texts[text].outer { text = outer }
    return texts[text].span.joined(span)
  }
}
