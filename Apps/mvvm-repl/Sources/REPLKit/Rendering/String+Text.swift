import DisplayWidth
import Foundation

extension String {
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

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

  /// The text on one line, cut with an ellipsis when it is wider than `columns`.
  func fitted(to columns: Int, _ cells: CellWidth = CellWidth()) -> String {
    String(map { $0.isNewline || $0 == "\t" ? " " : $0 }).printableLine.cut(to: columns, cells)
  }

  /// Returns the text, or its start and an ellipsis if it is wider than `columns`.
  func cut(to columns: Int, _ cells: CellWidth) -> String {
    let room = columns - cells.of("…")
    return cells.of(self) <= columns ? self : room < 0 ? "" : head(room, cells) + "…"
  }

  /// Returns the text, or an ellipsis and its end if it is wider than `columns` or was cut before (`isEnd`).
  func cutAtStart(to columns: Int, _ cells: CellWidth, isEnd: Bool = false) -> String {
    let room = columns - cells.of("…")
    guard isEnd || cells.of(self) > columns else { return self }
    return room < 0 ? "" : "…" + String(String(reversed()).head(room, cells).reversed())
  }

  private func head(_ columns: Int, _ cells: CellWidth) -> String {
    var room = columns
    return String(
      prefix { character in
        room -= cells.of(character)
        return room >= 0
      })
  }

  /// Returns the text in lines of `columns` columns, broken between words.
  func lines(within columns: Int?, _ cells: CellWidth) -> [String] {
    guard let columns else { return [self] }
    return wrapped(to: columns, indentation: 0, cells: cells).split(separator: "\n")
      .map(String.init)
  }

  /// The text followed by spaces up to a width in terminal columns.
  func padded(to width: Int, _ cells: CellWidth = CellWidth()) -> String {
    self + String(repeating: " ", count: max(0, width - cells.of(self)))
  }
}
