/// The method of a request, such as `GET`.
///
/// ```swift
/// let method = HTTPMethod.patch
/// method.isIdempotent   // false
/// ```
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The token sent on the wire, in the case given.
  public let rawValue: String

  /// Makes a method from its token; a transport refuses one that is not an RFC 9110 token.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Reads a resource.
  public static let get = HTTPMethod(rawValue: "GET")
  /// Reads a resource's headers; the response has no body.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// Submits data to a resource.
  public static let post = HTTPMethod(rawValue: "POST")
  /// Replaces a resource.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// Changes part of a resource.
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// Removes a resource.
  public static let delete = HTTPMethod(rawValue: "DELETE")
  /// Asks which methods a resource has.
  public static let options = HTTPMethod(rawValue: "OPTIONS")

  /// Whether the method promises to change nothing (RFC 9110, 9.2.1).
  public var isSafe: Bool {
    self == .get || self == .head || self == .options
  }

  /// Whether sending the request twice has the effect of sending it once (RFC 9110, 9.2.2).
  public var isIdempotent: Bool {
    isSafe || self == .put || self == .delete
  }
}

extension HTTPMethod: CustomStringConvertible {
  /// The token.
  public var description: String { rawValue }
}
