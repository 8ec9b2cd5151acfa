/// A checked document as a flat list of its values, with the place of each.
///
/// The slow path's view: built only when a decode needs positions, options or explanations.
final class JSONDocument {
  enum Kind: UInt8 {
    case null, bool, number, string, array, object
    case key
  }

  struct Entry {
    var kind: Kind
    var start: Int
    var end: Int
    /// The entry behind this one and all inside it.
    var next: Int
  }

  let bytes: PaddedBytes
  private(set) var entries: [Entry] = []
  /// What was looked for inside containers, so that many pointers into one do not walk over it each time.
  private var found: [Int: Children] = [:]

  private enum Children {
    case elements([Int])
    case members([String: Int])
  }

  init(_ bytes: PaddedBytes, depthLimit: Int) throws(ModelError) {
    self.bytes = bytes
    var reader = JSONReader(bytes, depthLimit: depthLimit)
    var open: [Int] = []
    repeat {
      reader.skipSpace()
      let start = reader.offset
      let kind = JSONDocument.kind(of: unsafe reader.cursor.pointee)
      switch kind {
      case .object: try reader.openObject()
      case .array: try reader.openArray()
      default: try reader.skipValue()
      }
      if kind == .object || kind == .array { open.append(entries.count) }
      entries.append(Entry(kind: kind, start: start, end: reader.offset, next: entries.count + 1))
      while let container = open.last, reader.state != .valueDue {
        let hasNext: Bool
        if entries[container].kind == .object {
          let place = try reader.nextKeyOffset()
          hasNext = place != nil
          if let place {
            entries.append(Entry(kind: .key, start: place, end: place, next: entries.count + 1))
          }
        } else {
          hasNext = try reader.nextElement()
        }
        if !hasNext {
          entries[container].end = reader.offset
          entries[container].next = entries.count
          open.removeLast()
        }
      }
    } while !open.isEmpty
    try reader.finish()
  }

  private static func kind(of byte: UInt8) -> Kind {
    switch byte {
    case ASCII.openBrace: .object
    case ASCII.openBracket: .array
    case ASCII.quote: .string
    case ASCII.t, ASCII.f: .bool
    case ASCII.n: .null
    default: .number
    }
  }

  /// A reader that stands at an entry.
  func reader(at entry: Int) -> JSONReader {
    var reader = JSONReader(bytes, depthLimit: Int.max)
    unsafe reader.cursor = UnsafePointer(bytes.base + entries[entry].start)
    return reader
  }

  func string(_ entry: Int) -> String {
    var reader = reader(at: entry)
    // The document was checked when it was built.
    return (try? reader.readString()) ?? ""
  }

  func elements(of array: Int) -> [Int] {
    var elements: [Int] = []
    var entry = array + 1
    while entry < entries[array].next {
      elements.append(entry)
      entry = entries[entry].next
    }
    return elements
  }

  /// Keys with the entries of key and value, in order.
  func members(of object: Int) -> [(key: String, keyEntry: Int, value: Int)] {
    var members: [(key: String, keyEntry: Int, value: Int)] = []
    var entry = object + 1
    while entry < entries[object].next {
      members.append((string(entry), entry, entry + 1))
      entry = entries[entry + 1].next
    }
    return members
  }

  /// The entry at a pointer, or `nil`; of a key that comes twice the first value, as in the decode of a model.
  func entry(at pointer: JSONPointer) -> Int? {
    var entry = 0
    for token in pointer.tokens {
      switch children(of: entry) {
      case .members(let members):
        guard let member = members[token] else { return nil }
        entry = member
      case .elements(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { return nil }
        entry = elements[index]
      case nil: return nil
      }
    }
    return entry
  }

  private func children(of entry: Int) -> Children? {
    if let children = found[entry] { return children }
    let children: Children? =
      switch entries[entry].kind {
      case .object:
        .members(
          Dictionary(
            members(of: entry).map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }))
      case .array: .elements(elements(of: entry))
      default: nil
      }
    found[entry] = children
    return children
  }
}

extension JSONReader {
  /// Like `nextKey()`, and tells where the key stands instead of its text.
  mutating func nextKeyOffset() throws(ModelError) -> Int? {
    guard try advanceToKey() else { return nil }
    let start = offset
    try skipValue()
    try colon()
    return start
  }
}
