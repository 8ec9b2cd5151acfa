/// A search for many texts in one pass, with a trie of their bytes.
///
/// It also finds truncated texts: the beginning of a text before an ellipsis, and most of a text anywhere. A number is
/// not found within a longer number: a telephone number that contains a weak password does not tell it.
struct TextFinder: Sendable, Hashable {
  /// The places where a text counts as found.
  enum Places: UInt8, Comparable, Sendable {
    /// As a separate word in a value, but not in lines, where so short a text occurs too often.
    case asWholeValue = 1
    /// As a separate word, in lines and in values of observed view-models.
    case asWord
    /// As a separate word, in lines and in all values.
    case asWordAnywhere
    /// Anywhere, also inside a word.
    case wherever

    static func < (left: Places, right: Places) -> Bool { left.rawValue < right.rawValue }
  }

  /// The edges of the trie: a state and a byte lead to the next state.
  private var steps: [UInt64: Int32] = [:]
  /// Whether a text begins with a byte; most positions are skipped without a lookup in the trie.
  private var beginnings = [Bool](repeating: false, count: 256)
  /// The places of the text that ends in a state; `nil` if no text ends there.
  private var ends: [Places?] = [nil]
  /// The length in bytes of the shortest text that passes through a state and counts anywhere.
  private var shortest: [Int] = [.max]

  init() {}

  /// Creates a finder for texts that count anywhere; those of a few characters count only as words.
  init(_ texts: some Sequence<String>) {
    for text in texts { insert(text, Redaction.isTelling(text) ? .wherever : .asWord) }
  }

  var isEmpty: Bool { ends.count == 1 }

  /// Inserts a text in each of its Unicode forms.
  ///
  /// - Complexity: O(*n*) in the number of its bytes.
  mutating func insert(_ text: String, _ places: Places) {
    for form in text.unicodeForms { insert(form.utf8, places) }
  }

  private mutating func insert(_ bytes: String.UTF8View, _ places: Places) {
    guard let first = bytes.first else { return }
    beginnings[Int(first)] = true
    let length = bytes.count
    var state: Int32 = 0
    for byte in bytes {
      let key = Self.key(state, byte)
      if let next = steps[key] {
        state = next
      } else {
        state = Int32(ends.count)
        steps[key] = state
        ends.append(nil)
        shortest.append(.max)
      }
      if places == .wherever { shortest[Int(state)] = min(shortest[Int(state)], length) }
    }
    ends[Int(state)] = max(ends[Int(state)] ?? places, places)
  }

  private static func key(_ state: Int32, _ byte: UInt8) -> UInt64 {
    UInt64(UInt32(bitPattern: state)) << 8 | UInt64(byte)
  }

  /// Whether a text contains one of the texts.
  func isFound(in text: String, from least: Places = .asWholeValue) -> Bool {
    !ranges(in: text, from: least).isEmpty
  }

  /// Whether a text contains one of the texts completely, not truncated.
  func isWhole(in text: String, from least: Places = .asWholeValue) -> Bool {
    !ranges(in: text, from: least, isCutFound: false).isEmpty
  }

  /// The byte ranges of complete occurrences, also of encoded ones.
  func wholes(in bytes: some Collection<UInt8>, from least: Places) -> [Range<Int>] {
    places(in: bytes, from: least, isCutFound: false)
  }

  /// Returns a text in which each occurrence is replaced by a mask; in the text of a window, `isBrokenFound`, also one
  /// that is broken over rows.
  func masked(
    _ text: String, isBrokenFound: Bool = false, with mask: (Substring) -> String
  ) -> String {
    var (masked, place) = ("", text.startIndex)
    for range in ranges(in: text, from: .asWord, isBrokenFound: isBrokenFound) {
      masked += text[place..<range.lowerBound]
      masked += mask(text[range])
      place = range.upperBound
    }
    return masked + text[place...]
  }

  private func ranges(
    in text: String, from least: Places, isCutFound: Bool = true, isBrokenFound: Bool = false
  ) -> [Range<String.Index>] {
    places(in: text.utf8, from: least, isCutFound: isCutFound, isBrokenFound: isBrokenFound).map {
      text.utf8.index(
        text.startIndex, offsetBy: $0.lowerBound)..<text.utf8.index(
          text.startIndex, offsetBy: $0.upperBound)
    }
  }

