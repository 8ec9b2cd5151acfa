struct NodeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let pass: DecodingPass
  let object: Int
  let path: PathNode
  /// The document's entry for each key; with converted keys, the model's key, otherwise the document's key.
  private let members: [ExactKey: Int]

  init(_ pass: DecodingPass, _ object: Int, _ path: PathNode) {
    self.pass = pass
    self.object = object
    self.path = path
    var members: [ExactKey: Int] = [:]
    // Two keys, such as created_at and createdAt, may become the same key of the model; the first one counts.
    pass.document.forEachKey(of: object) { key in
      let name = ExactKey(NodeKeyedContainer.name(of: key, pass))
      if members[name] == nil { members[name] = key }
      return true
    }
    self.members = members
  }

  var codingPath: [any CodingKey] { path.codingPath }

  var allKeys: [Key] {
    // The order is that of the document.
    members.values.sorted().compactMap { entry in
      let name = NodeKeyedContainer.name(of: entry, pass)
      guard case .mapped(let map) = pass.options.keys else { return Key(stringValue: name) }
      // The candidates are the model's keys with this spelling, and the name itself if it has no other spelling.
      let names = map.filter { $0.value.contains(name) }.map(\.key).sorted()
      return (names + (map[name] == nil ? [name] : [])).lazy.compactMap(Key.init(stringValue:))
        .first { find($0)?.entry == entry + 1 }
    }
  }

  /// Returns the key in the form that the model asks for.
  private static func name(of key: Int, _ pass: DecodingPass) -> String {
    let token = pass.document.string(key)
    if case .snakeCase = pass.options.keys { return SnakeCase.camel(token) }
    return token
  }

  /// Returns the value's entry and path for a key, or `nil` if the document lacks the key.
  private func find(_ key: some CodingKey) -> (entry: Int, path: PathNode)? {
    let name = key.stringValue
    switch pass.options.keys {
    case .mapped(let map):
      for alias in map[name] ?? [name] {
        if let member = members[ExactKey(alias)] { return (member + 1, PathNode(path, alias, key)) }
      }
      return nil
    case .snakeCase:
      return members[ExactKey(name)].map {
        ($0 + 1, PathNode(path, pass.document.string($0), key))
      }
    case .asWritten: return members[ExactKey(name)].map { ($0 + 1, PathNode(path, name, key)) }
    }
  }

  private func require(_ key: Key) throws -> (entry: Int, path: PathNode)? {
    if let found = find(key) { return found }
    var name = key.stringValue
    if case .mapped(let map) = pass.options.keys, let first = map[name]?.first { name = first }
    try pass.failMissing(key, as: name, in: object, path)
    return nil
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let (entry, _) = try require(key) else { return true }
    return pass.document.kind(of: entry) == .null
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try require(key).map { try pass.bool($0.entry, $0.path) } ?? false
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try require(key).map { try pass.string($0.entry, $0.path) } ?? ""
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try require(key).map { try pass.double($0.entry, $0.path) } ?? 0
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try require(key).map { try pass.float($0.entry, $0.path) } ?? 0
  }

  func decode<Integer: FixedWidthInteger & Decodable>(
    _ type: Integer.Type, forKey key: Key
  ) throws -> Integer {
    try integer(type, key)
  }

  private func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type, _ key: Key
  ) throws -> Integer {
    try require(key).map { try pass.integer(type, $0.entry, $0.path) } ?? 0
  }

  // The protocol's default implementations for these types would not call the generic method for integers.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(type, key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let (entry, place) = try require(key) else { return try pass.standIn(for: type) }
    return try pass.decode(type, entry, place)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try optional(type, key)
  }

  // The protocol's default implementations for these types would not call `optional`.
  func decodeIfPresent(_ t: Bool.Type, forKey k: Key) throws -> Bool? { try optional(t, k) }
  func decodeIfPresent(_ t: String.Type, forKey k: Key) throws -> String? { try optional(t, k) }
  func decodeIfPresent(_ t: Double.Type, forKey k: Key) throws -> Double? { try optional(t, k) }
  func decodeIfPresent(_ t: Float.Type, forKey k: Key) throws -> Float? { try optional(t, k) }
  func decodeIfPresent(_ t: Int.Type, forKey k: Key) throws -> Int? { try optional(t, k) }
  func decodeIfPresent(_ t: Int8.Type, forKey k: Key) throws -> Int8? { try optional(t, k) }
  func decodeIfPresent(_ t: Int16.Type, forKey k: Key) throws -> Int16? { try optional(t, k) }
  func decodeIfPresent(_ t: Int32.Type, forKey k: Key) throws -> Int32? { try optional(t, k) }
  func decodeIfPresent(_ t: Int64.Type, forKey k: Key) throws -> Int64? { try optional(t, k) }
  func decodeIfPresent(_ t: Int128.Type, forKey k: Key) throws -> Int128? { try optional(t, k) }
  func decodeIfPresent(_ t: UInt.Type, forKey k: Key) throws -> UInt? { try optional(t, k) }
  func decodeIfPresent(_ t: UInt8.Type, forKey k: Key) throws -> UInt8? { try optional(t, k) }
  func decodeIfPresent(_ t: UInt16.Type, forKey k: Key) throws -> UInt16? { try optional(t, k) }
  func decodeIfPresent(_ t: UInt32.Type, forKey k: Key) throws -> UInt32? { try optional(t, k) }
  func decodeIfPresent(_ t: UInt64.Type, forKey k: Key) throws -> UInt64? { try optional(t, k) }
  func decodeIfPresent(_ t: UInt128.Type, forKey k: Key) throws -> UInt128? { try optional(t, k) }

  /// Decodes an optional; in a lossy decode, a broken value becomes `nil`.
  private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    guard let (entry, place) = find(key), pass.document.kind(of: entry) != .null else {
      return nil
    }
    if pass.options.isLossy { return pass.attempt(type, entry, place, effect: .replaced) }
    return try pass.survive { try pass.decode(type, entry, place) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  private func nested(_ key: Key) throws -> NodeDecoder {
    guard let (entry, place) = try require(key) else { throw Abandoned() }
    return NodeDecoder(pass, entry, place)
  }

  func superDecoder() throws -> any Decoder { try decoder(for: NamedKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(for: key) }

  private func decoder(for key: some CodingKey) throws -> any Decoder {
    if let (entry, place) = find(key) { return NodeDecoder(pass, entry, place) }
    // A missing key gets a decoder of null, as in Foundation.
    let null = try JSONDocument(PaddedBytes("null"), depthLimit: 1)
    return NodeDecoder(
      DecodingPass(null, pass.options), 0, PathNode(path, key.stringValue, key))
  }
}

struct NodeUnkeyedContainer: UnkeyedDecodingContainer {
  let pass: DecodingPass
  let path: PathNode
  private let array: Int
  private let elements: Int
  private(set) var currentIndex = 0
  private var entry: Int

  init(_ pass: DecodingPass, _ array: Int, _ path: PathNode) {
    self.pass = pass
    self.path = path
    self.array = array
    entry = array + 1
    var count = 0
    pass.document.forEachElement(of: array) { _, _ in
      count += 1
      return true
    }
    elements = count
  }

  var codingPath: [any CodingKey] { path.codingPath }
  var count: Int? { elements }
  var isAtEnd: Bool { currentIndex >= elements }

  /// Returns the decoder of the next element.
  private mutating func current() throws -> NodeDecoder {
    // A stopped decode jumps to the end, so that a model which catches errors and loops over all elements terminates.
    guard !pass.isStopped else {
      currentIndex = elements
      throw Abandoned()
    }
    guard !isAtEnd else {
      try pass.fail(
        .missing, array, path, expected: "at least \(currentIndex + 1) elements",
        remedy: "Send the element.")
      throw Abandoned()
    }
    return NodeDecoder(pass, entry, PathNode(path, currentIndex))
  }

  private mutating func advance() {
    entry = pass.document.next(after: entry)
    currentIndex += 1
  }

  mutating func decodeNil() throws -> Bool {
    let isNull = try current().decodeNil()
    if isNull { advance() }
    return isNull
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let decoder = try current()
    let value = try pass.decode(type, decoder.entry, decoder.path)
    advance()
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try current().container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try current().unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try current()
    advance()
    return decoder
  }
}
