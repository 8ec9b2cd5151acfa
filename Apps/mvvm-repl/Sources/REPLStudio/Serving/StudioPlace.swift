/// The place at which a session is served on this machine.
public struct StudioPlace: Sendable, Hashable, Codable {
  /// The port of the loopback interface.
  let port: UInt16
  /// The secret in the address.
  let token: String

  /// The address of the page: whoever has it can do all that can be typed.
  public var address: String { "http://127.0.0.1:\(port)/\(token)/" }
}
