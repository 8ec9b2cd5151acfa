import Foundation
import Models
import Testing

@Suite struct WrapperTests {
  struct Page: Codable, Equatable {
    @Lossy var items: [Int]
    @Lossy var names: [String: String]
    @Lossy var banner: Double?
    @Default<Defaults.Zero> var count: Int
    @Default<Defaults.EmptyArray<String>> var tags: [String]
  }

  static let text = """
    {"items": [1, "x", 2, null, {"a": []}], "names": {"a": "b", "c": 3}, "banner": "wide", "count": null}
    """

  /// Foundation's path, this package's path, and Foundation without this package.
  @Test(arguments: [false, true]) func wrappersDropAndDefaultOnEveryPath(_ isOwnPath: Bool)
    throws
  {
    let decoded = try ModelDecoder(isOwnPath ? .own : DecodingOptions()).decodeReporting(
      Page.self, from: Data(Self.text.utf8))
    #expect(decoded.value.items == [1, 2])
    #expect(decoded.value.names == ["a": "b"])
    #expect(decoded.value.banner == nil)
    #expect(decoded.value.count == 0 && decoded.value.tags == [])
    #expect(
      decoded.problems.map {
        "\($0.position?.description ?? "-") \($0.pointer) \($0.effect.rawValue)"
      } == [
        "1:15 /items/1 dropped", "1:23 /items/3 dropped", "1:29 /items/4 dropped",
        "1:66 /names/c dropped",
        "1:80 /banner replaced",
      ])
    #expect(decoded.problems.map(\.found).prefix(2) == ["the string \"x\"", "null"])
    #expect(try JSONDecoder().decode(Page.self, from: Data(Self.text.utf8)) == decoded.value)
  }

  @Test func wrappersWriteTheValueAlone() throws {
    let page = try ModelDecoder().decode(Page.self, from: Self.text)
    let text = try ModelEncoder().text(page)
    #expect(
      text
        == #"{"banner":null,"count":0,"items":[1,2],"names":{"a":"b"},"tags":[]}"#
    )
    #expect(try ModelDecoder().decode(Page.self, from: text) == page)
  }

  private func kinds<Model: Codable>(_ type: Model.Type, _ text: String, _ options: DecodingOptions)
    -> String
  {
    do throws(ModelError) {
      _ = try ModelDecoder(options).decode(type, from: text)
      return "ok"
    } catch {
      return error.problems.map(\.kind.rawValue).joined(separator: "+")
    }
  }

  /// Missing, null and of the wrong type, for each wrapper.
  @Test(arguments: [
    ("lossyArray", "missing null wrongType"), ("lossyOptional", "ok ok ok"),
    ("defaulted", "ok ok wrongType"),
  ])
  func missingNullAndWrongTypePerWrapper(_ name: String, outcome: String) throws {
    struct LossyArray: Codable { @Lossy var x: [Int] }
    struct LossyOptional: Codable { @Lossy var x: Int? }
    struct Defaulted: Codable { @Default<Defaults.Zero> var x: Int }
    let types: [String: any Codable.Type] = [
      "lossyArray": LossyArray.self, "lossyOptional": LossyOptional.self,
      "defaulted": Defaulted.self,
    ]
    let type = try #require(types[name])
    for options in [DecodingOptions(), .own] {
      let found = ["{}", #"{"x": null}"#, #"{"x": "wrong"}"#].map { kinds(type, $0, options) }
      #expect(found.joined(separator: " ") == outcome)
    }
  }

  /// An identifier keeps its spelling, however many digits it has.
  @Test(arguments: [
    ("12", "12"), ("12.0", "12"), ("1e2", "100"), ("-7", "-7"), ("10000000000000000000", nil),
    ("10000000000000000001", nil), ("100000000000000000000000000000000000000000", nil),
    ("-20000000000000000000", nil), ("1.50", "1.5"),
  ]) func aNumberAsAStringHasItsDigits(_ number: String, _ text: String?) throws {
    struct Row: Decodable { var id: String }
    var converting = DecodingOptions()
    converting.convertsScalars = true
    for options in [converting, .lossy] {
      let row = try ModelDecoder(options).decode(Row.self, from: #"{"id": \#(number)}"#)
      #expect(row.id == text ?? number)
    }
  }

  enum Media: String, FallbackCase, Codable {
    case article, unknown
    static let fallback = Media.unknown
  }

  @Test func unknownEnumCasesFallBackAndAreReported() throws {
    for options in [DecodingOptions(), .own] {
      let decoded = try ModelDecoder(options).decodeReporting(
        [Media].self, from: Data(#"["article", "hologram"]"#.utf8))
      #expect(decoded.value == [.article, .unknown])
      #expect(decoded.problems.map(\.kind) == [.unknown])
      #expect(decoded.problems.first?.found == "the string \"hologram\"")
      #expect(decoded.problems.first?.effect == .replaced)
    }
    #expect(throws: ModelError.self) { try ModelDecoder().decode(Media.self, from: "1") }
  }
}
