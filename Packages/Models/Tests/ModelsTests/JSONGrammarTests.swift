import Foundation
import Models
import Testing

/// Our own tables of RFC 8259: what must be accepted and what must be refused, by both engines.
@Suite struct JSONGrammarTests {
  static let accepted: [String] = [
    "null", "true", "false", "0", "-0", "1", "-1", "10", "0.5", "-0.5", "1e5", "1E5", "1e+5",
    "1e-5", "0e1", "0E+1",
    "1.5e2", "123456789012345678901234567890", "-9223372036854775808", "9223372036854775807",
    "18446744073709551615",
    "1e-400", "0.1234567890123456789012345678901234567890", "\"\"", "\"a\"",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"\\u0000\"", "\"\\u00e9\"", "\"\\u4E2D\"", "\"\\uD83D\\uDE00\"", "\"\\ud83d\\ude00x\"",
    "\"中文\"", "\"😀\"",
    "\"\u{7F}\"", "\"\u{2028}\u{2029}\"", "\"\u{FEFF}\"", "\"\u{10FFFF}\"", "[]", "[ ]", "[\n]",
    "{}", "{ }", "[1]", "[1,2]",
    "[ 1 , 2 ]", "[[]]", "[[],[]]", "[{}]", "{\"a\":1}", "{\"a\":1,\"b\":2}",
    "{ \"a\" : 1 , \"b\" : 2 }", "{\"\":0}",
    "{\"a\":1,\"a\":2}", "{\"\\u0061\":1}", "{\"a\\nb\":1}",
    "{\"long_key_longer_than_eight\":[null]}", " 1 ", "\t1\r\n",
    "\n[\r\t 1 ]\n", "[null,true,false,\"\",0,{},[]]", "[\"\\\\\",\"\\\"\"]", "[\",]\",\"}{\"]",
    "[-0.0]", "[1e0]",
    "{\"a\":{\"b\":{\"c\":[[[{}]]]}}}", "\u{FEFF}[1]",
  ]

  static let refused: [String] = [
    "", " ", "\n", "nul", "nulll", "Null", "NULL", "True", "tru", "falsey", "undefined", "NaN",
    "-NaN", "Infinity",
    "-Infinity", "+1", "01", "-01", "00", "-", "--1", "1.", "-1.", ".5", "-.5", "1e", "1e+", "1E-",
    "1.e5", "0x10", "1_000", "1 2",
    "1,", ",1", "0.1.2", "1e1.5", "1a", "1e5e5", "１", "\"", "\"a", "\"\\", "\"\\\"", "\"\\x\"",
    "\"\\a\"", "\"\\'\"",
    "\"\\u\"", "\"\\u1\"", "\"\\u12\"", "\"\\u123\"", "\"\\u123g\"", "\"\\U0041\"", "\"\\uD83D\"",
    "\"\\uDE00\"",
    "\"\\uD83Dx\"", "\"\\uD83D\\u0041\"", "\"\\uDE00\\uD83D\"", "\"a\u{0}b\"", "\"a\nb\"",
    "\"a\tb\"", "\"\u{1F}\"", "'a'", "a",
    "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1;2]", "[1}", "{]", "[\"a\"",
    "[\"a", "[[]", "[]]", "[][]",
    "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\" 1}",
    "{\"a\"::1}", "{\"a\",1}", "{a:1}",
    "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1 \"b\":2}", "{\"a\":1,,\"b\":2}", "{\"a\":}", "{:1}",
    "{\"a\":1}}", "{\"a\":1}x",
    "{[]:1}", "// c\n1", "1 // c", "/* c */ 1", "# c\n1", "\u{FEFF}", "\u{A0}1", "[1]\u{0}",
    "\u{0}", "[\u{B}1]", "[\u{C}1]",
    "\u{2060}1", "[true,\"x\"\"y\"]", "{\"a\":true,\"b\"}", "[\"\\u00\"]", "{\"x\":0,\n,}",
    "[1,\n]", "{\"a\":[1, ]}",
  ]

  static let refusedBytes: [[UInt8]] = [
    [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xE0, 0x80, 0x80, 0x22],
    [0x22, 0xED, 0xA0, 0x80, 0x22],
    [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22],
    [0x22, 0xE4, 0xB8, 0x22],
    [0x22, 0xFF, 0x22], [0xFF], [0xFE, 0xFF, 0x00, 0x31], [0x31, 0x00], [0x00, 0x31],
    [0x7B, 0x22, 0xE5, 0x22, 0x3A, 0x30, 0x7D], [0xEF, 0xBB, 0xBF], [0xEF, 0xBB, 0x31],
    [0x5B, 0x22, 0xF0, 0x9F, 0x98, 0x22, 0x5D],
  ]

  /// A Codable model of any JSON, so that the Foundation path is taken too.
  struct Anything: Decodable {
    init(from decoder: any Decoder) throws { _ = try JSONValue(from: decoder) }
  }

