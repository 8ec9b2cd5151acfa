/// A text that is no statement, such as JSON behind a word of the tool or a comment, with the names of
/// secret places in it.
struct SecretText {
  let bytes: [UInt8]
  let isSecret: (String) -> Bool

  /// The values behind secret names: a literal, an array or object, or a word; nothing else of the text.
  ///
  /// A name may have to be that of a key, with a sign behind it, and not a member's.
  func values(in range: Range<Int>, ofKeysOnly: Bool = false) -> [Span] {
    names(in: range).compactMap { name in
      let (sign, start) = sign(behind: name, until: range.upperBound)
      guard start < range.upperBound else { return nil }
      let isMember = name.lowerBound > 0 && bytes[name.lowerBound - 1] == UInt8(ascii: ".")
      guard !ofKeysOnly || sign && !isMember else { return nil }
      switch bytes[start] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return literal(at: start, range.upperBound)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        return sign ? Span(start, group(at: start, range.upperBound)) : nil
      default:
        // A part of it, or a call: the next text, if it belongs there.
        guard sign else {
          let next = bytes[start..<range.upperBound].firstIndex { ",};\"".utf8.contains($0) }
          return next.flatMap {
            bytes[$0] == UInt8(ascii: "\"") ? literal(at: $0, range.upperBound) : nil
          }
        }
        let end = bytes[start..<range.upperBound].firstIndex { " \t,};])".utf8.contains($0) }
        let word = Span(start, end ?? range.upperBound)
        let text = String(decoding: bytes[word.start..<word.end], as: UTF8.self)
        return ["true", "false", "null", "nil", ""].contains(text) ? nil : word
      }
    }
  }

  /// Everything behind secret names and a sign such as `=`, up to the end of the line.
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

  /// The words and quoted texts in which known secrets stand, each as a whole; of a secret that goes over several words
  /// what it takes.
  func words(in range: Range<Int>, telling secrets: TextFinder) -> [Span] {
    let found = secrets.wholes(in: bytes[range], from: .asWordAnywhere)
    guard !found.isEmpty else { return [] }
    var words: [Span] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      if bytes[index] == UInt8(ascii: "\"") {
        index = literal(at: index, range.upperBound).end
      } else {
        while index < range.upperBound, !" \t\n\",;()[]{}".utf8.contains(bytes[index]) {
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
      while index < range.upperBound, bytes[index].isNamePart { index += 1 }
      if index > start {
        if isSecret(String(decoding: bytes[start..<index], as: UTF8.self)) {
          names.append(start..<index)
        }
      } else {
        index += 1
      }
    }
    return names
  }

  /// Whether a sign stands behind a name, such as the colon behind a key, and where its value begins.
  private func sign(behind name: Range<Int>, until end: Int) -> (Bool, Int) {
    var index = name.upperBound
    // The quote that closes a key; it is escaped within a text.
    if name.lowerBound > 0, bytes[name.lowerBound - 1] == UInt8(ascii: "\"") {
      while index < end, "\\\"".utf8.contains(bytes[index]) { index += 1 }
    }
    var hasSign = false
    while index < end, " \t=:!<>+-*/~".utf8.contains(bytes[index]) {
      hasSign = hasSign || "=:".utf8.contains(bytes[index])
      index += 1
    }
    return (hasSign, index)
  }

  /// A text with its quotes, which are escaped when it stands in another one.
  private func literal(at start: Int, _ end: Int) -> Span {
    let escapes = bytes[start..<end].prefix { $0 == UInt8(ascii: "\\") }.count
    var index = start + escapes + 1
    while index < end {
      let found = bytes[index..<end].prefix { $0 == UInt8(ascii: "\\") }.count
      index += found
      guard index < end else { break }
      if bytes[index] == UInt8(ascii: "\""), found == escapes {
        // Of an escaped quote the text around keeps its own.
        return Span(start, index + 1)
      }
      index += 1
    }
    return Span(start, end)
  }

  /// The end of an array or object.
  private func group(at start: Int, _ end: Int) -> Int {
    var depth = 0
    for index in start..<end {
      if "[{".utf8.contains(bytes[index]) { depth += 1 }
      if "]}".utf8.contains(bytes[index]) { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return end
  }
}
