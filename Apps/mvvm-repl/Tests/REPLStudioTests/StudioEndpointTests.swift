import REPLKit
import Testing

@testable import REPLStudio

/// Where a session may be served: what is read, and what is refused with a reason.
@Suite struct StudioEndpointTests {
  @Test(arguments: [
    ("192.168.1.5:8123", "192.168.1.5", 8123), ("192.168.1.5", "192.168.1.5", 0),
    ("0.0.0.0:80", "0.0.0.0", 80), ("localhost:8123", "127.0.0.1", 8123),
    ("[::1]:8123", "[::1]", 8123), ("::1", "[::1]", 0), ("[::]", "[::]", 0),
    ("[0:0:0:0:0:0:0:1]:65535", "[::1]", 65_535), ("[2001:DB8::A]:1", "[2001:db8::a]", 1),
  ])
  func anAddressInDigitsIsRead(text: String, host: String, port: UInt16) throws {
    let endpoint = try StudioEndpoint(text)
    #expect(endpoint.host == host && endpoint.port == port)
  }

  @Test(arguments: [
    "", ":8123", "*", "*:8123", "example.com", "example.com:80", "127.1:8123", "2130706433",
    "1.2.3.4.5:1", "1.2.3:1", "256.1.1.1:1", "0x7f.0.0.1:1", "http://127.0.0.1:1", "127.0.0.1/8",
    "[::1", "[::1]8123", "[]:1", "[127.0.0.1]:1", "fe80::1%eth0", "[::ffff:127.0.0.1]:8123",
    "1.2.3.4 :1", "１27.0.0.1:1",
  ])
  func whatIsNoAddressInDigitsIsRefused(text: String) {
    do {
      _ = try StudioEndpoint(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.text(in: .english).contains("as 192.168.1.5:8123"), "\(text)")
      #expect(error.text(in: .chinese).contains("如 192.168.1.5:8123"))
    }
  }

  @Test(arguments: ["127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:-1", "[::1]:+1"])
  func whatIsNoPortIsRefused(text: String) {
    do {
      _ = try StudioEndpoint(text)
      Issue.record("\(text) was read")
    } catch { #expect(error.text(in: .english).contains("is not a port: 1 to 65535"), "\(text)") }
  }

  @Test(arguments: ["224.0.0.1:8123", "255.255.255.255", "[ff02::1]:8123"])
  func anAddressOfManyMachinesIsRefused(text: String) {
    do {
      _ = try StudioEndpoint(text)
      Issue.record("\(text) was read")
    } catch { #expect(error.text(in: .english).contains("one machine"), "\(text)") }
  }

  @Test(arguments: ["[fe80::1]:8123", "febf::1"])
  func anAddressThatIsDifferentOnEachMachineIsRefused(text: String) {
    do {
      _ = try StudioEndpoint(text)
      Issue.record("\(text) was read")
    } catch { #expect(error.text(in: .english).contains("is link-local"), "\(text)") }
    #expect((try? StudioEndpoint("[fec0::1]:1")) != nil)
  }

  @Test func aPlaceHasTheHostsThatWereGivenAndNoOthers() throws {
    func hosts(_ text: String) throws -> [String] { StudioPlace(try StudioEndpoint(text)).hosts }
    #expect(try hosts("192.168.1.5:8123") == ["192.168.1.5:8123"])
    #expect(try hosts("127.0.0.1:8123") == ["127.0.0.1:8123", "localhost:8123"])
    #expect(try hosts("[::1]:8123") == ["[::1]:8123", "localhost:8123"])
    // A browser leaves out the port of the scheme.
    #expect(try hosts("192.168.1.5:80") == ["192.168.1.5", "192.168.1.5:80"])
  }

  @Test func allInterfacesHaveTheAddressesOfThisMachineAndNoWildcard() throws {
    let hosts = StudioPlace(try StudioEndpoint("0.0.0.0:8123")).hosts
    #expect(hosts.contains("127.0.0.1:8123"))
    #expect(!hosts.contains { $0.hasPrefix("0.0.0.0") || $0.contains("*") || $0.contains("[") })
    let both = StudioPlace(try StudioEndpoint("[::]:8123")).hosts
    #expect(both.contains("127.0.0.1:8123") && !both.contains("[::]:8123"))
  }

  @Test func twoAddressesAreToldAndAWarningWhereOthersCanCome() throws {
    let own = StudioPlace(.loopback.at(8123), token: "T", readOnlyToken: "R")
    #expect(own.address == "http://127.0.0.1:8123/T/")
    #expect(own.readOnlyAddress == "http://127.0.0.1:8123/R/")
    let quiet = Message.served(own).text(in: .english)
    #expect(quiet.contains(own.address) && quiet.contains(own.readOnlyAddress))
    #expect(!quiet.contains("Warning"))
    for endpoint in ["192.168.1.5:8123", "[2001:db8::a]:8123", "0.0.0.0:8123"] {
      let place = StudioPlace(try StudioEndpoint(endpoint), token: "T", readOnlyToken: "R")
      let told = Message.served(place).text(in: .english)
      #expect(told.contains(place.address) && told.contains(place.readOnlyAddress))
      #expect(told.contains("Warning: every machine that reaches") && told.contains("plain HTTP"))
      #expect(Message.served(place).text(in: .chinese).contains("警告"))
    }
    #expect(
      Message.served(StudioPlace(try StudioEndpoint("[2001:db8::a]:8123"), token: "T"))
        .text(in: .english).hasPrefix("http://[2001:db8::a]:8123/T/\n"))
  }
}
