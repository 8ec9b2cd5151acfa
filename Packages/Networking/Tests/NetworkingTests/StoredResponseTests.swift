import Foundation
import HTTPTypes
import Models
import Networking
import Testing

/// What a storage of one's own keeps of a response.
@Suite struct StoredResponseTests {
  private static func response(_ data: Data) throws -> StoredResponse {
    StoredResponse(
      headers: ["ETag": "\"v\"", "X-Title": "世界\\n", "Vary": "Accept"],
      url: try #require(URL(string: "http://h/posts?q=%0A")), data: data,
      date: Date(timeIntervalSince1970: 1_772_706_386.123), varying: ["accept": "a/b\nc"])
  }

  @Test(arguments: [
    Data(), Data("\n".utf8), Data("{\"id\":1}\n\n".utf8), Data([0, 0x0A, 0xFF, 0x0D, 0]),
    Data(repeating: 0xAB, count: 100_000),
  ])
  func aBodyIsKeptAsItCame(data: Data) throws {
    let stored = try Self.response(data)
    let bytes = try stored.bytes
    #expect(bytes.suffix(data.count) == data)
    #expect(bytes.count < data.count + 300)
    #expect(try StoredResponse(bytes: bytes) == stored)
    // As a part of other bytes, whose indices do not begin at zero.
    #expect(try StoredResponse(bytes: (Data("xy".utf8) + bytes).dropFirst(2)) == stored)
  }

  @Test func bytesThatAreNotAllOfThemAreRefused() throws {
    let bytes = try Self.response(Data("body".utf8)).bytes
    for count in 0..<bytes.count {
      #expect(throws: ModelError.self) { try StoredResponse(bytes: bytes.prefix(count)) }
    }
    #expect(throws: ModelError.self) { try StoredResponse(bytes: bytes + Data("x".utf8)) }
    let empty = try Self.response(Data()).bytes
    #expect(throws: ModelError.self) { try StoredResponse(bytes: empty.dropLast()) }
  }
}
