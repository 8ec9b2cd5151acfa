import DisplayWidth

// Code in prose: no line breaks within code that fits on one line.

extension String {
  /// A non-breaking space: the figure space, which nobody types.
  static let fixedSpace = "\u{2007}"

  var withoutFixedSpaces: String { replacing(Self.fixedSpace, with: " ") }

  /// Returns the text with non-breaking spaces in its code, where the code fits on a line.
  ///
  /// Code is text between backticks, a tool command with the next word, or a verb with a path or number behind it.
  ///
  /// - Complexity: O(*n*).
  func withCodeInOnePiece(within columns: Int, _ cells: CellWidth) -> String {
    guard contains(" ") else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let parts = line.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
      guard !parts.count.isMultiple(of: 2) else {
        return String(line).withCommandsInOnePiece(within: columns, cells)
      }
      return parts.enumerated().map { index, part in
        guard !index.isMultiple(of: 2) else {
          return part.withCommandsInOnePiece(within: columns, cells)
        }
        // Counts the two backticks, too.
        return cells.of(part) + 2 <= columns ? part.replacing(" ", with: Self.fixedSpace) : part
      }.joined(separator: "`")
    }.joined(separator: "\n")
  }

  private func withCommandsInOnePiece(within columns: Int, _ cells: CellWidth) -> String {
    let words = split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count > 1 else { return self }
    return zip(words, words.dropFirst()).reduce(words[0]) { text, pair in
      let isCode =
        pair.0.isBegunCommand && pair.1.first?.beginsArgument == true
        || Verb.names.contains(pair.0.withoutOpeningSign) && pair.1.isPathOrNumber
      let fits = cells.of(pair.0) + cells.of(pair.1) < columns
      return text + (isCode && fits ? Self.fixedSpace : " ") + pair.1
    }
  }

  private var withoutOpeningSign: String {
    first.map { "(“'\"".contains($0) } == true ? String(dropFirst()) : self
  }

  /// Whether the word is a tool command without punctuation behind it: `:lesson`, but not `:lesson,`.
  private var isBegunCommand: Bool {
    let word = withoutOpeningSign
    return word.first == ":" && word.count > 1
      && word.dropFirst().allSatisfy { $0.isASCII && $0.isLetter }
  }

  /// Whether the word looks like `form.phone` or `#2`.
  private var isPathOrNumber: Bool {
    if first == "#" { return dropFirst().first?.isNumber == true }
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && parts[0].allSatisfy { $0.isASCII && $0.isLetter }
      && !parts[0].isEmpty && parts[1].first?.isLetter == true
  }
}

extension Character {
  fileprivate var beginsArgument: Bool { isASCII && (isLetter || isNumber) || "#\"".contains(self) }
}
