/// A property that takes its value also in another JSON type: `"12"` as a number, `1` as a Boolean, `12` as a string.
///
/// Each conversion is reported, so that the server can be mended. What makes no sense is still an error:
/// `"twelve"` is no number, and 2 is no Boolean.
///
/// ```swift
/// struct Reply: Decodable { @Lenient var count: Int }
/// try ModelDecoder().decode(Reply.self, from: #"{"count": "12"}"#).count  // 12
/// ```
@propertyWrapper
public struct Lenient<Value: LenientDecodable> {
  /// The value.
  public var wrappedValue: Value

  /// Wraps a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

extension Lenient: Decodable {
  /// Decodes the value, or converts it and reports that.
  public init(from decoder: any Decoder) throws {
    do {
      // While a pass explores, a failed attempt must leave no note: it may still be converted.
      if let node = NodeDecoder(decoder) {
        guard let value = node.pass.quietly(Value.self, node.entry, node.path) else {
          throw Abandoned()
        }
        wrappedValue = value
      } else {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
      }
    } catch {
      guard let scalar = try Self.scalar(at: decoder), let value = Value.converted(from: scalar)
      else {
        wrappedValue = try decoder.singleValueContainer().decode(Value.self)
        return
      }
      wrappedValue = value
      let expected = JSONProblem.words(for: Value.self)
      let remedy = "Correct the value: it was converted."
      if let node = NodeDecoder(decoder) {
        node.pass.note(
          .wrongType, node.entry, node.path, expected: expected, remedy: remedy, effect: .converted)
      } else {
        try ProblemLog.refuseLoss(in: decoder)
      }
    }
  }
}

extension Lenient {
  /// The value at a decoder; `nil` for an array or an object, which stands for nothing else and may be large.
  private static func scalar(at decoder: any Decoder) throws -> JSONValue? {
    guard let node = NodeDecoder(decoder) else {
      let value = try JSONValue(reading: decoder)
      if value.number != nil, value.int == nil { try ProblemLog.refuseLoss(in: decoder) }
      return value
    }
    return node.pass.document.scalar(node.entry)
  }
}

extension Lenient: Encodable where Value: Encodable {
  /// Writes the value alone, in the form that the encoder has for its type.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Lenient: Equatable where Value: Equatable {}
extension Lenient: Hashable where Value: Hashable {}
extension Lenient: Sendable where Value: Sendable {}

extension KeyedDecodingContainer {
  /// Decodes a lenient optional whose key may be missing; the compiler's own code calls this.
  public func decode<Wrapped: LenientDecodable>(
    _ type: Lenient<Wrapped?>.Type, forKey key: Key
  ) throws -> Lenient<Wrapped?> {
    try decodeIfPresent(type, forKey: key) ?? Lenient(wrappedValue: nil)
  }
}
