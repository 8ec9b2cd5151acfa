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

/// Takes any value, to step over one.
private struct Anything: Decodable {
  init(from decoder: any Decoder) throws {}
}

extension Array: LossyDecodable where Element: Decodable {
  /// The elements that decode.
  public static func decodeLossily(from decoder: any Decoder) throws -> [Element] {
    if let node = NodeDecoder(decoder) {
      return try decode(node.pass, node.entry, node.path, isLossy: true)
    }
    var container = try decoder.unkeyedContainer()
    var elements: [Element] = []
    while !container.isAtEnd {
      let index = container.currentIndex
      do {
        elements.append(try container.decode(Element.self))
      } catch {
        try ProblemLog.refuseLoss(in: decoder)
        if container.currentIndex == index { _ = try container.decode(Anything.self) }
      }
    }
    return elements
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
    let container = try decoder.container(keyedBy: NamedKey.self)
    var values: [String: Value] = [:]
    for key in container.allKeys {
      do {
        values[key.stringValue] = try container.decode(Value.self, forKey: key)
      } catch {
        try ProblemLog.refuseLoss(in: decoder)
      }
    }
    return values
  }
}

extension Optional: LossyDecodable where Wrapped: Decodable {
  /// The value if it decodes.
  public static func decodeLossily(from decoder: any Decoder) throws -> Wrapped? {
    if let node = NodeDecoder(decoder) {
      if node.decodeNil() { return nil }
      return node.pass.attempt(Wrapped.self, node.entry, node.path, effect: .replaced)
    }
    do {
      // Asking for `Wrapped?` would make Foundation build one more decoder for each value.
      let container = try decoder.singleValueContainer()
      return container.decodeNil() ? nil : try container.decode(Wrapped.self)
    } catch {
      try ProblemLog.refuseLoss(in: decoder)
      return nil
    }
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
