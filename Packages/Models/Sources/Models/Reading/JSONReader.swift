/// A one-pass pull reader of UTF-8 JSON: the model asks for what it wants, in document order.
///
/// It accepts exactly RFC 8259, keeps integers exact, never recurses on its own, and stops at a
/// depth limit. Containers are opened, walked and closed by themselves at their end; a value that
/// is not asked for is skipped. One task uses a reader at a time; it cannot be copied.
///
/// ```swift
/// try reader.openArray()
/// while try reader.nextElement() { total += try reader.readDouble() }
/// ```
@safe public struct JSONReader: ~Copyable {
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
  var hint = 0
  private var stack: StackRoom?

  init(_ bytes: PaddedBytes, depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    unsafe cursor = UnsafePointer(bytes.base)
    // RFC 8259 section 8.1 lets a parser ignore a byte order mark.
    if unsafe bytes.count >= 3 && cursor[0] == 0xEF && cursor[1] == 0xBB && cursor[2] == 0xBF {
      unsafe cursor += 3
    }
  }

  /// Reads one whole document and refuses anything but white space after it.
  static func read<Model: JSONReadable>(
    _ type: Model.Type, from bytes: PaddedBytes, depthLimit: Int
  ) throws(ModelError) -> Model {
    var reader = JSONReader(bytes, depthLimit: depthLimit)
    let model = try Model(from: &reader)
    try reader.finish()
    return model
  }

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

  // MARK: Containers

  /// Enters an object; walk it with `nextKey`.
  public mutating func openObject() throws(ModelError) {
    skipSpace()
    guard unsafe cursor.pointee == ASCII.openBrace else { throw mismatch("an object") }
    try enter()
  }

  /// Enters an array; walk it with `nextElement()`.
  public mutating func openArray() throws(ModelError) {
    skipSpace()
    guard unsafe cursor.pointee == ASCII.openBracket else { throw mismatch("an array") }
    try enter()
  }

  /// Whether another element follows; `false` leaves the array.
  public mutating func nextElement() throws(ModelError) -> Bool {
    if state == .valueDue { try skipValue() }
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

  /// The next key that the model knows, others being skipped; `nil` leaves the object.
  @inlinable
  public mutating func nextKey<Key>(of keys: JSONKeys<Key>) throws(ModelError) -> Key? {
    let index = try nextIndex(in: keys.table)
    return index < 0 ? nil : keys.cases[index]
  }

  /// The next key as text; `nil` leaves the object.
  public mutating func nextKey() throws(ModelError) -> String? {
    guard try advanceToKey() else { return nil }
    let key = try string(expected: "a key")
    try colon()
    return key
  }

  @usableFromInline
  mutating func nextIndex(in table: JSONKeyTable) throws(ModelError) -> Int {
    while try advanceToKey() {
      let start = unsafe cursor + 1
      let span = try scanString()
      var index: Int
      if span.isEscaped {
        let key = try unsafe decodeString(start, span.length)
        index = unsafe key.withPadded { unsafe table.index(of: $0, $1, hint: hint) }
      } else {
        index = unsafe table.index(of: start, span.length, hint: hint)
        if index < 0 { try unsafe validateUTF8(start, span) }
      }
      try colon()
      if index >= 0 {
        hint = index &+ 1
        return index
      }
      try skipValue()
    }
    return -1
  }

  mutating func advanceToKey() throws(ModelError) -> Bool {
    if state == .valueDue { try skipValue() }
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

  private mutating func enter() throws(ModelError) {
    depth += 1
    guard depth <= depthLimit else { throw depthError() }
    // A few levels fit on any stack.
    if depth > 32 { try checkStack() }
    unsafe cursor += 1
    state = .opened
    hint = 0
  }

  /// The reader itself does not recurse, but a model inside a model does.
  private mutating func checkStack() throws(ModelError) {
    let stack = stack ?? StackRoom()
    self.stack = stack
    if stack.isUsedUp { throw stackError() }
  }

  private mutating func leave() {
    unsafe cursor += 1
    depth -= 1
    state = .afterValue
  }
}

extension String {
  /// Calls the body with the UTF-8 bytes followed by eight zeros.
  fileprivate func withPadded<Result>(_ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
    let bytes = PaddedBytes(self)
    return unsafe body(UnsafePointer(bytes.base), bytes.count)
  }
}
