import Foundation
import Models
import Testing

@Suite struct JSONValueTests {
  @Test func powersOfAnyLengthAreToldApart() throws {
    func number(_ text: String) throws -> JSONNumber {
      try #require(try JSONValue(parsing: text).number)
    }
    for (left, right, areEqual) in [
      ("1e1000000000001", "1e2000000000000", false), ("1e99999999999999999999", "1e9", false),
      ("1e99999999999999999999", "1e-99999999999999999999", false),
      ("1e99999999999999999998", "1e99999999999999999999", false),
      ("10e999999999", "1e1000000000", true), ("1e0000000000000000000000005", "100000", true),
      ("1.0e-0", "1", true), ("0e99999999999999999999", "0", true),
      ("1e099999999999999999999", "1.0e+99999999999999999999", true),
    ] {
      #expect(try (number(left) == number(right)) == areEqual, "\(left) \(right)")
      if areEqual { #expect(try number(left).hashValue == number(right).hashValue) }
    }
  }

  let value: JSONValue = [
    "城市": "北京", "spots": [1, 2.5, nil, true], "empty": [:], "a/b": ["~": -1],
  ]

  @Test func subscriptsByKeyIndexAndPointer() {
    #expect(value["城市"]?.string == "北京")
    #expect(value["spots"]?[1]?.double == 2.5)
    #expect(value["spots"]?[4] == nil && value["spots"]?[-1] == nil && value["x"] == nil)
    #expect(value[at: "/spots/3"] == true)
    #expect(value[at: "/a~1b/~0"]?.int == -1)
    #expect(value[at: ""] == value && value[at: "/spots/01"] == nil && value[at: "/spots/-"] == nil)
  }

  @Test func settingAKeyMakesChangesAndRemovesMembers() {
    var value: JSONValue = nil
    value["a"] = 1
    value["b"] = ["x"]
    value["a"] = nil
    #expect(value == ["b": ["x"]])
    var text: JSONValue = "text"
    text["a"] = 1
    #expect(text == "text")
  }

  @Test func printsCompactAndPretty() {
    #expect(
      value.description == #"{"城市":"北京","spots":[1,2.5,null,true],"empty":{},"a/b":{"~":-1}}"#)
    #expect(
      value.pretty == """
        {
          "城市": "北京",
          "spots": [
            1,
            2.5,
            null,
            true
          ],
          "empty": {},
          "a/b": {
            "~": -1
          }
        }
        """)
  }

  @Test func orderOfMembersIsKeptAndDoesNotCountInEquality() throws {
    let text = "{" + (0..<40).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    let value = try JSONValue(parsing: text)
    #expect(value.description == text)
    var reversed = JSONObject()
    for (key, member) in try #require(value.object).reversed() { reversed[key] = member }
    #expect(JSONValue.object(reversed) == value)
    #expect(JSONValue.object(reversed).hashValue == value.hashValue)
    reversed["k7"] = nil
    #expect(reversed["k8"] == 8 && reversed["k7"] == nil && reversed.count == 39)
  }

  @Test func equalNumbersAreEqualHoweverTheyAreWritten() throws {
    for (left, right) in [
      ("1", "1.0"), ("100", "1e2"), ("0.1", "1e-1"),
      ("12345678901234567890", "12345678901234567890.0"),
    ] {
      let (left, right) = (try JSONValue(parsing: left), try JSONValue(parsing: right))
      #expect(left == right)
      #expect(left.hashValue == right.hashValue)
    }
    #expect(try JSONValue(parsing: "9007199254740993") != JSONValue(parsing: "9007199254740992"))
  }

  /// Numbers that share the nearest `Double` came to one place of a set, which took the square of their number.
  @Test func numbersThatShareADoubleAreHashedApart() throws {
    func hashes(_ text: (Int) -> String) throws -> Set<Int> {
      Set(try (0..<1000).map { try JSONValue(parsing: text($0)).hashValue })
    }
    #expect(try hashes { "1.00000000000000000000\(1_000_000 + $0)" }.count > 990)
    #expect(try hashes { "1e\(400 + $0)" }.count > 990)
    #expect(try hashes { "1e-\(400 + $0)" }.count > 990)
    #expect(try hashes { "1e9999999999999999\(1_000_000 + $0)" }.count > 990)
  }

  @Test func equalNumbersAreHashedEqually() throws {
    for texts in [
      ["0", "-0", "0.000", "0e5", "-0e-99"], ["100", "1e2", "100.0", "1.00e+2", "10000e-2"],
      ["-9223372036854775808", "-9223372036854775808.0", "-922337203685477580.8e1"],
      ["12345678901234567890123", "1234567890123456789012.3e1"],
    ] {
      #expect(Set(try texts.map { try JSONValue(parsing: $0) }).count == 1, "\(texts)")
    }
  }

  @Test func pointersWhoseKeysAreCutElsewhereAreHashedApart() {
    let text = String(repeating: "a", count: 100)
    let pointers = (1..<100).map {
      JSONPointer(keys: [String(text.prefix($0)), String(text.dropFirst($0))])
    }
    #expect(Set(pointers.map(\.hashValue)).count > 90)
  }

  /// The example and the test table of RFC 7396, appendix A.
  @Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"["a"]"#, #"["b"]"#, #"["b"]"#),
    (#"{"a":"b"}"#, "null", "null"), (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ])
  func mergesAsTheStandardSays(_ target: String, patch: String, result: String) throws {
    #expect(
      try JSONValue(parsing: target).merging(JSONValue(parsing: patch))
        == JSONValue(parsing: result))
  }

  @Test func travelsThroughOtherCoders() throws {
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    let list = try PropertyListEncoder().encode(["value": JSONValue.array([1, "x", true])])
    #expect(
      try PropertyListDecoder().decode([String: JSONValue].self, from: list)["value"] == [
        1, "x", true,
      ])
  }

  @Test func pointersEscapeAndParse() {
    #expect(JSONPointer(keys: ["a/b", "~", ""]).description == "/a~1b/~0/")
    #expect(JSONPointer(parsing: "/a~1b/~0/") == JSONPointer(keys: ["a/b", "~", ""]))
    #expect(
      JSONPointer(parsing: "a") == nil && JSONPointer(parsing: "/~2") == nil
        && JSONPointer(parsing: "/~") == nil)
    #expect(JSONPointer.root.appending("x").appending("3") == "/x/3")
  }
}
