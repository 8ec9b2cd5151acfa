import Foundation
import Models
import Testing

/// A key that comes twice is refused wherever it stands.
@Suite struct RefusedDuplicateTests {
  private struct Empty: Decodable {}

  private struct Asks: Decodable {
    var i: Int
    var any: JSONValue?
  }

  private static let decoder: ModelDecoder = {
    var options = DecodingOptions()
    options.duplicateKeys = .reject
    return ModelDecoder(options)
  }()

  private func refused<Model: Decodable>(
    _ type: Model.Type, _ text: String, at pointer: JSONPointer = .root
  ) -> [String] {
    let error = #expect(throws: ModelError.self, "\(text)") {
      try Self.decoder.decode(type, from: text, at: pointer)
    }
    let problems = error?.problems.filter { $0.kind == .duplicateKey } ?? []
    return problems.map(\.pointer.description)
  }

  @Test func aRepeatedKeyIsRefusedWhetherTheModelAsksForItOrNot() {
    #expect(refused(JSONValue.self, #"{"a":1,"a":2}"#) == ["/a"])
    #expect(refused(Asks.self, #"{"i":1,"any":[{"a":1,"a":2}]}"#) == ["/any/0/a"])
    #expect(refused(Asks.self, #"{"i":1,"x":{"a~/":1,"a~/":2}}"#) == ["/x/a~0~1"])
    #expect(refused(Empty.self, #"{"a":1,"\u0061":2}"#) == ["/a"])
    #expect(refused([Empty].self, #"[{},{"b":{},"a":1,"a":2}]"#) == ["/1/a"])
    #expect(refused([String: Int].self, #"{"a":1,"a":2,"a":3}"#) == ["/a", "/a"])
    #expect(refused(Int.self, #"{"a":1,"a":2}"#, at: "/a") == ["/a"])
    #expect(refused(Int.self, #"{"a":1,"b":{"c":1,"c":2}}"#, at: "/a") == ["/b/c"])
    #expect(refused([Int].self, #"[{"a":1,"a":2},"x"]"#) == ["/0/a"])
    let many = "[" + Array(repeating: #"{"a":1,"a":2}"#, count: 300).joined(separator: ",") + "]"
    #expect(refused([Empty].self, many).count == 100)
  }

  @Test func theSpellingsOfOneTextAreTwoKeys() throws {
    let text = "{\"\u{e9}\":1,\"e\u{301}\":2}"
    let value = try Self.decoder.decode(JSONValue.self, from: text)
    #expect(value.object?.count == 2)
    #expect(try Self.decoder.decode(Int.self, from: text, at: "/e\u{301}") == 2)
  }

  @Test func theLastOfEqualKeysIsFoundByAPointerToo() throws {
    var options = DecodingOptions()
    let text = Data(#"{"a":{"b":1},"a":{"b":2,"b":3}}"#.utf8)
    #expect(try ModelDecoder(options).decode(Int.self, from: text, at: "/a/b") == 1)
    options.duplicateKeys = .keepLast
    #expect(try ModelDecoder(options).decode(Int.self, from: text, at: "/a/b") == 3)
  }
}
