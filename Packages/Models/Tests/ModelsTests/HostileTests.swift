import Foundation
import Models
import Testing

/// Documents and values made to hurt: each ends in a value or a clear error, and soon.
@Suite struct HostileTests {
  /// A thread of replies, each of which breaks after those inside it were read.
  private struct Reply: Decodable {
    @Lossy var replies: [Reply]
    var id: Int
  }

  private struct Amount: Decodable, Equatable {
    var count: Int
  }

  private static let converting: ModelDecoder = {
    var options = DecodingOptions()
    options.convertsScalars = true
    return ModelDecoder(options)
  }()

  private static func threads(depth: Int, id: String) -> String {
    (0..<depth).reduce("[]") { text, _ in #"[{"replies": \#(text), "id": \#(id)}]"# }
  }

  /// Exploring each level three times over would never end: 3^200 attempts.
  @Test func brokenRepliesInsideBrokenRepliesAreListedInTheTimeOfTheirDepth() throws {
    let broken = Data(Self.threads(depth: 200, id: #""x""#).utf8)
    let decoded = try ModelDecoder(.lossy).decodeReporting([Reply].self, from: broken)
    #expect(decoded.value.isEmpty)
    #expect(decoded.problemCount == 200)
    #expect(decoded.problems.count == 100)
    #expect(decoded.problems.allSatisfy { $0.effect == .dropped })
    let sound = Data(Self.threads(depth: 200, id: "1").utf8)
    let whole = try ModelDecoder(.lossy).decodeReporting([Reply].self, from: sound)
    #expect(whole.isComplete && whole.value.count == 1)
  }

  /// Walking over the array for each report would be sixteen million steps.
  @Test func manyReportsOfOneArrayAreEachPlaced() async throws {
    let count = 4000
    let lines = Array(repeating: #"{"count": "12"}"#, count: count).joined(separator: ",\n")
    let decoded = try Self.converting.decodeReporting(
      [Amount].self, from: Data("[\(lines)]".utf8))
    await Task.yield()
    #expect(decoded.value.count == count)
    #expect(decoded.problemCount == count)
    #expect(decoded.problems.count == 100)
    let last = try #require(decoded.problems.last)
    #expect(last.pointer == "/99/count")
    #expect(last.position?.line == 100)
    #expect(last.found == "the string \"12\"")
  }

  /// Foundation takes the first of two members of one key, so that is the one a report is about.
  @Test func aReportStandsAtTheMemberThatCounted() throws {
    let text = #"{"count": "1", "count": "2"}"#
    let decoded = try Self.converting.decodeReporting(Amount.self, from: Data(text.utf8))
    #expect(decoded.value == Amount(count: 1))
    #expect(decoded.problems.first?.found == "the string \"1\"")
    #expect(try ModelDecoder().decode(Int.self, from: #"{"a": 1, "a": 2}"#, at: "/a") == 1)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300, 253_402_300_800, -7e10])
  func aDateBeyondTheCalendarIsRefused(seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    let error = #expect(throws: ModelError.self) {
      try ModelEncoder().encode(["sent": [date]] as [String: [Date]])
    }
    #expect(error?.code == .unwritable)
    struct Letter: Encodable { var sent: Date }
    let codable = #expect(throws: ModelError.self) { try ModelEncoder().encode(Letter(sent: date)) }
    #expect(codable?.code == .unwritable)
    #expect(codable?.message.contains("/sent") == true)
  }

  /// A pointer has the key as the document has it, whatever number it may stand for.
  @Test func aKeyThatIsANumberIsNoPlaceInAList() {
    enum Key: Int, CodingKey { case price = 7 }
    struct Priced: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode([1, Double.infinity], forKey: .price)
      }
    }
    let error = #expect(throws: ModelError.self) { try ModelEncoder().encode(["007": Priced()]) }
    #expect(error?.message.hasPrefix("/007/price/1 cannot") == true, "\(error?.message ?? "")")
  }

  @Test func theCalendarsLastAndFirstSecondsComeBack() throws {
    for text in ["9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z"] {
      let json = "[\"\(text)\"]"
      let dates = try ModelDecoder().decode([Date].self, from: json)
      #expect(try ModelEncoder().text(dates) == json)
    }
  }

  @Test(arguments: [
    ("1234567890123456789012345678901234567890123", "1234567890123456789012345678901234567890124"),
    ("1e400", "2e400"), ("1e-500", "2e-500"), ("1e400", "1e4000"), ("1e400", "-1e400"),
    ("0.30000000000000004", "0.3"), ("1e999999999999999999999", "1e-999999999999999999999"),
  ]) func numbersThatDifferInAnyDigitDiffer(left: String, right: String) throws {
    let (left, right) = (try JSONValue(parsing: left), try JSONValue(parsing: right))
    #expect(left != right)
    #expect(left == left && right == right)
  }

  @Test(arguments: [
    ("10e399", "1e400"), ("-0.0", "0"), ("1.50e400", "0.15e401"), ("0e999", "0.000"),
    ("1234567890123456789012345678901234567890120", "123456789012345678901234567890123456789012e1"),
  ]) func numbersThatAreTheSameAreEqual(left: String, right: String) throws {
    let (left, right) = (try JSONValue(parsing: left), try JSONValue(parsing: right))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
  }

  /// RFC 8259 compares keys code unit by code unit; Swift's text would take the two for one.
  @Test(arguments: [0, 20]) func keysOfTheSameLookAreTwoMembers(others: Int) throws {
    let rest = (0..<others).map { #","k\#($0)":0"# }.joined()
    let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2\(rest)}")
    #expect(value.object?.count == 2 + others)
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
    let reversed = try JSONValue(parsing: "{\"e\u{301}\":2,\"\u{E9}\":1\(rest)}")
    #expect(value == reversed)
    #expect(value.hashValue == reversed.hashValue)
    #expect(try JSONValue(parsing: value.description) == value)
  }

  @Test func aHugeKeyOrStringMakesNoHugeMessage() throws {
    struct Named: Decodable { var name: String }
    let huge = String(repeating: "键", count: 1 << 16)
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode(Named.self, from: "{\"\(huge)\": 1}")
    }
    #expect(error?.problems.first?.found.count ?? .max < 80)
    #expect(error?.problems.first?.snippet.count ?? .max < 200)
    let wrong = #expect(throws: ModelError.self) {
      try ModelDecoder().decode([Int].self, from: "[\"\(huge)\"]")
    }
    #expect(wrong?.message.count ?? .max < 200)
  }

  @Test func anEmptyKeyHasItsPlaceInAPointer() {
    let error = #expect(throws: ModelError.self) { try JSONValue(parsing: #"{"": {"a": tru}}"#) }
    #expect(error?.problems.first?.pointer == "//a")
  }
}