  /// The byte ranges of all occurrences, also of percent-encoded ones and of those that are escaped as in Swift or csv;
  /// overlapping ranges are merged.
  ///
  /// - Complexity: O(*n* *m*) in the bytes of the text and of the longest inserted text, independent of the number of
  ///   texts.
  private func places(
    in text: some Collection<UInt8>, from least: Places, isCutFound: Bool,
    isBrokenFound: Bool = false
  ) -> [Range<Int>] {
    guard !isEmpty, text.contains(where: { beginnings[Int($0)] || Self.isEscape($0) }) else {
      return []
    }
    let bytes = Array(text)
    var found = plain(in: bytes, from: least, isCutFound: isCutFound)
    for (meant, origins) in [
      Self.decoded(bytes), isBrokenFound ? Self.joined(bytes) : nil,
    ].compactMap(\.self) {
      found += plain(in: meant, from: least, isCutFound: isCutFound).map {
        origins[$0.lowerBound]..<origins[$0.upperBound]
      }
    }
    found.sort { $0.lowerBound < $1.lowerBound }
    return found.reduce(into: [Range<Int>]()) { merged, range in
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }

  /// The byte ranges of the occurrences that are not encoded.
  private func plain(in bytes: [UInt8], from least: Places, isCutFound: Bool) -> [Range<Int>] {
    bytes.indices.compactMap { start in
      guard beginnings[Int(bytes[start])] else { return nil }
      return end(from: start, in: bytes, from: least, isCutFound: isCutFound).map { start..<$0 }
    }
  }

  /// The end of the longest text that begins at a position, complete or truncated.
  private func end(
    from start: Int, in bytes: [UInt8], from least: Places, isCutFound: Bool
  ) -> Int? {
    var (state, index, found) = (Int32(0), start, Int?.none)
    var most = 0
    var next = start
    while next < bytes.count {
      let byte = bytes[next]
      next += 1
      guard let step = step(from: state, by: byte) else {
        guard byte == Self.rowBreak else { break }
        continue
      }
      (state, index) = (step, next)
      most = shortest[Int(state)]
      guard let places = ends[Int(state)], places >= least else { continue }
      if places == .wherever
        ? !bytes.isWithinNumber(start..<index) : bytes.isWord(start..<index)
      {
        found = index
      }
    }
    guard isCutFound else { return found }
    // The first bytes of the ellipsis may equal those of the text's next character.
    while index > start, index < bytes.count, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    let length = index - start
    let isCut = length >= Self.fewestOfCut && bytes[index...].starts(with: Redaction.mark.utf8)
    let isMost = length >= Self.fewestOfMost && most != .max && length * 4 >= most * 3
    guard most != .max, isCut || isMost, index > found ?? start,
      !bytes.isWithinNumber(start..<index)
    else { return found }
    return index
  }

  /// The state after a byte; a row may be broken at a space or a line break of the text.
  private func step(from state: Int32, by byte: UInt8) -> Int32? {
    guard byte == Self.rowBreak else { return steps[Self.key(state, byte)] }
    return steps[Self.key(state, UInt8(ascii: " "))] ?? steps[Self.key(state, UInt8(ascii: "\n"))]
  }

  /// The minimum number of bytes of a truncated text before an ellipsis.
  private static let fewestOfCut = 4
  /// The minimum number of bytes of a truncated text elsewhere.
  private static let fewestOfMost = 8

  /// The bytes without percent encoding, Swift's escapes and csv's doubled quotes, with their original offsets and the
  /// end offset; `nil` if nothing is encoded.
  private static func decoded(_ bytes: [UInt8]) -> ([UInt8], origins: [Int])? {
    let quote = UInt8(ascii: "\"")
    guard
      bytes.contains(where: isEscape)
        || zip(bytes, bytes.dropFirst()).contains(where: { $0 == quote && $1 == quote })
    else { return nil }
    var (decoded, origins): ([UInt8], [Int]) = ([], [])
    var place = 0
    while place < bytes.count {
      let (meant, length) = unit(bytes[place...].prefix(12))
      decoded += meant
      origins += meant.map { _ in place }
      place += length
    }
    return (decoded, origins + [bytes.count])
  }

  private static let escape: UInt8 = 0x1B
  /// A byte of no text, for a line break between two rows of a broken text.
  private static let rowBreak: UInt8 = 0xFF

  /// The bytes with one for each break of a row, be it in a word or at a space, and the original offsets; `nil` for a
  /// text of one line.
  ///
  /// A style ends before a break, and begins again behind the indentation.
  private static func joined(_ bytes: [UInt8]) -> ([UInt8], origins: [Int])? {
    guard bytes.contains(UInt8(ascii: "\n")) else { return nil }
    var (joined, origins): ([UInt8], [Int]) = ([], [])
    var place = 0
    while place < bytes.count {
      origins.append(place)
      var end = bytes[place] == escape ? afterStyles(in: bytes, from: place) : place
      if end < bytes.count, bytes[end] == UInt8(ascii: "\n") {
        joined.append(rowBreak)
        repeat { end += 1 } while end < bytes.count && bytes[end] == UInt8(ascii: " ")
        place = afterStyles(in: bytes, from: end)
      } else {
        joined.append(bytes[place])
        place += 1
      }
    }
    return (joined, origins + [bytes.count])
  }

  /// The end of the SGR sequences at a position.
  private static func afterStyles(in bytes: [UInt8], from start: Int) -> Int {
    var place = start
    while bytes[place...].starts(with: [escape, UInt8(ascii: "[")]),
      let end = bytes[place...].firstIndex(of: UInt8(ascii: "m"))
    { place = end + 1 }
    return place
  }

  static func isEscape(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\")
  }

  /// The meaning of the first byte, or of the code that it begins, and the number of bytes that were read.
  private static func unit(_ bytes: ArraySlice<UInt8>) -> ([UInt8], length: Int) {
    let rest = bytes.dropFirst()
    switch (bytes[bytes.startIndex], rest.first) {
    case (UInt8(ascii: "%"), _):
      let code = String(decoding: rest.prefix(2), as: UTF8.self)
      if code.utf8.count == 2, let byte = UInt8(code, radix: 16) { return ([byte], 3) }
    case (UInt8(ascii: "\\"), UInt8(ascii: "u")):
      let digits = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "}") }
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
      if let scalar = code.flatMap(Unicode.Scalar.init), digits.endIndex < bytes.endIndex {
        return (Array(String(scalar).utf8), digits.count + 4)
      }
    case (UInt8(ascii: "\""), UInt8(ascii: "\"")): return ([UInt8(ascii: "\"")], 2)
    case (UInt8(ascii: "\\"), let character?):
      let plain: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "n"): "\n", UInt8(ascii: "t"): "\t", UInt8(ascii: "r"): "\r",
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "'"): "'",
      ]
      if let scalar = plain[character] { return ([UInt8(scalar.value)], 2) }
    default: break
    }
    return ([bytes[bytes.startIndex]], 1)
  }
}

