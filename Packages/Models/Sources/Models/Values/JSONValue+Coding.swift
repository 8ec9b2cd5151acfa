extension JSONValue: Codable, JSONReadable, JSONWritable {
  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads any JSON through any coder; through another than this package's it has the digits and the order that
  /// the coder keeps.
  public init(from decoder: any Decoder) throws {
    if let node = NodeDecoder(decoder) {
      self = try node.pass.value(node.entry)
      return
    }
    try ProblemLog.refuseLoss(in: decoder)
    try self.init(reading: decoder)
  }

  /// Reads any JSON as another coder keeps it.
  init(reading decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: AnyKey.self) {
      var object = JSONObject()
      for key in keyed.allKeys {
        object[key.stringValue] = try JSONValue(reading: keyed.superDecoder(forKey: key))
      }
      self = .object(object)
      return
    }
    if var unkeyed = try? decoder.unkeyedContainer() {
      var array: [JSONValue] = []
      while !unkeyed.isAtEnd { array.append(try JSONValue(reading: unkeyed.superDecoder())) }
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
      self = .number(try JSONNumber(reading: single))
    }
  }

  /// Writes the JSON through any coder.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .number(let value): try value.encode(to: encoder)
    case .string(let value): try value.encode(to: encoder)
    case .array(let value): try value.encode(to: encoder)
    case .object(let object):
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in object { try container.encode(value, forKey: AnyKey(stringValue: key)) }
    }
  }

  /// Reads any JSON; of a key that comes twice the last value stays.
  public init(from reader: inout JSONReader) throws(ModelError) {
    reader.skipSpace()
    switch unsafe reader.cursor.pointee {
    case ASCII.openBrace:
      var object = JSONObject()
      try reader.openObject()
      while let key = try reader.nextKey() { object[key] = try JSONValue(from: &reader) }
      self = .object(object)
    case ASCII.openBracket: self = .array(try reader.readArray())
    case ASCII.quote: self = .string(try reader.readString())
    case ASCII.t, ASCII.f: self = .bool(try reader.readBool())
    case ASCII.n:
      try reader.literal("null")
      self = .null
    default:
      guard reader.isNumberStart else { throw reader.mismatch("a value") }
      self = .number(try reader.readNumber())
    }
  }

  /// Writes the JSON.
  public func write(to writer: inout JSONWriter) throws(ModelError) {
    switch self {
    case .null: writer.writeNull()
    case .bool(let value): writer.write(value)
    case .number(let value): try value.write(to: &writer)
    case .string(let value): writer.write(value)
    case .array(let values):
      writer.openArray()
      for value in values { try value.write(to: &writer) }
      writer.closeArray()
    case .object(let object):
      writer.openObject()
      for (key, value) in object {
        writer.writeKey(key)
        try value.write(to: &writer)
      }
      writer.closeObject()
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// Compact JSON in the order of the document; Chinese and other scripts stay readable.
  public var description: String { printed(isPretty: false) }

  /// JSON for people: two spaces of indentation, in the order of the document.
  public var pretty: String { printed(isPretty: true) }

  private func printed(isPretty: Bool) -> String {
    var writer = JSONWriter(isPretty: isPretty)
    // A JSONValue holds no number that cannot be written.
    try? write(to: &writer)
    return writer.text
  }
}
