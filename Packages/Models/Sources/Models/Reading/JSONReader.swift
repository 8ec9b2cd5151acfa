/// A one-pass pull reader of UTF-8 JSON, which is asked for one value after the other.
///
/// It accepts exactly RFC 8259, keeps integers exact, never recurses on its own, and stops at a
/// depth limit. Containers are entered, walked, and left by themselves at their end.
@safe struct JSONReader: ~Copyable {
  /// The byte before the cursor.
  enum State: UInt8 {
    /// A container was just opened, or nothing was read.
    case opened
    /// A whole value was read; a comma or the end must follow.
    case afterValue
    /// A key or an element was announced and its value not yet read.
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
    // RFC 8259 section 8.1 lets a parser ignore a byte order mark.
    if unsafe bytes.count >= 3 && cursor[0] == 0xEF && cursor[1] == 0xBB && cursor[2] == 0xBF {
      unsafe cursor += 3
    }
  }

  /// Refuses anything but white space after the first value.
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

  /// Enters the object or array under the cursor; walk it with `nextKey()` or `nextElement()`.
  mutating func enter() throws(ModelError) {
    depth += 1
    guard depth <= depthLimit else { throw depthError() }
    // The reader itself does not recurse, but a value inside a value does; a few levels fit on any stack.
    if depth > 32, stack.isUsedUp() { throw stackError() }
    unsafe cursor += 1
    state = .opened
  }

  /// Whether another element follows; `false` leaves the array.
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

  /// The next key as text; `nil` leaves the object.
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
