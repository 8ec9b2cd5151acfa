extension String {
  /// The text in lines of at most `columns` columns, broken between words.
  ///
  /// A continued line starts below the beginning of the text of its line, or after `indentation` columns. SGR sequences
  /// take no room and apply within their line only.
  ///
  /// - Complexity: O(*n*).
  public func wrapped(
    to columns: Int, indentation: Int? = nil, cells: CellWidth = CellWidth()
  ) -> String {
    guard columns > 0 else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.wrapped($0, to: columns, indentation, cells) }.joined(separator: "\n")
  }

  private static func wrapped(
    _ line: Substring, to columns: Int, _ indentation: Int?, _ cells: CellWidth
  ) -> String {
    let own = line.prefix { $0 == " " }.count
    let margin = String(repeating: " ", count: Swift.min(indentation ?? own, columns / 2))
    var (lines, current, width) = ([String](), "", 0)
    var (style, isInSequence, isBehindSpace, sequence) = ("", false, false, "")
    // The last place where the line can be broken: the text before it and the start of the rest.
    var end: (line: Int, style: String, width: Int, rest: Int)?
    // The place before that one, for a character that must not begin a line.
    var earlier = end
    for character in line {
      if character == "\u{1B}" { (isInSequence, sequence) = (true, "") }
      if isInSequence {
        current.append(character)
        sequence.append(character)
        if character == "m" {
          isInSequence = false
          style = sequence == "\u{1B}[0m" ? "" : sequence
        }
        continue
      }
      let own = cells.of(character)
      if Self.endingLines.contains(character), end?.rest == current.utf8.count { end = earlier }
      while width + own > columns, width > margin.count, character != " " {
        let reset = "\u{1B}[0m"
        if let place = end {
          let bytes = current.utf8
          lines.append(
            String(decoding: bytes.prefix(place.line), as: UTF8.self)
              + (place.style.isEmpty ? "" : reset))
          current =
            margin + place.style + String(decoding: bytes.dropFirst(place.rest), as: UTF8.self)
          width += margin.count - place.width
        } else {
          lines.append(current + (style.isEmpty ? "" : reset))
          (current, width) = (margin + style, margin.count)
        }
        (end, earlier) = (nil, nil)
      }
      let before = isBehindSpace ? (end?.line ?? current.utf8.count) : current.utf8.count
      isBehindSpace = character == " "
      current.append(character)
      width += own
      // A line can be broken between words, and after a wide character, because those scripts use no spaces.
      if character == " ", width > margin.count + 1 {
        (earlier, end) = (end, (before, style, width, current.utf8.count))
      } else if own > 1, !Self.beginningLines.contains(character) {
        (earlier, end) = (end, (current.utf8.count, style, width, current.utf8.count))
      }
    }
    if width > columns { while current.last == " " { current.removeLast() } }
    return (lines + [current]).joined(separator: "\n")
  }

  /// The characters that must not begin a line in Chinese and Japanese text (W3C, Requirements for Chinese Text Layout,
  /// 3.1.3).
  private static let endingLines: Set<Character> = [
    "，", "。", "、", "；", "：", "？", "！", "）", "】", "」", "』", "》", "〉", "…", "”", "’",
  ]
  /// The characters that must not end a line in such text.
  private static let beginningLines: Set<Character> = ["（", "【", "「", "『", "《", "〈"]
}

extension CellWidth {
  /// The width of the longest part of a text that ``Swift/String/wrapped(to:indentation:cells:)`` keeps in one piece.
  public func ofLongestWord(in text: String) -> Int {
    var (longest, width) = (0, 0)
    for character in text {
      let own = of(character)
      width = character == " " || own > 1 ? 0 : width + own
      longest = max(longest, width, own)
    }
    return longest
  }
}
