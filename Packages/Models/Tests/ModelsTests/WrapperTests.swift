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
    @Lenient var total: Int
    @Lenient var isOpen: Bool?
  }

  static let text = """
    {"items": [1, "x", 2, null, {"a": []}], "names": {"a": "b", "c": 3}, "banner": "wide", "count": null,
     "total": "12", "isOpen": "yes"}
    """

  /// Foundation's path, this package's path, and Foundation without this package.
  @Test(arguments: [false, true]) func wrappersDropDefaultAndConvertOnEveryPath(_ isOwnPath: Bool)
    throws
  {
    var options = DecodingOptions()
    if isOwnPath { options.duplicateKeys = .keepLast }
    let decoded = try ModelDecoder(options).decodeReporting(Page.self, from: Data(Self.text.utf8))
    #expect(decoded.value.items == [1, 2])
    #expect(decoded.value.names == ["a": "b"])
    #expect(decoded.value.banner == nil)
    #expect(decoded.value.count == 0 && decoded.value.tags == [])
    #expect(decoded.value.total == 12 && decoded.value.isOpen == true)
    #expect(
      decoded.problems.map {
        "\($0.position?.description ?? "-") \($0.pointer) \($0.effect.rawValue)"
      } == [
        "1:15 /items/1 dropped", "1:23 /items/3 dropped", "1:29 /items/4 dropped",
        "1:66 /names/c dropped",
        "1:80 /banner replaced", "2:11 /total converted", "2:27 /isOpen converted",
      ])
    #expect(decoded.problems.map(\.found).prefix(2) == ["the string \"x\"", "null"])
    #expect(try JSONDecoder().decode(Page.self, from: Data(Self.text.utf8)) == decoded.value)
  }

  @Test func wrappersWriteTheValueAlone() throws {
    let page = try ModelDecoder().decode(Page.self, from: Self.text)
    let text = try ModelEncoder().text(page)
    #expect(
      text
        == #"{"banner":null,"count":0,"isOpen":true,"items":[1,2],"names":{"a":"b"},"tags":[],"total":12}"#
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
    ("lenient", "missing null wrongType"), ("lenientOptional", "ok ok wrongType"),
  ])
  func missingNullAndWrongTypePerWrapper(_ name: String, outcome: String) throws {
    struct LossyArray: Codable { @Lossy var x: [Int] }
    struct LossyOptional: Codable { @Lossy var x: Int? }
    struct Defaulted: Codable { @Default<Defaults.Zero> var x: Int }
    struct LenientInt: Codable { @Lenient var x: Int }
    struct LenientOptional: Codable { @Lenient var x: Int? }
    let types: [String: any Codable.Type] = [
      "lossyArray": LossyArray.self, "lossyOptional": LossyOptional.self,
      "defaulted": Defaulted.self,
      "lenient": LenientInt.self, "lenientOptional": LenientOptional.self,
    ]
    let type = try #require(types[name])
    for options in [DecodingOptions(), .strictButDuplicates] {
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
    struct Row: Decodable { @Lenient var id: String }
    for options in [DecodingOptions(), .lossy] {
      let row = try ModelDecoder(options).decode(Row.self, from: #"{"id": \#(number)}"#)
      #expect(row.id == text ?? number)
    }
  }

  enum Media: String, FallbackCase, Codable {
    case article, unknown
    static let fallback = Media.unknown
  }

  @Test func unknownEnumCasesFallBackAndAreReported() throws {
    for options in [DecodingOptions(), .strictButDuplicates] {
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
