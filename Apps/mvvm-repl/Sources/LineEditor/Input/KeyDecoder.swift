/// Turns the terminal's bytes into keys.
///
/// The decoder reads an escape sequence whole, so that an unknown one is ignored instead of typed, and so is a late answer
/// of the terminal to another program. A bracketed paste is one key, however many lines it has. NUL, which Ctrl-Space sends to switch the input method, is ignored, too.
struct KeyDecoder: Sendable {
  private var bytes: [UInt8] = []
  private var head = 0
  /// The number of bytes after `head`, within a paste, that contain no end of the paste.
  private var searched = 0
  /// The number of bytes of an unfinished answer in which its end has been searched.
  private var skipped = 0
  /// The number of bytes dropped from a paste that is too long.
  private var dropped = 0

  /// Longest paste that is kept, in bytes.
  static let longestPaste = 1 << 20

  /// Whether the waiting bytes are a key only if nothing follows soon, such as a lone Escape.
  var isUndecided: Bool {
    let waiting = bytes[head...]
    guard waiting.first == 0x1B else { return false }
    return switch waiting.dropFirst().first.map(Unicode.Scalar.init) {
    case nil: true
    case "[", "O": waiting.count == 2
    case "]", "P", "_", "^": true
    default: false
    }
  }

  mutating func feed(_ new: some Collection<UInt8>) {
    if head == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 65_536)
      head = 0
    }
    if isInPaste, new.elementsEqual(CollectionOfOne(0x03)) { dropPaste() }
    bytes.append(contentsOf: new)
  }

  /// Whether a paste has begun and not ended.
  private var isInPaste: Bool { searched > 0 }

  /// Drops a paste whose end is lost, for Ctrl-C: a person's Ctrl-C arrives alone, and terminals remove it from pasted
  /// text.
  private mutating func dropPaste() {
    bytes.removeAll(keepingCapacity: false)
    (head, searched, skipped, dropped) = (0, 0, 0, 0)
  }

  /// Removes the terminal's reports of its cursor position and returns their columns; typed keys stay.
  ///
  /// A later report is harmless, because the decoder ignores it as an unknown sequence.
  mutating func takeCursorColumns() -> [Int] {
    var columns: [Int] = []
    var index = head
    while index + 1 < bytes.count {
      guard bytes[index] == 0x1B, bytes[index + 1] == UInt8(ascii: "["),
        let end = bytes[(index + 2)...].firstIndex(where: { !(0x30..<0x3C).contains($0) }),
        bytes[end] == UInt8(ascii: "R")
      else {
        index += 1
        continue
      }
      let parameters = bytes[(index + 2)..<end].split(separator: UInt8(ascii: ";"))
      if parameters.count == 2, let column = Int(String(decoding: parameters[1], as: UTF8.self)) {
        columns.append(column)
      }
      bytes.removeSubrange(index...end)
    }
    return columns
  }

  /// Returns the next key, or nil when more bytes are needed.
  ///
  /// `decided` says that nothing has followed for a while. An undecided sequence is then the key that it would be
  /// alone.
  mutating func next(decided: Bool = false) -> Key? {
    while head < bytes.count {
      guard bytes[head] != 0 else {
        head += 1
        continue
      }
      guard bytes[head] == 0x1B else { return character() }
      guard head + 1 < bytes.count else {
        guard decided else { return nil }
        head += 1
        return .named(.escape)
      }
      switch bytes[head + 1] {
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"),
        UInt8(ascii: "^"):
        switch bytes[head + 1] == UInt8(ascii: "[") ? controlSequence() : answer() {
        case .key(let key): return key
        case .unknown: continue
        case .unfinished:
          guard decided, isUndecided else { return nil }
          return scalarAfterEscape()
        }
      case UInt8(ascii: "O"):
        guard head + 2 < bytes.count else {
          guard decided else { return nil }
          return scalarAfterEscape()
        }
        let final = bytes[head + 2]
        head += 3
        if let key = Self.key(final: final, parameters: []) { return .named(key) }
      case 0x0D, 0x0A:
        head += 2
        return .named(.forcedEnter)
      case 0x1B:
        head += 1
        return .named(.escape)
      case 0: head += 2
      default:
        return scalarAfterEscape()
      }
    }
    return nil
  }

  private mutating func scalarAfterEscape() -> Key {
    (head, skipped) = (head + 1, 0)
    return .scalar("\u{1B}")
  }

  private mutating func character() -> Key? {
    let first = bytes[head]
    if first < 0x80 {
      head += 1
      return .scalar(Unicode.Scalar(first))
    }
    let length =
      switch first {
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 1
      }
    let available = bytes[head..<min(head + length, bytes.count)]
    let isBroken = available.dropFirst().contains { $0 & 0xC0 != 0x80 }
    if !isBroken, available.count < length { return nil }
    var codec = UTF8()
    var iterator = available.makeIterator()
    if length > 1, !isBroken, case .scalarValue(let scalar) = codec.decode(&iterator),
      scalar.value >= 0xA0
    {
      head += length
      return .scalar(scalar)
    }
    head += 1
    while head < bytes.count, bytes[head] & 0xC0 == 0x80 { head += 1 }
    return .scalar("\u{FFFD}")
  }

  private enum Sequence {
    case key(Key)
    case unknown
    case unfinished
  }

  private mutating func controlSequence() -> Sequence {
    var index = head + 2
    // The Linux console's function keys: ESC [ [ A.
    if index < bytes.count, bytes[index] == UInt8(ascii: "[") {
      guard index + 1 < bytes.count else { return .unfinished }
      head = index + 2
      return .unknown
    }
    while index < bytes.count, (0x20..<0x40).contains(bytes[index]) { index += 1 }
    guard index < bytes.count else { return .unfinished }
    let body = bytes[head + 2..<index]
    let final = bytes[index]
    guard (0x40..<0x7F).contains(final) else {
      // This is not a sequence: skip it and go on with the byte that broke it.
      head = index
      return .unknown
    }
    let parameters = body.split(separator: UInt8(ascii: ";")).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    if final == UInt8(ascii: "~"), parameters.first == 200 { return paste(from: index + 1) }
    head = index + 1
    return Self.key(final: final, parameters: parameters).map { .key(.named($0)) } ?? .unknown
  }

  /// Skips an answer of the terminal, such as that about its colours: a text that ends with BEL or with `ESC \`.
  private mutating func answer() -> Sequence {
    let start = head + max(2, skipped)
    skipped = 0
    for index in start..<max(start, bytes.count) {
      switch bytes[index] {
      case 0x07: head = index + 1
      case 0x1B where index + 1 == bytes.count: continue
      case 0x1B where bytes[index + 1] == UInt8(ascii: "\\"): head = index + 2
      case 0..<0x20, 0x7F: return .key(scalarAfterEscape())
      default: continue
      }
      return .unknown
    }
    // The last byte may be the beginning of the end.
    skipped = bytes.count - head - 1
    return .unfinished
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func paste(from start: Int) -> Sequence {
    var index = max(start, head + searched)
    while index + Self.pasteEnd.count <= bytes.count {
      if bytes[index] == 0x1B, bytes[index...].starts(with: Self.pasteEnd) {
        return .key(finishPaste(start..<index))
      }
      index += 1
    }
    if index - start > Self.longestPaste {
      dropped += index - start
      bytes.removeSubrange(start..<index)
      index = start
    }
    searched = index - head
    return .unfinished
  }

  private mutating func finishPaste(_ range: Range<Int>) -> Key {
    defer {
      head = range.upperBound + Self.pasteEnd.count
      searched = 0
      dropped = 0
    }
    let count = dropped + range.count
    guard count <= Self.longestPaste else { return .overlongPaste(bytes: count) }
    return .paste(Self.cleaned(String(decoding: bytes[range], as: UTF8.self)))
  }

  /// Pasted text as an entry: line feeds only, no control characters, no last line break.
  private static func cleaned(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r": scalars.append("\n")
      case "\n": if previous != "\r" { scalars.append("\n") }
      case "\t": scalars.append(scalar)
      case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}": break
      default: scalars.append(scalar)
      }
      previous = scalar
    }
    if scalars.last == "\n" { scalars.removeLast() }
    return String(scalars)
  }

  private static func key(final: UInt8, parameters: [Int]) -> NamedKey? {
    let hasModifier = parameters.count > 1 && parameters[1] > 1
    switch Unicode.Scalar(final) {
    case "A": return .up
    case "B": return .down
    case "C": return hasModifier ? .wordRight : .right
    case "D": return hasModifier ? .wordLeft : .left
    case "H": return .home
    case "F": return .end
    case "Z": return .backTab
    case "~":
      switch parameters.first {
      case 1, 7: return .home
      case 3: return .delete
      case 4, 8: return .end
      case 5: return .pageUp
      case 6: return .pageDown
      default: return nil
      }
    default: return nil
    }
  }
}
