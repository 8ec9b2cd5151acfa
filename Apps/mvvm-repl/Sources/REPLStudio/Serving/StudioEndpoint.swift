import Foundation
public import REPLKit

/// The endpoint of a served session: a numeric address of this machine, and a port.
///
/// ```swift
/// let endpoint = try StudioEndpoint("192.168.1.5:8123")
/// try await studio.start(on: endpoint)
/// ```
/// Host names other than `localhost` are rejected, because whoever resolves a name could direct it to another machine.
public struct StudioEndpoint: Sendable, Hashable, Codable {
  /// The loopback interface, at a port that the system chooses.
  public static let loopback = StudioEndpoint(.ip4, "127.0.0.1", port: 0)

  enum Family: String, Sendable, Codable { case ip4, ip6 }

  let family: Family
  /// The address as browsers write it, without brackets.
  let address: String
  /// The port; 0 if the system is to choose it.
  let port: UInt16

  init(_ family: Family, _ address: String, port: UInt16) {
    (self.family, self.address, self.port) = (family, address, port)
  }

  /// Parses `192.168.1.5`, `192.168.1.5:8123`, `[::1]`, `[::1]:8123`; `0.0.0.0` and `[::]` are all interfaces.
  ///
  /// - Throws: The error, and the correct form.
  public init(_ text: String) throws(Message) {
    guard let (address, port) = Self.parts(of: text) else { throw .notAnEndpoint(text) }
    let number = port.map { UInt16($0) ?? 0 }
    if let port, number == 0 || !port.allSatisfy({ $0.isASCII && $0.isNumber }) {
      throw .notAPort(port)
    }
    if address.lowercased() == "localhost" {
      self.init(.ip4, "127.0.0.1", port: number ?? 0)
    } else if let bytes = Self.bytes(of: address, AF_INET, count: 4) {
      guard bytes[0] < 224 else { throw .notOfOneMachine(address) }
      self.init(.ip4, bytes.map(String.init).joined(separator: "."), port: number ?? 0)
    } else if let bytes = Self.bytes(of: address, AF_INET6, count: 16) {
      guard bytes[0] != 0xFF else { throw .notOfOneMachine(address) }
      // Its name for a browser would contain an interface, whose name differs on each machine (RFC 4291, section 2.5.6).
      guard bytes[0] != 0xFE || bytes[1] & 0xC0 != 0x80 else { throw .isLinkLocal(address) }
      guard !bytes.starts(with: Self.mapped) else {
        throw .notAnEndpoint(text)
      }
      self.init(.ip6, Self.text(of: bytes), port: number ?? 0)
    } else {
      throw .notAnEndpoint(text)
    }
  }

  /// Whether only programs of this machine reach the endpoint.
  var isLoopback: Bool {
    switch family {
    case .ip4: address.hasPrefix("127.")
    case .ip6: address == "::1"
    }
  }

  /// Whether the endpoint is all interfaces of this machine.
  var isEverywhere: Bool { address == "0.0.0.0" || address == "::" }

  /// The host in the address of a page, without the port.
  var host: String { family == .ip4 ? address : "[\(address)]" }

  /// The same address at another port.
  func at(_ port: UInt16) -> StudioEndpoint { StudioEndpoint(family, address, port: port) }

  /// Returns the addresses at which a browser reaches the endpoint: itself, or those of all interfaces.
  func reachable() -> [StudioEndpoint] {
    guard isEverywhere else { return [self] }
    // An IPv6 socket for all interfaces also accepts IPv4.
    return MachineAddresses.all().filter { family == .ip6 || $0.family == .ip4 }
      .map { $0.at(port) }
      .sorted { !$0.isLoopback && $1.isLoopback }
  }

  private static func parts(of text: String) -> (address: String, port: String?)? {
    if text.hasPrefix("[") {
      let parts = text.dropFirst().split(
        separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].contains(":") else { return nil }
      guard !parts[1].isEmpty else { return (String(parts[0]), nil) }
      guard parts[1].hasPrefix(":") else { return nil }
      return (String(parts[0]), String(parts[1].dropFirst()))
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    // More than one colon: an IPv6 address without a port.
    return parts.count == 2 ? (parts[0], parts[1]) : (text, nil)
  }

  /// The prefix of an IPv4-mapped IPv6 address.
  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// Returns the network of an IPv6 address: its first 64 bits; an IPv4-mapped address is unchanged.
  static func network(of address: String) -> String {
    guard let bytes = bytes(of: address, AF_INET6, count: 16), !bytes.starts(with: mapped) else {
      return address
    }
    return text(of: bytes[..<8] + [UInt8](repeating: 0, count: 8))
  }

  private static func bytes(of text: String, _ family: Int32, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return unsafe inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }

  /// An IPv6 address in its shortest form (RFC 5952).
  static func text(of bytes: [UInt8]) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    unsafe inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
