/// Positions in an entry as offsets into its UTF-8 bytes.
extension String {
  func slice(_ range: Range<Int>) -> Substring {
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return self[start..<utf8.index(start, offsetBy: range.count)]
  }

  /// The nearest boundary between two characters; for an offset inside a character, in the direction of the movement.
  func characterBoundary(near offset: Int, comingFrom origin: Int) -> Int {
    guard offset > 0, offset < utf8.count else { return offset }
    let index = utf8.index(utf8.startIndex, offsetBy: offset)
    // `index(before:)` of the character view rounds down to a boundary first.
    let start = self[...].index(before: self.index(after: rounded(index)))
    if start == index { return offset }
    let boundary = offset < origin ? start : self.index(after: start)
    return utf8.distance(from: startIndex, to: boundary)
  }

  func boundary(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    let start = index(before: utf8.index(utf8.startIndex, offsetBy: offset))
    return utf8.distance(from: startIndex, to: start)
  }

  func boundary(after offset: Int) -> Int {
    guard offset < utf8.count else { return utf8.count }
    let end = index(after: utf8.index(utf8.startIndex, offsetBy: offset))
    return utf8.distance(from: startIndex, to: end)
  }

  func lineStart(at offset: Int) -> Int {
    let before = utf8.prefix(offset)
    guard let newline = before.lastIndex(of: UInt8(ascii: "\n")) else { return 0 }
    return utf8.distance(from: startIndex, to: newline) + 1
  }

  func lineEnd(at offset: Int) -> Int {
    let after = utf8.dropFirst(offset)
    guard let newline = after.firstIndex(of: UInt8(ascii: "\n")) else { return utf8.count }
    return utf8.distance(from: startIndex, to: newline)
  }

  /// The start of the word that ends at or before an offset.
  func wordStart(before offset: Int) -> Int {
    var start = slice(0..<offset)
    while let last = start.last, !last.isWordPart { start.removeLast() }
    while let last = start.last, last.isWordPart { start.removeLast() }
    return start.utf8.count
  }

  /// The end of the word that starts at or after an offset.
  func wordEnd(after offset: Int) -> Int {
    var rest = slice(offset..<utf8.count)
    while let first = rest.first, !first.isWordPart { rest.removeFirst() }
    while let first = rest.first, first.isWordPart { rest.removeFirst() }
    return utf8.count - rest.utf8.count
  }

  /// The first occurrence of a text, ignoring case; nil for an empty text.
  func firstRange(ofAnyCase text: String) -> Range<Index>? {
    let wanted = text.map { $0.lowercased() }
    guard !wanted.isEmpty else { return nil }
    let characters = Array(indices)
    for start in characters.indices.dropLast(wanted.count - 1)
    where wanted.indices.allSatisfy({ self[characters[start + $0]].lowercased() == wanted[$0] }) {
      return characters[start]..<index(after: characters[start + wanted.count - 1])
    }
    return nil
  }

  private func rounded(_ index: Index) -> Index {
    index.samePosition(in: self) ?? self[..<index].endIndex
  }
}

extension Character {
  /// Whether the character belongs to a word, as an identifier has it.
  var isWordPart: Bool { isLetter || isNumber || self == "_" }
}
