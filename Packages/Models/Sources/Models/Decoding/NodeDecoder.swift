/// The `Decoder` that a model sees during a `DecodingPass`.
struct NodeDecoder: Decoder {
  let pass: DecodingPass
  let entry: Int
  let path: PathNode

  init(_ pass: DecodingPass, _ entry: Int, _ path: PathNode) {
    self.pass = pass
    self.entry = entry
    self.path = path
  }

  /// Makes a copy of a wrapper's decoder if it is a `NodeDecoder`.
  ///
  /// The types are compared first: under Foundation's decoder, a failed cast would be most of a wrapper's cost.
  init?(_ decoder: any Decoder) {
    guard type(of: decoder) == NodeDecoder.self, let node = decoder as? NodeDecoder else {
      return nil
    }
    self = node
  }

  var codingPath: [any CodingKey] { path.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard try pass.expect(.object, "an object", entry, path) else { throw Abandoned() }
    return KeyedDecodingContainer(NodeKeyedContainer<Key>(pass, entry, path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard try pass.expect(.array, "an array", entry, path) else { throw Abandoned() }
    return NodeUnkeyedContainer(pass, entry, path)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    self
  }
}

extension NodeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { pass.document.kind(of: entry) == .null }
  func decode(_ type: Bool.Type) throws -> Bool { try pass.bool(entry, path) }
  func decode(_ type: String.Type) throws -> String { try pass.string(entry, path) }
  func decode(_ type: Double.Type) throws -> Double { try pass.double(entry, path) }
  func decode(_ type: Float.Type) throws -> Float { try pass.float(entry, path) }
  func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
    try pass.integer(type, entry, path)
  }
  // The protocol's default implementations for these types would not call the generic method for integers.
  func decode(_ type: Int128.Type) throws -> Int128 { try pass.integer(type, entry, path) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try pass.integer(type, entry, path) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try pass.decode(type, entry, path)
  }
}
