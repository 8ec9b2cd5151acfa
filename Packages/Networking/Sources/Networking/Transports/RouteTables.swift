#if os(Linux)
  import Foundation

  /// Linux's routing tables from `/proc/net`, with the properties of their interfaces.
  struct RouteTables {
    /// The content of `/proc/net/route`.
    var ipv4 = ""
    /// The content of `/proc/net/ipv6_route`.
    var ipv6 = ""
    /// Whether an interface has a link.
    var isUp: (_ interface: String) -> Bool
    /// Whether an interface belongs to a cellular network.
    var isCellular: (_ interface: String) -> Bool

    static var current: RouteTables {
      RouteTables(
        ipv4: text("/proc/net/route"), ipv6: text("/proc/net/ipv6_route"),
        isUp: { !["down", "lowerlayerdown", "notpresent"].contains(file("operstate", of: $0)) },
        isCellular: { interface in
          file("uevent", of: interface).contains("DEVTYPE=wwan")
            || ["wwan", "rmnet", "ppp"].contains { interface.hasPrefix($0) }
        })
    }

    /// The state of the default routes; it is cellular only if all of them are.
    var status: ReachabilityStatus {
      let interfaces = defaultInterfaces.filter(isUp)
      guard !interfaces.isEmpty else { return .notReachable }
      return interfaces.allSatisfy(isCellular) ? .cellular : .wifi
    }

    private var defaultInterfaces: Set<String> {
      // Fields: interface, destination, gateway, flags, …, mask; numbers are hexadecimal.
      let ipv4 = Self.lines(of: ipv4, fields: 8).filter {
        $0[1] == "00000000" && $0[7] == "00000000" && Self.mayBeUsed($0[3])
      }
      // Fields: destination, prefix length, source, prefix length, next hop, metric, two counters, flags, interface.
      let ipv6 = Self.lines(of: ipv6, fields: 10).filter { line in
        line[0].allSatisfy { $0 == "0" } && line[1] == "00" && Self.mayBeUsed(line[8])
      }
      return Set(ipv4.map { $0[0] } + ipv6.map { $0[9] }).subtracting(["lo"])
    }

    /// Whether a route's flags show that it is up and not a reject route.
    private static func mayBeUsed(_ flags: String) -> Bool {
      guard let flags = UInt32(flags, radix: 16) else { return false }
      let (isUp, rejects): (UInt32, UInt32) = (0x1, 0x200)
      return flags & isUp != 0 && flags & rejects == 0
    }

    /// Returns the lines with at least `fields` fields.
    private static func lines(of table: String, fields: Int) -> [[String]] {
      table.split(separator: "\n")
        .map { line in line.split { $0 == " " || $0 == "\t" }.map(String.init) }
        .filter { $0.count >= fields }
    }

    private static func file(_ name: String, of interface: String) -> String {
      guard !interface.contains("/") else { return "" }
      return text("/sys/class/net/\(interface)/\(name)")
    }

    /// Returns the trimmed content of a file, or an empty text if it cannot be read.
    private static func text(_ path: String) -> String {
      let content = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return content.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// The netlink socket by which Linux reports changes of links, addresses and routes (rtnetlink(7)).
  enum RouteEvents {
    /// `sockaddr_nl` of `linux/netlink.h`, which the C library's module does not export.
    private struct Address {
      var family = sa_family_t(AF_NETLINK)
      var padding: UInt16 = 0
      var port: UInt32 = 0
      /// The subscribed groups: links, and IPv4 and IPv6 addresses and routes.
      var groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
    }

    /// Opens the socket; returns `nil` if the system refuses.
    static func open() -> Int32? {
      #if canImport(Musl)
        let type = SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK
      #else
        let type =
          Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
      #endif
      let routes: Int32 = 0
      let socket = socket(AF_NETLINK, type, routes)
      guard socket >= 0 else { return nil }
      let isBound = unsafe withUnsafeBytes(of: Address()) { bytes in
        guard let start = bytes.baseAddress else { return false }
        return unsafe bind(
          socket, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
      }
      guard isBound else {
        close(socket)
        return nil
      }
      return socket
    }

    /// Reads all pending messages, and clears an overflow of the socket's buffer.
    static func drain(_ socket: Int32) {
      // Reading one byte of a message discards its rest.
      var byte: UInt8 = 0
      while true {
        let count = unsafe recv(socket, &byte, 1, Int32(MSG_DONTWAIT))
        guard count > 0 || count < 0 && (errno == EINTR || errno == ENOBUFS) else { return }
      }
    }

    static func close(_ socket: Int32) { _ = Foundation.close(socket) }
  }
#endif
