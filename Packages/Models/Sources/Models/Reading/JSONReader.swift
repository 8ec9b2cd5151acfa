/// A one-pass pull parser for UTF-8 JSON: the caller requests one value after another.
///
/// It accepts exactly RFC 8259, keeps integers exact, never recurses itself, and stops at a depth limit. The caller
/// enters and iterates a container; the reader leaves it at its end.
@safe struct JSONReader: ~Copyable {
  /// The state of the parser, by what it read last.
  enum State: UInt8 {
    /// A container was opened, or nothing was read yet.
    case opened
    /// A whole value was read; a comma or the end must follow.
    case afterValue
    /// A key was read or an element was announced; its value must follow.
    case valueDue
  }

  let bytes: PaddedBytes
  let depthLimit: Int
  var cursor: UnsafePointer<UInt8>
  var depth = 0
  var state = State.opened
  private var stack = StackRoom()

  init(_ bytes: PaddedBytes, depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    unsafe cursor = UnsafePointer(bytes.base)
    // RFC 8259, 8.1 allows a parser to ignore a byte order mark.
    if unsafe bytes.count >= 3 && cursor[0] == 0xEF && cursor[1] == 0xBB && cursor[2] == 0xBF {
      unsafe cursor += 3
    }
  }

  /// Throws if anything but white space follows the first value.
  mutating func finish() throws(ModelError) {
    skipSpace()
    guard offset == bytes.count else {
      throw syntaxError(expected: "the end of the document", "Remove what follows the first value.")
    }
  }

  var offset: Int { unsafe cursor - UnsafePointer(bytes.base) }

  @_transparent
  mutating func skipSpace() {
    if unsafe cursor.pointee <= 0x20 { skipSpaces() }
  }

  mutating func skipSpaces() {
    while true {
      let byte = unsafe cursor.pointee
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      unsafe cursor += 1
    }
  }

  /// Enters the object or array at the cursor; iterate it with `nextKey()` or `nextElement()`.
  mutating func enter() throws(ModelError) {
    depth += 1
    guard depth <= depthLimit else { throw depthError() }
    // The reader does not recurse, but its callers do for nested values; a few levels fit on any stack.
    if depth > 32, stack.isUsedUp() { throw stackError() }
    unsafe cursor += 1
    state = .opened
  }

  /// Advances to the next element; returns `false` at the end and leaves the array.
  mutating func nextElement() throws(ModelError) -> Bool {
    skipSpace()
    let byte = unsafe cursor.pointee
    if byte == ASCII.comma && state == .afterValue {
      unsafe cursor += 1
      state = .valueDue
      return true
    }
    if byte == ASCII.closeBracket {
      leave()
      return false
    }
    guard state == .opened else {
      throw syntaxError(expected: "a comma or ]", "Put a comma between elements and ] at the end.")
    }
    state = .valueDue
    return true
  }

  /// Reads the next key; returns `nil` at the end and leaves the object.
  mutating func nextKey() throws(ModelError) -> String? {
    guard try advanceToKey() else { return nil }
    let key = try readString()
    try colon()
    return key
  }

  mutating func advanceToKey() throws(ModelError) -> Bool {
    skipSpace()
    var byte = unsafe cursor.pointee
    if byte == ASCII.comma && state == .afterValue {
      unsafe cursor += 1
      skipSpace()
      byte = unsafe cursor.pointee
    } else if byte == ASCII.closeBrace {
      leave()
      return false
    } else if state == .afterValue {
      throw syntaxError(expected: "a comma or }", "Put a comma between members and } at the end.")
    }
    guard byte == ASCII.quote else {
      throw syntaxError(
        expected: "a key in double quotes", "Write keys as \"key\", with no trailing comma.")
    }
    return true
  }

  mutating func colon() throws(ModelError) {
    if unsafe cursor.pointee != ASCII.colon { skipSpace() }
    guard unsafe cursor.pointee == ASCII.colon else {
      throw syntaxError(expected: "a colon", "Write \"key\": value.")
    }
    unsafe cursor += 1
    state = .valueDue
  }

  private mutating func leave() {
    unsafe cursor += 1
    depth -= 1
    state = .afterValue
  }
}
