/// A text that is not a statement, such as a comment or the JSON of a tool command, which may contain secrets.
struct SecretText {
  let bytes: [UInt8]
  let isSecret: (String) -> Bool

  /// Returns the ranges of the values after secret names: a literal, a word, or each value in an array or object.
  ///
  /// With `ofKeysOnly`, a name counts only if it is a key with a sign after it, and not a member.
  func values(in range: Range<Int>, ofKeysOnly: Bool = false) -> [Span] {
    let names = names(in: range)
    guard !names.isEmpty else { return [] }
    let texts = QuotedTexts(in: bytes, range)
    return names.flatMap { name in
      let (sign, start) = sign(behind: name, until: range.upperBound, texts)
      guard start < range.upperBound else { return [Span]() }
      let isMember = name.lowerBound > 0 && bytes[name.lowerBound - 1] == UInt8(ascii: ".")
      guard !ofKeysOnly || sign && !isMember else { return [] }
      if "[{".utf8.contains(bytes[start]) {
        return sign ? elements(at: start, range.upperBound, texts) : []
      }
      return value(at: start, isBehindSign: sign, until: range.upperBound, texts).map { [$0] } ?? []
    }
  }

  /// Returns the same ranges for masking; a range within a text is extended to the whole text with its quotes.
  func masked(in range: Range<Int>, ofKeysOnly: Bool = false) -> [Span] {
    let values = values(in: range, ofKeysOnly: ofKeysOnly)
    guard !values.isEmpty else { return [] }
    let texts = QuotedTexts(in: bytes, range)
    return values.map(texts.whole)
  }

  private func value(
    at start: Int, isBehindSign: Bool, until end: Int, _ texts: QuotedTexts
  ) -> Span? {
    let escapes = bytes[start..<end].prefix { $0 == UInt8(ascii: "\\") }.count
    if start + escapes < end, bytes[start + escapes] == UInt8(ascii: "\"") {
      return literal(at: start, end, texts)
    }
    if isBehindSign, bytes[start] == UInt8(ascii: "'") {
      // JSON has no single quotes, but people type them.
      let last = bytes[(start + 1)..<end].firstIndex(of: UInt8(ascii: "'"))
      return Span(start, last.map { $0 + 1 } ?? end)
    }
    guard isBehindSign else {
      // A member or a call follows the name; a text before the next `,`, `}` or `;` belongs to it.
      guard let next = bytes[start..<end].firstIndex(where: { ",};\"".utf8.contains($0) }),
        bytes[next] == UInt8(ascii: "\"")
      else { return nil }
      let escapes = bytes[start..<next].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      return literal(at: next - escapes, end, texts)
    }
    let isNegative = bytes[start - 1] == UInt8(ascii: "-") && bytes[start].isDigit
    let last = texts.end(around: start)?.content ?? end
    let behind = bytes[start..<last].firstIndex { " \t,};])".utf8.contains($0) } ?? last
    let text = String(decoding: bytes[start..<behind], as: UTF8.self)
    return ["true", "false", "null", "nil", ""].contains(text)
      ? nil : Span(isNegative ? start - 1 : start, behind)
  }

  /// Returns the rests of the lines, or of the comments, after secret names with a sign such as `=`.
  func restsOfLines(in range: Range<Int>, needsSign: Bool = true) -> [Span] {
    names(in: range).compactMap { name in
      let (sign, start) = sign(behind: name, until: range.upperBound)
      guard sign || !needsSign else { return nil }
      var line = bytes[start..<range.upperBound].prefix { $0 != UInt8(ascii: "\n") }
      if let end = zip(line.indices, line.indices.dropFirst()).first(where: {
        bytes[$0] == UInt8(ascii: "*") && bytes[$1] == UInt8(ascii: "/")
      }) {
        line = line[..<end.0]
      }
      let blanks = line.reversed().prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
        .count
      let end = line.endIndex - blanks
      return end > start ? Span(start, end) : nil
    }
  }

