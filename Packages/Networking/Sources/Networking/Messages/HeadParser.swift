import HTTPTypes

/// A parser of response heads; it works on bytes, because `"\r\n"` is one `Character` in Swift.
///
/// It refuses ambiguous input (request smuggling, RFC 9112, 6.3 and 11.2): conflicting lengths, a length together with
/// `chunked`, bare line feeds. It also refuses every other transfer coding: nobody requests one, and libcurl would
/// decompress a stream that must arrive unchanged.
struct HeadParser {
  enum Event: Equatable {
    case more
    case head(status: HTTPResponse.Status, version: String, headers: HTTPFields)
  }

  /// A limit that no server reaches; above 65 535 fields, the list of HTTPTypes stops the program.
  static let maximumFields = 10_000

  private let limit: Int
  private var total = 0
  private var status = 0
  private var version = ""
  private var fields = HTTPFields()
  /// The continuation lines of the last field; they are appended together, because each append copies the whole value.
  private var continuation = ""
  private var isStarted = false
  private var isDone = false

  /// Makes a parser that accepts at most `limit` bytes for all heads and trailers of one exchange.
  init(limit: Int) {
    self.limit = limit
  }

  /// Parses one line, including its line end.
  mutating func take(_ line: Span<UInt8>) throws(NetworkError) -> Event {
    total += line.count
    guard total <= limit else {
      throw NetworkError(
        .tooLarge, "The headers go beyond \(limit) bytes; raise limits.headers if this is right.")
    }
    guard line.count >= 2, line[line.count - 2] == 0x0D, line[line.count - 1] == 0x0A else {
      throw malformed("a header line does not end in CR LF")
    }
    let content = line.extracting(..<(line.count - 2))
    guard content.indices.allSatisfy({ content[$0] != 0x0D && content[$0] != 0 }) else {
      throw malformed("a header line holds a CR or NUL")
    }
    if isDone { return .more }
    guard isStarted else {
      try takeStatus(content)
      return .more
    }
    if !content.isEmpty, isBlank(content[0]) {
      guard !fields.isEmpty else { throw malformed("the first header is a continuation line") }
      continuation += " " + trimmedText(content)
      return .more
    }
    if !continuation.isEmpty, let last = fields.popLast() {
      let whole = Array((last.value + continuation).utf8)
      fields.append(field(last.name, trimmedText(whole.span)))
      continuation = ""
    }
    guard !content.isEmpty else { return try finish() }
    guard let colon = content.indices.first(where: { content[$0] == UInt8(ascii: ":") }) else {
      throw malformed("a header line has no colon")
    }
    guard let name = HTTPField.Name(text(content.extracting(..<colon))) else {
      throw malformed("a header name holds a space or another forbidden character")
    }
    guard fields.count < Self.maximumFields else {
      throw NetworkError(
        .tooLarge, "The server sent more than \(Self.maximumFields) header fields. Fix the server."
      )
    }
    fields.append(field(name, trimmedText(content.extracting((colon + 1)...))))
    return .more
  }

  private mutating func takeStatus(_ content: Span<UInt8>) throws(NetworkError) {
    let space = UInt8(ascii: " ")
    guard content.count > 5, zip(0..., "HTTP/".utf8).allSatisfy({ content[$0] == $1 }),
      let gap = content.indices.first(where: { content[$0] == space }),
      gap + 3 < content.count, gap + 4 == content.count || content[gap + 4] == space
    else {
      throw malformed("the status line is not one of HTTP")
    }
    var code = 0
    for index in (gap + 1)...(gap + 3) {
      let byte = content[index]
      guard byte.isDigit else { throw malformed("the status is not a number") }
      code = code * 10 + Int(byte - UInt8(ascii: "0"))
    }
    guard code >= 100 else { throw malformed("the status is below 100") }
    status = code
    version = text(content.extracting(..<gap))
    fields.reserveCapacity(8)
    isStarted = true
  }

  private mutating func finish() throws(NetworkError) -> Event {
    let headers = fields
    fields = [:]
    isStarted = false
    guard status >= 200 else {
      guard status != 101 else { throw malformed("the server switched protocols unasked") }
      return .more
    }
    try checkFraming(headers)
    isDone = true
    return .head(status: HTTPResponse.Status(code: status), version: version, headers: headers)
  }

  private func checkFraming(_ headers: HTTPFields) throws(NetworkError) {
    let codings = headers[values: .transferEncoding]
    guard codings.isEmpty || codings.map({ $0.lowercased() }) == ["chunked"] else {
      throw malformed("its Transfer-Encoding is something else than chunked")
    }
    let lengths = headers[values: .contentLength]
    guard let length = lengths.first else { return }
    guard length.isDecimal, length.utf8.count < 19 else {
      throw malformed("Content-Length '\(length)' is not a number")
    }
    guard lengths.allSatisfy({ $0 == length }) else {
      throw malformed("two Content-Length headers disagree")
    }
    guard codings.isEmpty else {
      throw malformed("it has both Content-Length and Transfer-Encoding")
    }
  }

  /// Makes a field with an unchanged value: HTTPTypes replaces control characters with spaces, which changes an `ETag`.
  private func field(_ name: HTTPField.Name, _ value: String) -> HTTPField {
    HTTPField.isValidValue(value)
      ? HTTPField(name: name, value: value) : HTTPField(name: name, lenientValue: value.utf8)
  }

  private func malformed(_ what: String) -> NetworkError {
    NetworkError(
      .malformedResponse, "The server's answer is not valid HTTP: \(what). Fix the server.")
  }

  private func trimmedText(_ bytes: Span<UInt8>) -> String {
    var (start, end) = (0, bytes.count)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return text(bytes.extracting(start..<end))
  }

  /// Decodes bytes as UTF-8 if they are valid, otherwise as Latin-1, where every byte is a character.
  private func text(_ bytes: Span<UInt8>) -> String {
    var bits: UInt8 = 0
    for index in bytes.indices { bits |= bytes[index] }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      if bits < 0x80 { return unsafe String(decoding: bytes, as: UTF8.self) }
      if let text = unsafe String(validating: bytes, as: UTF8.self) { return text }
      return String(String.UnicodeScalarView(unsafe bytes.map { Unicode.Scalar($0) }))
    }
  }
}

private func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}
