/// A validated document as a flat list of its values, with the position of each.
///
/// An entry takes eight bytes: a document that does not fit its model must not take much more memory than its text.
final class JSONDocument {
  enum Kind: UInt8 {
    case null, bool, number, string, array, object
  }

  /// A value, or the key of a member; a key's value is the entry after it.
  private struct Entry {
    var start: UInt32
    /// The index of the entry after this one and all its descendants.
    var next: UInt32
  }

  let bytes: PaddedBytes
  private var entries: [Entry] = []
  private(set) var depth = 0
  /// Whether every key is ASCII without escapes, so that comparing text equals comparing bytes.
  private(set) var hasPlainKeys = true
  /// Whether Foundation's decoder reads every number as this package does.
  private(set) var hasPlainNumbers = true

  /// Reads a document in one pass, without recursion.
  ///
  /// - Throws: `ModelError` if it is not JSON, exceeds the depth limit, or has 4 GiB or more.
  convenience init(_ bytes: PaddedBytes, depthLimit: Int) throws(ModelError) {
    guard bytes.count < Int(UInt32.max) else {
      let problem = JSONProblem(
        .limit, at: .root, expected: "a document of less than 4 GiB", found: "\(bytes.count) bytes",
        remedy: "Send it in parts.")
      throw ModelError(problems: [problem])
    }
    var reader = JSONReader(bytes, depthLimit: depthLimit)
    try self.init(valueAt: &reader)
    try reader.finish()
  }

  /// Reads one value and leaves the reader after it.
  init(valueAt reader: inout JSONReader) throws(ModelError) {
    bytes = reader.bytes
    var open: [Int] = []
    repeat {
      reader.skipSpace()
      let start = reader.offset
      let byte = unsafe reader.cursor.pointee
      if byte == ASCII.openBrace || byte == ASCII.openBracket {
        try reader.enter()
        open.append(entries.count)
        depth = max(depth, open.count)
      } else if reader.isNumberStart {
        let number = try reader.scanNumber()
        hasPlainNumbers = hasPlainNumbers && reader.isPlain(number)
        reader.state = .afterValue
      } else {
        try reader.skipScalar()
      }
      append(start)
      while let container = open.last, reader.state != .valueDue {
        let hasNext: Bool
        if self.byte(container) == ASCII.openBrace {
          let key = try reader.nextKeySpan()
          hasNext = key != nil
          if let key {
            append(key.start)
            if !key.isPlain { hasPlainKeys = false }
          }
        } else {
          hasNext = try reader.nextElement()
        }
        if !hasNext {
          entries[container].next = UInt32(entries.count)
          open.removeLast()
        }
      }
    } while !open.isEmpty
  }

  private func append(_ start: Int) {
    entries.append(Entry(start: UInt32(start), next: UInt32(entries.count + 1)))
  }

  private func byte(_ entry: Int) -> UInt8 { unsafe bytes.base[start(of: entry)] }

  func start(of entry: Int) -> Int { Int(entries[entry].start) }

  /// Returns the index of the entry after this one and all its descendants.
  func next(after entry: Int) -> Int { Int(entries[entry].next) }

  func kind(of entry: Int) -> Kind {
    switch byte(entry) {
    case ASCII.openBrace: .object
    case ASCII.openBracket: .array
    case ASCII.quote: .string
    case ASCII.t, ASCII.f: .bool
    case ASCII.n: .null
    default: .number
    }
  }

  func reader(at entry: Int) -> JSONReader {
    var reader = JSONReader(bytes, depthLimit: Int.max)
    unsafe reader.cursor = UnsafePointer(bytes.base + start(of: entry))
    return reader
  }

  func string(_ entry: Int) -> String {
    var reader = reader(at: entry)
    // The text is valid, because the document was validated when it was built.
    return (try? reader.readString()) ?? ""
  }

  /// Calls the body with the index and entry of each element until it returns `false`.
  func forEachElement(of array: Int, _ body: (_ index: Int, _ entry: Int) throws -> Bool) rethrows {
    var entry = array + 1
    var index = 0
    while entry < next(after: array), try body(index, entry) {
      entry = next(after: entry)
      index += 1
    }
  }

  /// Calls the body with the entry of each key, in order, until it returns `false`; the next entry is the key's value.
  func forEachKey(of object: Int, _ body: (_ key: Int) throws -> Bool) rethrows {
    var key = object + 1
    while key < next(after: object), try body(key) { key = next(after: key + 1) }
  }

  /// Returns the entries of an object's first keys, in order.
  func keys(of object: Int, atMost limit: Int) -> [Int] {
    var keys: [Int] = []
    forEachKey(of: object) { key in
      keys.append(key)
      return keys.count < limit
    }
    return keys
  }

  /// Returns the entry at a pointer, or `nil`; of duplicate keys, the first one counts.
  func entry(at pointer: JSONPointer) -> Int? {
    var entry = 0
    for token in pointer.tokens {
      let name = ExactKey(token)
      let position = JSONPointer.index(token)
      var child: Int?
      switch kind(of: entry) {
      case .object:
        forEachKey(of: entry) { key in
          if ExactKey(string(key)) == name { child = key + 1 }
          return child == nil
        }
      case .array:
        forEachElement(of: entry) { index, element in
          if index == position { child = element }
          return child == nil
        }
      default: break
      }
      guard let child else { return nil }
      entry = child
    }
    return entry
  }
}

extension JSONReader {
  /// Reads the next key as `nextKey()` does; returns its position and whether it is plain ASCII, not its text.
  mutating func nextKeySpan() throws(ModelError) -> (start: Int, isPlain: Bool)? {
    guard try advanceToKey() else { return nil }
    let place = offset
    let span = try skipString()
    try colon()
    return (place, span.isASCII && !span.isEscaped)
  }
}
