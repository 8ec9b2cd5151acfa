/// The size limits of a response; `nil` leaves the decision to the client, then to the transport.
///
/// ```swift
/// request.limits.body = 1 << 20
/// ```
public struct Limits: Sendable, Hashable {
  /// Bytes of body after decompression, so that a small archive cannot fill the memory.
  public var body: Int64?
  /// Bytes of status line and header fields, interim responses included.
  public var headers: Int?

  /// Makes limits.
  public init(body: Int64? = nil, headers: Int? = nil) {
    self.body = body
    self.headers = headers
  }

  /// The limits where neither request nor client has any: 64 MiB of body, 64 KiB of headers.
  public static let standard = Limits(body: 64 << 20, headers: 64 << 10)

  /// These limits with their gaps filled from `defaults`.
  public func filled(from defaults: Limits) -> Limits {
    Limits(body: body ?? defaults.body, headers: headers ?? defaults.headers)
  }
}
