/// An enum that decodes an unknown raw value as a fallback case instead of failing.
///
/// Servers may send new values that an older app does not know. The unknown value is reported as replaced.
///
/// ```swift
/// enum MediaType: String, FallbackCase, Codable {
///   case article, video, unknown
///   static let fallback = MediaType.unknown
/// }
/// ```
public protocol FallbackCase: RawRepresentable, Decodable {
  /// The case for all unknown raw values.
  static var fallback: Self { get }
}

extension FallbackCase where RawValue: Decodable {
  fileprivate init(rawValueFrom decoder: any Decoder) throws {
    let raw = try decoder.singleValueContainer().decode(RawValue.self)
    if let value = Self(rawValue: raw) {
      self = value
      return
    }
    self = Self.fallback
    let (expected, remedy) = ("a value that \(Self.self) knows", "Add the value to the enum.")
    if let node = NodeDecoder(decoder) {
      node.pass.note(
        .unknown, node.entry, node.path, expected: expected, remedy: remedy, effect: .replaced)
    } else {
      try ProblemLog.refuseLoss(in: decoder)
    }
  }
}

extension FallbackCase where RawValue == String {
  /// Decodes a known raw value, or the fallback.
  public init(from decoder: any Decoder) throws { try self.init(rawValueFrom: decoder) }
}

extension FallbackCase where RawValue == Int {
  /// Decodes a known raw value, or the fallback.
  public init(from decoder: any Decoder) throws { try self.init(rawValueFrom: decoder) }
}