extension [UInt8] {
  /// Whether a range of digits is a part of a longer run of digits.
  fileprivate func isWithinNumber(_ range: Range<Int>) -> Bool {
    guard self[range].allSatisfy(\.isDigit) else { return false }
    return range.lowerBound > 0 && self[range.lowerBound - 1].isDigit
      || range.upperBound < count && self[range.upperBound].isDigit
  }

  /// Whether a range is no part of a longer word, which a letter or digit before or after it would make.
  ///
  /// Chinese has no spaces, so an ideograph makes no word with letters and digits, nor with four ideographs or more.
  fileprivate func isWord(_ range: Range<Int>) -> Bool {
    let text = String(decoding: self[range], as: UTF8.self)
    let before = String(
      decoding: self[Swift.max(0, range.lowerBound - 4)..<range.lowerBound], as: UTF8.self)
    let after = String(
      decoding: self[range.upperBound..<Swift.min(count, range.upperBound + 4)], as: UTF8.self)
    return [(before.last, text.first), (after.first, text.last)].allSatisfy { outer, inner in
      guard let outer, outer.isLetter || outer.isNumber else { return true }
      let isChinese = inner?.isIdeograph == true
      return outer.isIdeograph != isChinese || isChinese && Redaction.isTelling(text)
    }
  }
}

extension Character {
  fileprivate var isIdeograph: Bool { unicodeScalars.first?.properties.isIdeographic == true }
}
