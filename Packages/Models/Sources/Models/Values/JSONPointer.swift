/// A place inside a JSON document (RFC 6901), such as `/result/newslist/3/id`.
///
/// The empty pointer means the document itself. In text, `~1` stands for `/` and `~0` for `~`.
///
/// ```swift
/// let pointer: JSONPointer = "/result/newslist/3"
/// pointer.appending("id").description  // "/result/newslist/3/id"
/// JSONPointer(keys: ["a/b"]).description  // "/a~1b"
/// ```
public struct JSONPointer: Hashable, Sendable {
  /// The steps from the document to the place; an array index is written in decimal digits.
  public var tokens: [String]

  /// Makes a pointer from unescaped keys and indices.
  public init(keys: [String] = []) {
    tokens = keys
  }

  /// Parses the text form; returns `nil` if it is not empty and does not start with `/`, or has an invalid escape.
  public init?(parsing text: some StringProtocol) {
    guard !text.isEmpty else {
      self.init()
      return
    }
    guard text.utf8.first == ASCII.slash else { return nil }
    var tokens: [String] = []
    for part in text.utf8.dropFirst().split(
      separator: ASCII.slash, omittingEmptySubsequences: false)
    {
      guard let token = JSONPointer.unescape(part) else { return nil }
      tokens.append(token)
    }
    self.init(keys: tokens)
  }

  /// The document itself.
  public static let root = JSONPointer()

  /// Returns the pointer extended by a key.
  public func appending(_ key: String) -> JSONPointer {
    JSONPointer(keys: tokens + [key])
  }

  /// Returns the array index of a token (RFC 6901): digits without a sign and without leading zeros.
  static func index(_ token: String) -> Int? {
    guard token == "0" || token.utf8.first != ASCII.zero, token.utf8.allSatisfy(\.isASCIIDigit)
    else { return nil }
    return Int(token)
  }

  private static func unescape(_ part: some Collection<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var iterator = part.makeIterator()
    while let byte = iterator.next() {
      guard byte == ASCII.tilde else {
        bytes.append(byte)
        continue
      }
      switch iterator.next() {
      case ASCII.zero: bytes.append(ASCII.tilde)
      case ASCII.one: bytes.append(ASCII.slash)
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONPointer {
  /// Whether both mean the same place; keys are equal if their bytes are.
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.elementsEqual(right.tokens) { ExactKey($0) == ExactKey($1) }
  }

  /// Hashes the bytes of the keys.
  public func hash(into hasher: inout Hasher) {
    for token in tokens { hasher.combine(ExactKey(token)) }
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The text form of RFC 6901.
  public var description: String {
    tokens.map { token in
      "/" + token.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
    }.joined()
  }
}

extension JSONPointer: ExpressibleByStringLiteral {
  /// Makes a pointer from a literal; an invalid literal is a programming error and traps.
  public init(stringLiteral text: String) {
    guard let pointer = JSONPointer(parsing: text) else {
      fatalError(
        "\"\(text)\" is no JSON Pointer: start with / and write ~ as ~0, / as ~1.")
    }
    self = pointer
  }
}
