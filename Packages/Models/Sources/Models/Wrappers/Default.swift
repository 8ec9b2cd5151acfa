/// A property wrapper with a default value, used if the key is missing or `null`.
///
/// A value of the wrong type is still an error. The default comes from a type, because the compiler's decoding code
/// cannot see a property's initial value.
///
/// ```swift
/// struct Page: Decodable {
///   @Default<Defaults.Zero> var replyCount: Int
///   @Default<Defaults.EmptyArray<String>> var tags: [String]
/// }
/// ```
@propertyWrapper
public struct Default<Source: DefaultSource> {
  /// The value from the document, or the default.
  public var wrappedValue: Source.Value

  /// Wraps a value.
  public init(wrappedValue: Source.Value = Source.value) {
    self.wrappedValue = wrappedValue
  }
}

/// A type that provides a default value.
public protocol DefaultSource {
  /// The type of the property.
  associatedtype Value
  /// The default.
  static var value: Value { get }
}

/// The common defaults; declare your own `DefaultSource` for any other.
public enum Defaults {
  /// The integer 0.
  public enum Zero: DefaultSource {
    /// The default.
    public static var value: Int { 0 }
  }

  /// The empty string.
  public enum EmptyString: DefaultSource {
    /// The default.
    public static var value: String { "" }
  }

  /// The empty array.
  public enum EmptyArray<Element>: DefaultSource {
    /// The default.
    public static var value: [Element] { [] }
  }
}

extension Default: Decodable where Source.Value: Decodable {
  /// Decodes a value; `null` gives the default.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Source.Value?.self) ?? Source.value
  }
}

extension Default: Encodable where Source.Value: Encodable {
  /// Encodes only the value, in the encoder's format for its type.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Default: Equatable where Source.Value: Equatable {}
extension Default: Hashable where Source.Value: Hashable {}
extension Default: Sendable where Source.Value: Sendable {}

extension KeyedDecodingContainer {
  /// Decodes a property with a default; the code that the compiler generates calls this method.
  public func decode<Source>(
    _ type: Default<Source>.Type, forKey key: Key
  ) throws -> Default<Source> where Source.Value: Decodable {
    Default(wrappedValue: try decodeIfPresent(Source.Value.self, forKey: key) ?? Source.value)
  }
}
