/// A property wrapper that drops broken elements, or becomes `nil`, instead of failing the whole model.
///
/// On an array, set or dictionary, it drops the elements that do not decode. On an optional, it replaces a value that
/// does not decode with `nil`. `decodeReporting` reports what was dropped. A missing array is still an error.
///
/// ```swift
/// struct Page: Decodable {
///   @Lossy var news: [News]
///   @Lossy var banner: URL?
/// }
/// ```
@propertyWrapper
public struct Lossy<Value: LossyDecodable> {
  /// The value without the broken parts.
  public var wrappedValue: Value

  /// Wraps a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

/// The types that `Lossy` can decode: arrays, sets, dictionaries with string keys, and optionals.
public protocol LossyDecodable: Decodable {
  /// Decodes the valid parts and reports the broken ones.
  static func decodeLossily(from decoder: any Decoder) throws -> Self
}

extension Lossy: Decodable {
  /// Decodes the valid parts.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value.decodeLossily(from: decoder)
  }
}

extension Lossy: Encodable where Value: Encodable {
  /// Encodes only the value, in the encoder's format for its type.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Lossy: Equatable where Value: Equatable {}
extension Lossy: Hashable where Value: Hashable {}
extension Lossy: Sendable where Value: Sendable {}

/// The result of an attempt with another decoder than this package's; `nil` if the value does not decode.
private struct Tried<Value: Decodable>: Decodable {
  var value: Value?

  init(from decoder: any Decoder) throws {
    do {
      value = try decoder.singleValueContainer().decode(Value.self)
    } catch {
      try ProblemLog.refuseLoss(in: decoder)
    }
  }
}

extension Array: LossyDecodable where Element: Decodable {
  /// Returns the elements that decode.
  public static func decodeLossily(from decoder: any Decoder) throws -> [Element] {
    if let node = NodeDecoder(decoder) {
      return try decode(node.pass, node.entry, node.path, isLossy: true)
    }
    return try [Tried<Element>](from: decoder).compactMap(\.value)
  }
}

extension Set: LossyDecodable where Element: Decodable {
  /// Returns the elements that decode.
  public static func decodeLossily(from decoder: any Decoder) throws -> Set<Element> {
    Set(try [Element].decodeLossily(from: decoder))
  }
}

extension Dictionary: LossyDecodable where Key == String, Value: Decodable {
  /// Returns the entries that decode.
  public static func decodeLossily(from decoder: any Decoder) throws -> [String: Value] {
    if let node = NodeDecoder(decoder) {
      return try decode(node.pass, node.entry, node.path, isLossy: true)
    }
    return try [String: Tried<Value>](from: decoder).compactMapValues(\.value)
  }
}

extension Optional: LossyDecodable where Wrapped: Decodable {
  /// Returns the value, or `nil` if it does not decode.
  public static func decodeLossily(from decoder: any Decoder) throws -> Wrapped? {
    if let node = NodeDecoder(decoder) {
      if node.decodeNil() { return nil }
      return node.pass.attempt(Wrapped.self, node.entry, node.path, effect: .replaced)
    }
    // Decoding `Wrapped?` would make Foundation create an additional decoder for each value.
    let isNull = try decoder.singleValueContainer().decodeNil()
    return isNull ? nil : try Tried<Wrapped>(from: decoder).value
  }
}

extension KeyedDecodingContainer {
  /// Decodes a lossy optional whose key may be missing; the code that the compiler generates calls this method.
  public func decode<Wrapped: Decodable>(
    _ type: Lossy<Wrapped?>.Type, forKey key: Key
  ) throws -> Lossy<Wrapped?> {
    try decodeIfPresent(type, forKey: key) ?? Lossy(wrappedValue: nil)
  }
}
