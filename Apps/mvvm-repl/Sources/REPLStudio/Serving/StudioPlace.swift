/// The place at which a session is served, with its secret tokens.
public struct StudioPlace: Sendable, Hashable, Codable {
  /// The address and the port.
  let endpoint: StudioEndpoint
  /// The token in the address with full permission.
  let token: String
  /// The token in the read-only address.
  let readOnlyToken: String
  /// The valid values of a request's `Host` field.
  let hosts: [String]
  /// The hosts in the displayed addresses: those for other machines, if there are any.
  private let toldHosts: [String]

  /// The tokens in the addresses, which a published recording must not contain.
  public var secrets: [String] { [token, readOnlyToken] }

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - endpoint: The address and the port, which is not 0.
  ///   - token: The token with full permission; a new one by default.
  ///   - readOnlyToken: The read-only token; a new one by default.
  init(
    _ endpoint: StudioEndpoint, token: String = StudioToken.random(),
    readOnlyToken: String = StudioToken.random()
  ) {
    (self.endpoint, self.token, self.readOnlyToken) = (endpoint, token, readOnlyToken)
    let all = endpoint.reachable()
    let others = all.filter { !$0.isLoopback }
    // Browsers leave out the default port of the scheme.
    let port = ":\(endpoint.port)"
    let ports = endpoint.port == 80 ? ["", port] : [port]
    toldHosts = (others.isEmpty ? all : others).map { $0.host + ports[0] }
    let names = all.map(\.host) + (all.contains(where: \.isLoopback) ? ["localhost"] : [])
    hosts = names.flatMap { name in ports.map { name + $0 } }
  }

  /// The address of the page with full permission: whoever has it can do everything that can be typed.
  public var address: String { addresses(of: .full).first ?? "" }

  /// The read-only address of the page: whoever has it sees everything, and can change nothing.
  public var readOnlyAddress: String { addresses(of: .readOnly).first ?? "" }

  /// The addresses of the page: one, or one for each interface if all interfaces are served.
  func addresses(of permission: StudioPermission) -> [String] {
    let secret = permission == .full ? token : readOnlyToken
    return toldHosts.map { "http://\($0)/\(secret)/" }
  }
}
