extension JSONValue: Codable {
  /// Decodes any JSON; another coder than this package's may lose digits and the order of members.
  public init(from decoder: any Decoder) throws {
    if let node = NodeDecoder(decoder) {
      self = try node.pass.value(node.entry, node.path)
      return
    }
    try ProblemLog.refuseLoss(in: decoder)
    if let keyed = try? decoder.container(keyedBy: NamedKey.self) {
      var object = JSONObject()
      for key in keyed.allKeys {
        object[key.stringValue] = try JSONValue(from: keyed.superDecoder(forKey: key))
      }
      self = .object(object)
      return
    }
    if var unkeyed = try? decoder.unkeyedContainer() {
      var array: [JSONValue] = []
      while !unkeyed.isAtEnd { array.append(try JSONValue(from: unkeyed.superDecoder())) }
      self = .array(array)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let value = try? single.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? single.decode(String.self) {
      self = .string(value)
    } else {
      self = .number(try JSONNumber(from: decoder))
    }
  }

  /// Encodes the JSON; another coder than this package's may change the digits and the order of members.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .number(let value): try value.encode(to: encoder)
    case .string(let value): try value.encode(to: encoder)
    case .array(let value):
      if try !writeLiterally(to: encoder) { try value.encode(to: encoder) }
    case .object(let object):
      if try writeLiterally(to: encoder) { return }
      var container = encoder.container(keyedBy: NamedKey.self)
      for (key, value) in object { try container.encode(value, forKey: NamedKey(key)) }
    }
  }

  /// Makes this package's encoder write the JSON text unchanged; returns false for any other encoder.
  private func writeLiterally(to encoder: any Encoder) throws -> Bool {
    guard let literals = encoder.userInfo[Literals.key] as? Literals else { return false }
    var container = encoder.singleValueContainer()
    try container.encode(literals.name(of: description))
    return true
  }
}

extension JSONValue {
  /// Parses one whole document; throws if anything but white space follows it.
  init(
    document bytes: PaddedBytes, depthLimit: Int = DecodingOptions.usualDepth
  ) throws(ModelError) {
    var reader = JSONReader(bytes, depthLimit: depthLimit)
    try self.init(from: &reader)
    try reader.finish()
  }

  /// Parses any JSON value; of duplicate keys, the last value stays.
  init(from reader: inout JSONReader) throws(ModelError) {
    reader.skipSpace()
    switch unsafe reader.cursor.pointee {
    case ASCII.openBrace:
      var object = JSONObject()
      try reader.enter()
      while let key = try reader.nextKey() { object[key] = try JSONValue(from: &reader) }
      self = .object(object)
    case ASCII.openBracket:
      var array: [JSONValue] = []
      try reader.enter()
      while try reader.nextElement() { array.append(try JSONValue(from: &reader)) }
      self = .array(array)
    case ASCII.quote: self = .string(try reader.readString())
    case ASCII.t:
      try reader.literal("true")
      self = .bool(true)
    case ASCII.f:
      try reader.literal("false")
      self = .bool(false)
    case ASCII.n:
      try reader.literal("null")
      self = .null
    default: self = .number(try reader.readNumber())
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// Compact JSON in document order; Chinese and other scripts are not escaped.
  public var description: String { JSONWriter.text(of: self, isPretty: false) }

  /// Indented JSON with two spaces per level, in document order.
  public var pretty: String { JSONWriter.text(of: self, isPretty: true) }
}
