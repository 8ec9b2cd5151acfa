import Foundation
import Models
import Testing

@Suite struct DecodingOptionsTests {
  struct News: Codable, Equatable {
    var identifier: Int
    var title: String
    var replyCount: Int?
    var url: URL?
    var date: Date?
  }

  static let two = """
    [
      {"identifier": 1, "title": "渡船", "replyCount": 3},
      {"identifier": "x7", "titel": "晚点", "replyCount": "many", "date": "soon"}
    ]
    """

  @Test func everyProblemIsListedWithItsPlaceAndItsRemedy() {
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode([News].self, from: Self.two)
    }
    #expect(
      error?.problems.map(\.description) == [
        #"3:3 /1/title: expected the key "title", found nothing. Is it the key "titel"? Add "title", or map the key in the model."#,
        #"3:18 /1/identifier: expected an integer, found the string "x7". Correct the value, or the property's type."#,
        #"3:53 /1/replyCount: expected an integer, found the string "many". Correct the value, or the property's type."#,
        #"3:69 /1/date: expected a date as 2026-03-05T10:26:26Z, found the string "soon". Write a day that exists, as 2026-03-05T10:26:26Z."#,
      ])
    #expect(error?.message.hasSuffix("And 3 more.") == true)
    #expect(error?.problems[1].snippet.contains(#""identifier": "x7""#) == true)
    #expect(error?.cause is DecodingError)
  }

  @Test func lossyDropsReplacesAndConvertsAndSaysSo() throws {
    let text = """
      [{"identifier": "1", "title": "a", "replyCount": "many"}, {"title": 2}, {"identifier": 3, "title": 4}]
      """
    let decoded = try ModelDecoder(.lossy).decodeReporting([News].self, from: Data(text.utf8))
    #expect(decoded.value == [News(identifier: 1, title: "a"), News(identifier: 3, title: "4")])
    #expect(
      decoded.problems.map { "\($0.pointer) \($0.effect.rawValue)" } == [
        "/0/identifier converted", "/0/replyCount replaced", "/1/identifier dropped",
        "/1/title converted", "/2/title converted",
      ])
    #expect(!decoded.isComplete)
  }

  @Test func missingNullAndWrongDifferForRequiredAndOptional() throws {
    struct Model: Codable, Equatable {
      var required: Int
      var optional: Int?
    }
    for (text, kind) in [
      ("{}", JSONProblem.Kind.missing), (#"{"required": null}"#, .null),
      (#"{"required": "x"}"#, .wrongType),
      (#"{"required": 1.5}"#, .invalidValue),
    ] {
      let error = #expect(throws: ModelError.self) {
        try ModelDecoder().decode(Model.self, from: text)
      }
      #expect(error?.problems.map(\.kind) == [kind])
      #expect(error?.problems.first?.pointer == "/required")
    }
    #expect(
      try ModelDecoder().decode(Model.self, from: #"{"required": 1, "optional": null}"#)
        == Model(required: 1))
    #expect(throws: ModelError.self) {
      try ModelDecoder().decode(Model.self, from: #"{"required": 1, "optional": "x"}"#)
    }
  }

  @Test func keysBySnakeCaseMapAndPath() throws {
    struct Model: Codable, Equatable { var replyCount: Int }
    var options = DecodingOptions()
    options.keys = .snakeCase
    #expect(
      try ModelDecoder(options).decode(Model.self, from: #"{"reply_count": 2}"#).replyCount == 2)
    options.keys = .mapped(["replyCount": ["replies", "reply_count"]])
    #expect(
      try ModelDecoder(options).decode(Model.self, from: #"{"reply_count": 2, "replies": 3}"#)
        .replyCount == 3)
    #expect(
      try ModelDecoder(options).decode(Model.self, from: #"{"reply_count": 2}"#).replyCount == 2)
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder(options).decode(Model.self, from: "{}")
    }
    #expect(error?.problems.first?.pointer == "/replies")
  }

  @Test(arguments: [
    "one_two", "_one_two_", "oneTwo", "__", "one__two", "ONE_TWO", "a", "", "_a", "a_", "line_2nd",
    "foo_bar-baz", "a_b1c", "x_ßa", "foo.bar_baz.q", "a_b c", "a_'b", "ǆ_ǆa", "a_éB",
  ])
  func snakeCaseIsFoundations(_ key: String) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    struct Keys: Decodable {
      var keys: [String]
      struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      init(from decoder: any Decoder) throws {
        keys = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
      }
    }
    let data = Data("{\"\(key)\": 0}".utf8)
    var options = DecodingOptions()
    options.keys = .snakeCase
    #expect(
      try ModelDecoder(options).decode(Keys.self, from: data).keys
        == decoder.decode(Keys.self, from: data).keys)
  }

  @Test func keysGoOutInSnakeCaseAndComeBack() throws {
    struct Order: Codable, Equatable {
      var createdAt: Date
      var lineItems: [String]
    }
    let order = Order(createdAt: Date(timeIntervalSince1970: 0), lineItems: ["a"])
    let text = try ModelEncoder(keys: .snakeCase).text(order)
    #expect(text == #"{"created_at":"1970-01-01T00:00:00Z","line_items":["a"]}"#)
    var options = DecodingOptions()
    options.keys = .snakeCase
    #expect(try ModelDecoder(options).decode(Order.self, from: text) == order)
    #expect(try ModelEncoder().text(order).contains("createdAt"))
  }

  @Test func aPartOfADocumentIsDecodedByPointer() throws {
    let text = #"{"result": {"newslist": [{"identifier": 1, "title": "a"}]}}"#
    #expect(try ModelDecoder().decode([News].self, from: text, at: "/result/newslist").count == 1)
    #expect(try ModelDecoder().decode(News.self, from: text, at: "/result/newslist/0").title == "a")
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode(News.self, from: text, at: "/result/x")
    }
    #expect(error?.problems.first?.kind == .missing)
    let inside = #expect(throws: ModelError.self) {
      try ModelDecoder().decode([Int].self, from: text, at: "/result/newslist")
    }
    #expect(inside?.problems.first?.pointer == "/result/newslist/0")
  }

  @Test func theFirstOfRepeatedKeysCounts() throws {
    let text = #"{"identifier": 1, "title": "a", "identifier": 2}"#
    let foundation = try JSONDecoder().decode(News.self, from: Data(text.utf8))
    #expect(try ModelDecoder().decode(News.self, from: text) == foundation)
    #expect(try ModelDecoder(.own).decode(News.self, from: text) == foundation)
  }

  @Test func convertingTakesSensibleScalarsOnly() throws {
    var options = DecodingOptions()
    options.convertsScalars = true
    let decoder = ModelDecoder(options)
    #expect(try decoder.decode([Int].self, from: #"["12", 1, true, "1e2"]"#) == [12, 1, 1, 100])
    #expect(try decoder.decode([Double].self, from: #"["1.5", 2, false]"#) == [1.5, 2, 0])
    #expect(
      try decoder.decode([Bool].self, from: #"["true", "NO", 1, 0, "0"]"#) == [
        true, false, true, false, false,
      ])
    #expect(try decoder.decode([String].self, from: "[1, 2.50, true]") == ["1", "2.5", "true"])
    #expect(try decoder.decode(Decimal.self, from: #""0.1""#) == Decimal(string: "0.1"))
    for (text, count) in [(#"["twelve", "", "12x", null, [], 1.5]"#, 6)] {
      let error = #expect(throws: ModelError.self) { try decoder.decode([Int].self, from: text) }
      #expect(error?.problems.count == count)
    }
    #expect(throws: ModelError.self) { try decoder.decode(Bool.self, from: "2") }
  }

  @Test func datesInSeveralFormats() throws {
    var options = DecodingOptions()
    options.dates = [.iso8601, .dateTime, .day, .unixSeconds]
    let text =
      #"["2026-03-05T10:26:26Z", "2026-03-05 10:26:26", 1772706386, "2026-03-05"]"#
    let dates = try ModelDecoder(options).decode([Date].self, from: text)
    #expect(
      dates.map(\.timeIntervalSince1970) == [
        1_772_706_386, 1_772_706_386, 1_772_706_386, 1_772_668_800,
      ])
    struct Box: Codable { var date: Date }
    #expect(
      try ModelDecoder(options).decode(Box.self, from: #"{"date": "2026-03-05"}"#).date == dates[3])
    #expect(throws: ModelError.self) {
      try ModelDecoder(options).decode(Box.self, from: #"{"date": "2026-02-29"}"#)
    }
    options.dates = [.unixMilliseconds]
    #expect(try ModelDecoder(options).decode(Date.self, from: "1772706386000") == dates[0])
  }

  private enum Shape: Decodable, Equatable {
    case circle(radius: Double)
    case square
  }

  private enum Side: String, CodingKeyRepresentable, Decodable, Hashable { case left, right }

  /// Enumerations with payloads and dictionaries ask for all keys, and know them by the model's names.
  @Test func mappedKeysReachWhateverAsksForAllKeys() throws {
    var options = DecodingOptions()
    options.keys = .mapped([
      "circle": ["CIRCLE", "Circle"], "radius": ["r"], "left": ["L"], "unused": ["square"],
    ])
    let decoder = ModelDecoder(options)
    #expect(try decoder.decode(Shape.self, from: #"{"CIRCLE":{"r":1}}"#) == .circle(radius: 1))
    #expect(try decoder.decode(Shape.self, from: #"{"Circle":{"r":1}}"#) == .circle(radius: 1))
    #expect(try decoder.decode(Shape.self, from: #"{"square":{}}"#) == .square)
    #expect(
      try decoder.decode([Side: Int].self, from: #"{"L":1,"right":2}"#) == [.left: 1, .right: 2])
    #expect(throws: ModelError.self) {
      try decoder.decode(Shape.self, from: #"{"circle":{"r":1}}"#)
    }
  }

  @Test func mergingLaysMembersOverAModel() throws {
    let news = News(identifier: 1, title: "a", replyCount: 3)
    #expect(
      try ModelDecoder().merging(["title": "b", "replyCount": nil], into: news)
        == News(identifier: 1, title: "b"))
    #expect(throws: ModelError.self) { try ModelDecoder().merging(["title": nil], into: news) }
  }

  @Test func aModelThatTriesSeveralTypesGetsItsChoice() throws {
    enum Either: Decodable, Equatable {
      case number(Int)
      case text(String)
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int.self) {
          self = .number(value)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }
    var options = DecodingOptions()
    options.isLossy = true
    let decoded = try ModelDecoder(options).decodeReporting(
      [Either].self, from: Data(#"[1, "a", null, "b"]"#.utf8))
    #expect(decoded.value == [.number(1), .text("a"), .text("b")])
    #expect(decoded.problems.map(\.pointer) == ["/2"])
  }

  @Test func enumsURLsDataAndNestedContainersAreExplained() {
    enum Kind: String, Codable { case a, b }
    struct Model: Codable {
      var kind: Kind
      var url: URL
      var data: Data
      var map: [String: Int]
    }
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode(
        Model.self, from: #"{"kind": "c", "url": 1, "data": "%", "map": {"x": "y", "z": 1}}"#)
    }
    #expect(error?.problems.map(\.pointer) == ["/kind"])
  }

  @Test func aFailedValueOfManyProblemsStaysQuick() throws {
    // Lines and columns are found in one walk; per problem it would be a thousand million steps.
    let text =
      "[" + Array(repeating: #"{"identifier": "x"}"#, count: 5000).joined(separator: ",") + "]"
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode([News].self, from: text)
    }
    #expect(error?.problems.count == 100)
  }
}
