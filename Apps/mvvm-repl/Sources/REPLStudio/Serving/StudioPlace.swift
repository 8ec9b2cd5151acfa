/// The place at which a session is served, with the secrets that open it.
public struct StudioPlace: Sendable, Hashable, Codable {
  /// The address of this machine, and the port.
  let endpoint: StudioEndpoint
  /// The secret in the address of those who can do all that can be typed.
  let token: String
  /// The secret in the address of those who only look.
  let readOnlyToken: String
  /// Every host that a browser may name.
  let hosts: [String]
  /// The hosts that people are told: those of other machines' browsers, if there are any.
  private let toldHosts: [String]

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - endpoint: The address and the port, which is not 0.
  ///   - token: The secret of those who can do everything; a new one by default.
  ///   - readOnlyToken: The secret of those who only look; a new one by default.
  init(
    _ endpoint: StudioEndpoint, token: String = StudioToken.random(),
    readOnlyToken: String = StudioToken.random()
  ) {
    (self.endpoint, self.token, self.readOnlyToken) = (endpoint, token, readOnlyToken)
    let all = endpoint.reachable()
    let others = all.filter { !$0.isLoopback }
    // Browsers leave out the port that is the scheme's own.
    let port = ":\(endpoint.port)"
    let ports = endpoint.port == 80 ? ["", port] : [port]
    toldHosts = (others.isEmpty ? all : others).map { $0.host + ports[0] }
    let names = all.map(\.host) + (all.contains(where: \.isLoopback) ? ["localhost"] : [])
    hosts = names.flatMap { name in ports.map { name + $0 } }
  }

  /// The address of the page: whoever has it can do all that can be typed.
  public var address: String { addresses(of: .full).first ?? "" }

  /// The address of the page for those who only look: whoever has it sees everything, and can change nothing.
  public var readOnlyAddress: String { addresses(of: .readOnly).first ?? "" }

  /// The addresses of the page: one, or one for each interface where all are served.
  func addresses(of permission: StudioPermission) -> [String] {
    let secret = permission == .full ? token : readOnlyToken
    return toldHosts.map { "http://\($0)/\(secret)/" }
  }
}
