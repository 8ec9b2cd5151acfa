/// The head of an HTTP request, parsed strictly; a pure value.
///
/// Ambiguous input is refused: line ends other than CR LF, control characters, folded lines, white space around a name,
/// and repeated fields that may occur only once (RFC 9112, sections 2.2 and 5).
struct StudioHead: Sendable, Equatable {
  /// The reason for refusing a request, as the status code of the answer.
  struct Refusal: Error, Equatable {
    let status: Int

    /// The head cannot be parsed.
    static let malformed = Refusal(status: 400)
    /// The head is longer than ``StudioHead/longest``.
    static let tooLong = Refusal(status: 431)
    /// The request uses another version of HTTP.
    static let otherVersion = Refusal(status: 505)
  }

  /// The maximum number of bytes of a head, with the empty line at its end.
  static let longest = 8 << 10

  let method: String
  /// The target as it was sent; absolute targets are refused by ``StudioAccess``, since no path is like them.
  let target: String
  /// The values of the fields that the server needs, by lower-case name.
  private var fields: [String: String] = [:]

  /// The required fields that may occur only once; `connection` is a list and may be repeated.
  private static let singles: Set<String> = [
    "host", "origin", "upgrade", "sec-websocket-key", "sec-websocket-version", "content-length",
    "transfer-encoding",
  ]

  /// The value of a field, without white space around it.
  ///
  /// - Parameter name: The name in lower case.
  subscript(name: String) -> String? { fields[name] }

  /// Whether a body follows the head.
  var hasBody: Bool {
    fields["transfer-encoding"] != nil || fields["content-length"]?.contains { $0 != "0" } == true
  }

  /// Parses a head whose lines all end with CR LF, without the empty line.
  init(lines bytes: some Sequence<UInt8>) throws(Refusal) {
    var lines = bytes.split(separator: .lineFeed).map { $0.dropLast() }[...]
    guard let first = lines.popFirst() else { throw .malformed }
    let parts = first.split(separator: .space, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isToken, !parts[1].isEmpty,
      parts[1].allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .malformed }
    method = String(decoding: parts[0], as: UTF8.self)
    target = String(decoding: parts[1], as: UTF8.self)
    guard parts[2].elementsEqual("HTTP/1.1".utf8) else {
      throw parts[2].starts(with: "HTTP/".utf8) ? .otherVersion : .malformed
    }
    for line in lines { try add(line) }
    if let length = fields["content-length"]?.utf8 {
      guard !length.isEmpty, length.allSatisfy(\.isDigit) else { throw .malformed }
    }
  }

  private mutating func add(_ line: ArraySlice<UInt8>) throws(Refusal) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].isToken else {
      throw .malformed
    }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    let value = String(decoding: line[(colon + 1)...].withoutBlanksAround, as: UTF8.self)
    if name == "connection" {
      fields[name] = [fields[name], value].compactMap(\.self).joined(separator: ",")
    } else if Self.singles.contains(name) {
      guard fields.updateValue(value, forKey: name) == nil else { throw .malformed }
    }
  }
}

/// A reader for the head of a request in a byte stream, independent of its chunks; a pure value.
///
/// Each byte is checked when it arrives, so that an invalid head is refused without waiting for its end.
struct StudioHeadReader {
  private var bytes: [UInt8] = []

  /// Adds received bytes.
  ///
  /// - Returns: The head if it is complete, and the bytes after it.
  /// - Throws: The reason for refusing the request, as soon as it is known.
  mutating func take(
    _ new: [UInt8]
  ) throws(StudioHead.Refusal) -> (head: StudioHead, rest: [UInt8])? {
    for (index, byte) in new.enumerated() {
      guard bytes.count < StudioHead.longest else { throw .tooLong }
      guard isAllowed(byte) else { throw .malformed }
      bytes.append(byte)
      guard byte == .lineFeed, bytes.dropLast(2).last ?? .lineFeed == .lineFeed else { continue }
      return (try StudioHead(lines: bytes.dropLast(2)), Array(new[(index + 1)...]))
    }
    return nil
  }

  /// Whether a byte may come next: after a carriage return only a line feed, otherwise no control character except
  /// tabs.
  private func isAllowed(_ byte: UInt8) -> Bool {
    if bytes.last == .carriageReturn { return byte == .lineFeed }
    return byte == .carriageReturn || byte == .tab || byte >= .space && byte != 0x7F
  }
}

extension UInt8 {
  fileprivate static let tab = UInt8(ascii: "\t")
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
  fileprivate static let space = UInt8(ascii: " ")

  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether the byte may occur in a method or field name.
  fileprivate var isOfToken: Bool {
    isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
      || "!#$%&'*+-.^_`|~".utf8.contains(self)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isToken: Bool { !isEmpty && allSatisfy(\.isOfToken) }

  fileprivate var withoutBlanksAround: ArraySlice {
    func isBlank(_ byte: UInt8) -> Bool { byte == .space || byte == .tab }
    let start = drop(while: isBlank)
    return start.prefix(upTo: start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex)
  }
}
