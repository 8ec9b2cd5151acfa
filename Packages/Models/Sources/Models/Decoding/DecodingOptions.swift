/// The options of a decode: how forgiving and how curious it is.
///
/// With the defaults a decode goes through Foundation; any other choice is slower and reports everything.
///
/// ```swift
/// var options = DecodingOptions()
/// options.keys = .mapped(["identifier": ["id", "ID"]])
/// options.convertsScalars = true
/// ```
public struct DecodingOptions: Sendable {
  /// The mapping from keys of the document to keys of the model.
  public enum Keys: Sendable {
    /// As they are.
    case asWritten
    /// `created_at` for `createdAt`, by the rule of Foundation's `convertFromSnakeCase`.
    case snakeCase
    /// For each key of the model the keys it may have in the document; the first one present wins. Others are as written.
    case mapped([String: [String]])
  }

  static let usualDepth = 512
  static let greatestDepth = 2000

  /// The mapping of keys.
  public var keys = Keys.asWritten
  /// The formats that a `Date` may have, tried in order.
  public var dates: [DateFormat] = [.iso8601]
  /// Whether broken elements are dropped and broken optionals become `nil`, instead of failing the decode.
  ///
  /// Elements are those of arrays, sets and dictionaries with string keys; other collections fail as a whole.
  public var isLossy = false
  /// Whether `"12"` serves as a number, `1` or `"true"` as a Boolean and `12` as a string.
  ///
  /// Each conversion is reported.
  public var convertsScalars = false
  /// The greatest depth of arrays and objects: 512, as in Foundation; at most 2,000.
  public var depthLimit = 512

  /// Makes the default options.
  public init() {}

  /// Drops what is broken and converts what can be converted; everything is reported.
  public static var lossy: DecodingOptions {
    var options = DecodingOptions()
    options.isLossy = true
    options.convertsScalars = true
    return options
  }

  /// Whether Foundation's decoder does the same.
  var isPlain: Bool {
    guard case .asWritten = keys else { return false }
    return !isLossy && !convertsScalars && depthLimit == DecodingOptions.usualDepth
  }

  var depth: Int { min(max(1, depthLimit), Self.greatestDepth) }
}
