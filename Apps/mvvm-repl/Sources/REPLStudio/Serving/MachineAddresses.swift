import Foundation

/// The addresses of this machine's interfaces.
enum MachineAddresses {
  /// The addresses at which a browser can reach this machine, without link-local IPv6 ones, which need a zone.
  static func all() -> [StudioEndpoint] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&first) == 0 else { return [] }
    defer { unsafe freeifaddrs(first) }
    var found: [StudioEndpoint] = []
    var next = unsafe first
    while let interface = unsafe next?.pointee {
      unsafe next = interface.ifa_next
      guard unsafe Int32(bitPattern: UInt32(interface.ifa_flags)) & Int32(IFF_UP) != 0,
        let address = unsafe interface.ifa_addr
      else { continue }
      switch Int32(unsafe address.pointee.sa_family) {
      case AF_INET:
        let bytes = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          unsafe withUnsafeBytes(of: $0.pointee.sin_addr) { unsafe Array($0) }
        }
        found.append(
          StudioEndpoint(.ip4, bytes.map(String.init).joined(separator: "."), port: 0))
      case AF_INET6:
        let bytes = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          unsafe withUnsafeBytes(of: $0.pointee.sin6_addr) { unsafe Array($0) }
        }
        let isOfALink = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
        if !isOfALink {
          found.append(StudioEndpoint(.ip6, StudioEndpoint.text(of: bytes), port: 0))
        }
      default: continue
      }
    }
    return found
  }
}