  /// Returns the ranges of whole words and quoted texts that contain known secrets; a secret may span several words.
  func words(in range: Range<Int>, telling secrets: TextFinder) -> [Span] {
    let found = secrets.wholes(in: bytes[range], from: .asWordAnywhere)
    guard !found.isEmpty else { return [] }
    let texts = QuotedTexts(in: bytes, range)
    var words: [Span] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      if let text = texts.text(at: index) {
        index = text.end
      } else {
        while index < range.upperBound, !" \t\n\",;()[]{}".utf8.contains(bytes[index]),
          texts.text(at: index) == nil
        {
          index += 1
        }
        if index == start { index += 1 }
      }
      words.append(Span(start, index))
    }
    return found.map { place in
      let (start, end) = (place.lowerBound + range.lowerBound, place.upperBound + range.lowerBound)
      let touched = words.filter { $0.start < end && start < $0.end }
      return Span(
        min(start, touched.first?.start ?? start), max(end, touched.last?.end ?? end))
    }
  }

  /// The secret names in a part of the text.
  private func names(in range: Range<Int>) -> [Range<Int>] {
    var names: [Range<Int>] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      while index < range.upperBound, bytes[index].isNamePart, bytes.signLength(at: index) == nil {
        index += 1
      }
      if index > start {
        if isSecret(String(decoding: bytes[start..<index], as: UTF8.self)) {
          names.append(start..<index)
        }
      } else {
        index += bytes.signLength(at: index) ?? 1
      }
    }
    return names
  }

  /// Returns whether a `=` or `:`, also a full-width one, follows a name, and the offset of the value after it.
  private func sign(
    behind name: Range<Int>, until end: Int, _ texts: QuotedTexts? = nil
  ) -> (Bool, Int) {
    var index = name.upperBound
    // The quote that closes a key; within a text it is escaped.
    if let key = texts?.end(around: name.lowerBound), key.content == index {
      index = key.whole
    } else if name.lowerBound > 0, "\"'".utf8.contains(bytes[name.lowerBound - 1]) {
      while index < end, "\\\"'".utf8.contains(bytes[index]) { index += 1 }
    }
    var hasSign = false
    while index < end {
      let sign = bytes[index..<min(end, index + (bytes.signLength(at: index) ?? 1))]
      guard " \t=:!<>+-*/~".utf8.contains(sign[index]) || Self.wideSigns.contains(Array(sign))
      else {
        break
      }
      hasSign = hasSign || "=:".utf8.contains(sign[index]) || sign.count > 1
      index += sign.count
    }
    return (hasSign, index)
  }

  private static let wideSigns = Set(["＝", "："].map { Array($0.utf8) })

  /// Returns a text with its quotes, which are escaped within another text; `nil` if the quote closes a text.
  private func literal(at start: Int, _ end: Int, _ texts: QuotedTexts) -> Span? {
    guard !texts.isSound else { return texts.text(at: start) }
    // The next quote with as many backslashes ends the literal, because the quotes of the text are unbalanced.
    let escapes = bytes[start..<end].prefix { $0 == UInt8(ascii: "\\") }.count
    var index = start + escapes + 1
    while index < end {
      let found = bytes[index..<end].prefix { $0 == UInt8(ascii: "\\") }.count
      index += found
      guard index < end else { break }
      if bytes[index] == UInt8(ascii: "\""), found == escapes { return Span(start, index + 1) }
      index += 1
    }
    return Span(start, end)
  }

  /// Returns the ranges of the values in an array or object, without its keys; the whole range if the quotes of the
  /// text are unbalanced.
  private func elements(at start: Int, _ end: Int, _ texts: QuotedTexts) -> [Span] {
    let end = texts.end(around: start)?.content ?? end
    var elements: [Span] = []
    var (depth, index) = (0, start)
    repeat {
      if "[{".utf8.contains(bytes[index]) { depth += 1 }
      if "]}".utf8.contains(bytes[index]) { depth -= 1 }
      guard !" \t\n,:[]{}".utf8.contains(bytes[index]) else {
        index += 1
        continue
      }
      let isText = "\\\"".utf8.contains(bytes[index])
      let value = value(at: index, isBehindSign: true, until: end, texts)
      let last = value?.end ?? bytes[index..<end].firstIndex { ",]}".utf8.contains($0) } ?? end
      let next = bytes[last..<end].first { $0 != UInt8(ascii: " ") }
      if let value, !isText || next != UInt8(ascii: ":") { elements.append(value) }
      index = max(index + 1, last)
    } while depth > 0 && index < end
    return texts.isSound ? elements : [Span(start, index)]
  }
}
