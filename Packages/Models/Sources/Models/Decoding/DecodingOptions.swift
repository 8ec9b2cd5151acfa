/// The options of a decode: key mapping, date formats, lossy decoding, conversions and the depth limit.
///
/// With the defaults, Foundation decodes; other options use this package's slower decoder, which reports everything.
///
/// ```swift
/// var options = DecodingOptions()
/// options.keys = .mapped(["identifier": ["id", "ID"]])
/// options.convertsScalars = true
/// ```
public struct DecodingOptions: Sendable {
  /// The mapping from the document's keys to the model's keys.
  public enum Keys: Sendable {
    /// The keys stay unchanged.
    case asWritten
    /// The document has `created_at` for `createdAt`, by the rule of Foundation's `convertFromSnakeCase`.
    case snakeCase
    /// The document's possible keys for a key of the model; the first one present counts. Other keys stay unchanged.
    case mapped([String: [String]])
  }

  static let usualDepth = 512
  static let greatestDepth = 2000

  /// The key mapping.
  public var keys = Keys.asWritten
  /// The accepted formats of a `Date`, tried in order.
  public var dates: [DateFormat] = [.iso8601]
  /// Whether broken elements are dropped and broken optionals become `nil`, so that the decode does not fail.
  ///
  /// This applies to the elements of arrays, sets and dictionaries with string keys; other collections fail as a whole.
  public var isLossy = false
  /// Whether `"12"` is accepted as a number, `1` or `"true"` as a Boolean and `12` as a string.
  ///
  /// Each conversion is reported.
  public var convertsScalars = false
  /// The maximum nesting depth of arrays and objects: 512, as in Foundation; at most 2,000.
  public var depthLimit = 512

  /// Makes the default options.
  public init() {}

  /// Options that drop broken values and convert scalars; every change is reported.
  public static var lossy: DecodingOptions {
    var options = DecodingOptions()
    options.isLossy = true
    options.convertsScalars = true
    return options
  }

  /// Whether Foundation's decoder behaves the same with these options.
  var isPlain: Bool {
    guard case .asWritten = keys else { return false }
    return !isLossy && !convertsScalars && depthLimit == DecodingOptions.usualDepth
  }

  var depth: Int { min(max(1, depthLimit), Self.greatestDepth) }
}
