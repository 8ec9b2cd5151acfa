import DisplayWidth

extension String {
  /// The text without white space at either end.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The text without blanks at its end.
  var trimmedAtEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// The text, cut with an ellipsis when it is longer than `count` characters.
  func clipped(to count: Int) -> String {
    guard let end = index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<end] + "…"
  }

  /// The text followed by spaces up to a width in terminal columns.
  func padded(to width: Int, _ cells: CellWidth = CellWidth()) -> String {
    self + String(repeating: " ", count: max(0, width - cells.of(self)))
  }
}
