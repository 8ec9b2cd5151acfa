import Foundation
import Models
import Testing

/// The ways through the decoder take the same documents and give the same values.
@Suite struct EnginesTests {
  private struct Event: Codable, Equatable {
    var at: Date
  }

  @Test func keysOfTheSameLookAreTwoKeysOnEveryWay() throws {
    struct Accented: Decodable {
      var composed: Int
      enum CodingKeys: String, CodingKey { case composed = "\u{E9}" }
    }
    let text = "{\"e\u{301}\": 1, \"\u{E9}\": 2}"
    for decoder in ModelDecoder.everyWay {
      #expect(try decoder.decode(Accented.self, from: text).composed == 2)
      #expect(throws: ModelError.self) {
        try decoder.decode(Accented.self, from: "{\"e\u{301}\": 1}")
      }
      let escaped = #"{"e\u0301": 1, "\u00e9": 2}"#
      #expect(try decoder.decode(Accented.self, from: escaped).composed == 2)
    }
  }

  @Test(arguments: [
    #""zz":[-3e]"#, #""zz":01"#, #""zz":1."#, #""zz":tru"#, #""zz":[1,]"#, #""zz":{"a":1,}"#,
    #""zz":"\x""#, #""zz":"\u12""#, "\"zz\":\"\u{1}\"", #""zz":{"a" 1}"#, #""zz":{a:1}"#,
    #""zz":+1"#, #""zz":NaN"#, #""zz":[1 2]"#, #""zz":"\ud800""#,
  ]) func whatIsNotAskedForMustBeJSON(_ member: String) {
    for decoder in ModelDecoder.everyWay {
      let error = #expect(throws: ModelError.self, "\(member)") {
        try decoder.decode(Event.self, from: "{\"at\":\"2026-01-01T00:00:00Z\",\(member)}")
      }
      #expect(error?.code == .malformed)
    }
  }

  @Test func whatIsNotAskedForMustBeUTF8() {
    var data = Data(#"{"at":"2026-01-01T00:00:00Z","zz":""#.utf8)
    data.append(contentsOf: [0xC3, 0x28, 0x22, 0x7D])
    for decoder in ModelDecoder.everyWay {
      let error = #expect(throws: ModelError.self) { try decoder.decode(Event.self, from: data) }
      #expect(error?.code == .malformed)
    }
  }

  /// RFC 6901, section 4: digits, without leading zeros.
  @Test(arguments: [
    "/a/b/01", "/a/b/+1", "/a/b/-0", "/a/b/00", "/a/b/-", "/a/b/１", "/a/b/1 ", "/a/b/",
  ])
  func anIndexOfAPointerHasNoSignAndNoLeadingZero(_ text: String) throws {
    let pointer = try #require(JSONPointer(parsing: text))
    let document = #"{"a": {"b": [1, 2]}}"#
    #expect(try JSONValue(parsing: document)[at: pointer] == nil)
    #expect(throws: ModelError.self) {
      try ModelDecoder().decode(Int.self, from: document, at: pointer)
    }
    #expect(try ModelDecoder().decode(Int.self, from: document, at: "/a/b/1") == 2)
    #expect(try ModelDecoder().decode(Int.self, from: document, at: "/a/b/0") == 1)
  }

  /// An element that is tried as one container is still there for the next try.
  @Test func elementsOfAMixedArrayAreTriedInTurnOnEveryWay() throws {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Mixed: Decodable {
      var found: [String] = []
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
          if let object = try? list.nestedContainer(keyedBy: Key.self) {
            found.append("object of \(object.allKeys.count)")
          } else if let array = try? list.nestedUnkeyedContainer() {
            found.append("array of \(array.count ?? 0)")
          } else {
            found.append(try list.decode(String.self))
          }
        }
      }
    }
    let text = #"["a", "b", [1, 2], {"k": 1}, "c", [], {}, [[]]]"#
    for decoder in ModelDecoder.everyWay {
      #expect(
        try decoder.decode(Mixed.self, from: text).found == [
          "a", "b", "array of 2", "object of 1", "c", "array of 0", "object of 0", "array of 1",
        ])
    }
  }

  /// The error of a document in a text is one of the text's place, with those beside it.
  @Test func anErrorOfAModelsOwnDecodingHasItsPlaceOnEveryWay() throws {
    struct Inner: Decodable { var a: Int }
    struct Embedded: Decodable {
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        _ = try ModelDecoder().decode(Inner.self, from: text)
      }
    }
    struct Outer: Decodable {
      var n: Int
      var m: Int
      var e: Embedded
    }
    for decoder in ModelDecoder.everyWay {
      let error = #expect(throws: ModelError.self) {
        try decoder.decode(Outer.self, from: "{\n\"n\": 1, \"m\": \"x\", \"e\": \"{}\"}")
      }
      #expect(error?.problems.map(\.pointer) == ["/m", "/e"])
      #expect(error?.problems.map(\.position?.line) == [2, 2])
    }
  }

  /// What a model asks for beside its members: nested containers, a `super`, keys that are numbers.
  @Test func containersOfEveryKindAgree() throws {
    class Base: Decodable {
      var id = 0
      enum Keys: String, CodingKey { case id }
      required init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .id)
      }
    }
    final class Derived: Base {
      var seen: [String] = []
      enum Keys: String, CodingKey { case rows, nested, missing, null }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        var rows = try container.nestedUnkeyedContainer(forKey: .rows)
        var inner = try rows.nestedUnkeyedContainer()
        while !inner.isAtEnd {
          seen.append(try inner.decodeNil() ? "null" : "\(try inner.decode(Int.self))")
        }
        seen.append("\(rows.currentIndex) \(inner.currentIndex) \(rows.count ?? -1)")
        seen.append("\(try rows.decodeIfPresent(Int.self) as Any)")
        seen.append("\((try? rows.decode(String.self)) as Any) \(rows.currentIndex)")
        seen.append("\(try rows.decode(UInt8.self)) \(rows.isAtEnd)")
        seen.append("\((try? rows.decode(Int.self)) as Any)")
        let nested = try container.nestedContainer(keyedBy: Keys.self, forKey: .nested)
        seen.append(nested.allKeys.map(\.rawValue).joined())
        seen.append("\(nested.codingPath.map(\.stringValue)) \(rows.codingPath.map(\.stringValue))")
        seen.append("\(container.contains(.missing)) \(container.contains(.null))")
        seen.append("\(try container.decodeNil(forKey: .null))")
        seen.append("\(try container.decodeIfPresent(Int.self, forKey: .null) as Any)")
        seen.append("\((try? container.superDecoder(forKey: .nested)) != nil)")
        try super.init(from: container.superDecoder())
      }
    }
    let text =
      #"{"rows": [[1, null, 3], null, 7], "nested": {"null": 1, "x": 2}, "null": null, "super": {"id": 9}}"#
    let all = try ModelDecoder.everyWay.map {
      try $0.decode(Derived.self, from: text)
    }
    for derived in all {
      #expect(derived.seen == all[0].seen)
      #expect(derived.id == 9)
    }
    for decoder in ModelDecoder.everyWay {
      #expect(
        try decoder.decode([Int: String].self, from: #"{"1": "a", "-2": "b"}"#) == [
          1: "a", -2: "b",
        ])
      #expect((try? decoder.decode([Int: String].self, from: #"{"x": "a"}"#)) == nil)
    }
  }
}
