/// The size limits of a response; for `nil`, the client's limit applies, then the transport's.
///
/// ```swift
/// request.limits.body = 1 << 20
/// ```
public struct Limits: Sendable, Hashable {
  /// The maximum body size in bytes after decompression, so that a small archive cannot fill the memory.
  public var body: Int64?
  /// The maximum size in bytes of status line and header fields, interim responses included.
  public var headers: Int?

  /// Makes limits.
  public init(body: Int64? = nil, headers: Int? = nil) {
    self.body = body
    self.headers = headers
  }

  /// The default limits: 64 MiB for the body, 64 KiB for the headers.
  public static let standard = Limits(body: 64 << 20, headers: 64 << 10)

  /// Returns these limits; missing ones are taken from `defaults`.
  public func filled(from defaults: Limits) -> Limits {
    Limits(body: body ?? defaults.body, headers: headers ?? defaults.headers)
  }
}