  @Test(arguments: accepted) func acceptsWhatTheStandardAccepts(_ text: String) throws {
    let value = try JSONValue(parsing: text)
    #expect(try JSONValue(parsing: value.description) == value)
    #expect(try JSONValue(parsing: value.pretty) == value)
    _ = try ModelDecoder().decode(Anything.self, from: text)
    _ = try ModelDecoder(.strictButDuplicates).decode(Anything.self, from: text)
  }

  @Test(arguments: refused) func refusesWhatTheStandardRefuses(_ text: String) {
    let error = #expect(throws: ModelError.self) { try JSONValue(parsing: text) }
    #expect(error?.code == .malformed)
    #expect(error?.problems.first?.kind == .syntax)
    #expect(error?.problems.first?.position != nil)
    let codable = #expect(throws: ModelError.self) {
      try ModelDecoder().decode(Anything.self, from: text)
    }
    #expect(codable?.code == .malformed)
  }

  @Test(arguments: refusedBytes) func refusesBytesThatAreNoUTF8(_ bytes: [UInt8]) {
    let error = #expect(throws: ModelError.self) { try JSONValue(parsing: Data(bytes)) }
    #expect(error?.code == .malformed)
    #expect(throws: ModelError.self) { try ModelDecoder().decode(Anything.self, from: Data(bytes)) }
  }

  private static let ways: [ModelDecoder] = {
    var shallow = DecodingOptions()
    shallow.depthLimit = 100
    var mapped = DecodingOptions()
    mapped.keys = .mapped([:])
    var dates = DecodingOptions()
    dates.dates = [.iso8601, .day]
    return [
      ModelDecoder(), .init(.strictButDuplicates), .init(.lossy), .init(shallow), .init(mapped),
      .init(dates),
    ]
  }()

  private struct Unasked: Decodable { var at: Int? }

  @Test(arguments: refused) func refusesOnEveryWayWhatTheStandardRefuses(_ text: String) {
    for way in Self.ways {
      #expect(throws: ModelError.self) { try way.decode(Anything.self, from: text) }
      #expect(throws: ModelError.self) { try way.decode(JSONValue.self, from: text) }
      // As a member that nobody asks for, too, unless unknown members are refused anyway.
      #expect(throws: ModelError.self) { try way.decode(Unasked.self, from: "{\"x\":\(text)}") }
      #expect(throws: ModelError.self) {
        try way.decode(
          [FuzzTests.Item].self,
          from: "[{\"id\":1,\"name\":\"\",\"tags\":[],\"x\":\(text)}]")
      }
    }
  }

  @Test(arguments: refusedBytes) func refusesOnEveryWayBytesThatAreNoUTF8(_ bytes: [UInt8]) {
    for way in Self.ways {
      #expect(throws: ModelError.self) { try way.decode(Anything.self, from: Data(bytes)) }
      #expect(throws: ModelError.self) {
        try way.decode([FuzzTests.Item].self, from: Data(bytes))
      }
    }
  }

  @Test func numbersTooLargeForADoubleKeepTheirDigitsInAValueAndFailInAModel() throws {
    #expect(try JSONValue(parsing: "1e400").description == "1e400")
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode(Double.self, from: "1e400")
    }
    #expect(error?.problems.first?.kind == .invalidValue)
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func aHundredThousandLevelsThrow(_ opener: String) {
    let text = String(repeating: opener, count: 100_000)
    for document in [text, "[0," + text] {
      let error = #expect(throws: ModelError.self) { try JSONValue(parsing: document) }
      #expect(error?.problems.first?.kind == .limit)
    }
    #expect(throws: ModelError.self) { try ModelDecoder().decode(Anything.self, from: text) }
    #expect(throws: ModelError.self) { try ModelDecoder(.lossy).decode(Anything.self, from: text) }
  }

  @Test func depthLimitCountsLevels() throws {
    var options = DecodingOptions()
    options.depthLimit = 3
    #expect(try ModelDecoder(options).decode(JSONValue.self, from: "[[[1]]]") == [[[1]]])
    #expect(throws: ModelError.self) {
      try ModelDecoder(options).decode(JSONValue.self, from: "[[[[1]]]]")
    }
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(throws: Never.self) { try JSONValue(parsing: deep) }
    #expect(throws: ModelError.self) { try JSONValue(parsing: "[\(deep)]") }
  }

  @Test func syntaxErrorsPointAtThePlace() {
    let error = #expect(throws: ModelError.self) {
      try JSONValue(parsing: "{\n  \"城市\": \"北京\",\n  \"spots\": [1, 2,, 3]\n}")
    }
    let problem = error?.problems.first
    #expect(problem?.position?.description == "3:18")
    #expect(problem?.pointer == "/spots/2")
    #expect(problem?.snippet == "  \"spots\": [1, 2,, 3]")
    #expect(problem?.found == "\",\"")
  }
}

extension DecodingOptions {
  static var strictButDuplicates: DecodingOptions {
    var options = DecodingOptions.strict
    options.duplicateKeys = .keepLast
    return options
  }
}
