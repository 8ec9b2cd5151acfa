import DisplayWidth

// Code in prose: no line breaks within code that fits on one line.

extension String {
  /// A non-breaking space: the figure space, which nobody types.
  static let fixedSpace = "\u{2007}"

  var withoutFixedSpaces: String { replacing(Self.fixedSpace, with: " ") }

  /// Returns the text with non-breaking spaces in its code, where the code fits on a line.
  ///
  /// Code is text between backticks, a tool command with the next word, or a verb; also the paths and numbers behind it.
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
    guard var text = words.first else { return self }
    // The columns of the piece that ends here, and whether it is a command.
    var (piece, isCommand) = (cells.of(text.codeAtEnd), false)
    for (word, next) in zip(words, words.dropFirst()) {
      isCommand =
        word.isBegunCommand && next.first?.beginsArgument == true
        || (isCommand || Verb.names.contains(word.codeAtEnd)) && next.isPathOrNumber
      piece += 1 + cells.of(next)
      isCommand = isCommand && piece <= columns
      if !isCommand { piece = cells.of(next.codeAtEnd) }
      text += (isCommand ? Self.fixedSpace : " ") + next
    }
    return text
  }

  /// The end of the word behind Chinese characters and an opening sign.
  private var codeAtEnd: String {
    let code = lastIndex { !$0.isASCII || "(\"'".contains($0) }.map { index(after: $0) }
    return String(self[(code ?? startIndex)...])
  }

  /// Whether the word is a tool command without punctuation behind it: `:lesson`, but not `:lesson,`.
  private var isBegunCommand: Bool {
    let word = codeAtEnd
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
