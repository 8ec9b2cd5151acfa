/// A property whose broken elements are dropped, or which becomes `nil`, instead of failing the whole model.
///
/// On an array, a set or a dictionary it drops the elements that do not decode; on an optional it makes `nil` of a
/// value that does not. What was dropped is reported by `decodeReporting`. A missing array is still an error.
///
/// ```swift
/// struct Page: Decodable {
///   @Lossy var news: [News]
///   @Lossy var banner: URL?
/// }
/// ```
@propertyWrapper
public struct Lossy<Value: LossyDecodable> {
  /// The value without what was broken.
  public var wrappedValue: Value

  /// Wraps a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

/// The types that `Lossy` can decode: arrays, sets, dictionaries with string keys, and optionals.
public protocol LossyDecodable: Decodable {
  /// Decodes what is sound and reports what is not.
  static func decodeLossily(from decoder: any Decoder) throws -> Self
}

extension Lossy: Decodable {
  /// Decodes what is sound.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value.decodeLossily(from: decoder)
  }
}

extension Lossy: Encodable where Value: Encodable {
  /// Writes the value alone, in the form that the encoder has for its type.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Lossy: Equatable where Value: Equatable {}
extension Lossy: Hashable where Value: Hashable {}
extension Lossy: Sendable where Value: Sendable {}

/// A value that was tried through another decoder than this package's; `nil` where it does not decode.
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
  /// The elements that decode.
  public static func decodeLossily(from decoder: any Decoder) throws -> [Element] {
    if let node = NodeDecoder(decoder) {
      return try decode(node.pass, node.entry, node.path, isLossy: true)
    }
    return try [Tried<Element>](from: decoder).compactMap(\.value)
  }
}

extension Set: LossyDecodable where Element: Decodable {
  /// The elements that decode.
  public static func decodeLossily(from decoder: any Decoder) throws -> Set<Element> {
    Set(try [Element].decodeLossily(from: decoder))
  }
}

extension Dictionary: LossyDecodable where Key == String, Value: Decodable {
  /// The entries that decode.
  public static func decodeLossily(from decoder: any Decoder) throws -> [String: Value] {
    if let node = NodeDecoder(decoder) {
      return try decode(node.pass, node.entry, node.path, isLossy: true)
    }
    return try [String: Tried<Value>](from: decoder).compactMapValues(\.value)
  }
}

extension Optional: LossyDecodable where Wrapped: Decodable {
  /// The value if it decodes.
  public static func decodeLossily(from decoder: any Decoder) throws -> Wrapped? {
    if let node = NodeDecoder(decoder) {
      if node.decodeNil() { return nil }
      return node.pass.attempt(Wrapped.self, node.entry, node.path, effect: .replaced)
    }
    // Asking for `Wrapped?` would make Foundation build one more decoder for each value.
    let isNull = try decoder.singleValueContainer().decodeNil()
    return isNull ? nil : try Tried<Wrapped>(from: decoder).value
  }
}

extension KeyedDecodingContainer {
  /// Decodes a lossy optional whose key may be missing; the compiler's own code calls this.
  public func decode<Wrapped: Decodable>(
    _ type: Lossy<Wrapped?>.Type, forKey key: Key
  ) throws -> Lossy<Wrapped?> {
    try decodeIfPresent(type, forKey: key) ?? Lossy(wrappedValue: nil)
  }
}
