import Foundation
import Models
import Testing

/// The grammar of RFC 8259 by ``JSONCases``, in both engines.
@Suite struct JSONGrammarTests {
  /// A Codable model of any JSON, so that the Foundation path is taken too.
  struct Anything: Decodable {
    init(from decoder: any Decoder) throws { _ = try JSONValue(from: decoder) }
  }

  @Test(arguments: JSONCases.accepted) func acceptsWhatTheStandardAccepts(_ text: String) throws {
    let value = try JSONValue(parsing: text)
    #expect(try JSONValue(parsing: value.description) == value)
    #expect(try JSONValue(parsing: value.pretty) == value)
    _ = try ModelDecoder().decode(Anything.self, from: text)
    _ = try ModelDecoder(.own).decode(Anything.self, from: text)
  }

  @Test(arguments: JSONCases.refused) func refusesWhatTheStandardRefuses(_ text: String) {
    let error = #expect(throws: ModelError.self) { try JSONValue(parsing: text) }
    #expect(error?.code == .malformed)
    #expect(error?.problems.first?.kind == .syntax)
    #expect(error?.problems.first?.position != nil)
    let codable = #expect(throws: ModelError.self) {
      try ModelDecoder().decode(Anything.self, from: text)
    }
    #expect(codable?.code == .malformed)
  }

  @Test(arguments: JSONCases.refusedBytes) func refusesBytesThatAreNoUTF8(_ bytes: [UInt8]) {
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
      ModelDecoder(), .init(.own), .init(.lossy), .init(shallow), .init(mapped),
      .init(dates),
    ]
  }()

  private struct Unasked: Decodable { var at: Int? }

  @Test(arguments: JSONCases.refused) func refusesOnEveryWayWhatTheStandardRefuses(_ text: String) {
    for way in Self.ways {
      #expect(throws: ModelError.self) { try way.decode(Anything.self, from: text) }
      #expect(throws: ModelError.self) { try way.decode(JSONValue.self, from: text) }
      // As a member that nobody asks for, too.
      #expect(throws: ModelError.self) { try way.decode(Unasked.self, from: "{\"x\":\(text)}") }
      #expect(throws: ModelError.self) {
        try way.decode(
          [FuzzTests.Item].self,
          from: "[{\"id\":1,\"name\":\"\",\"tags\":[],\"x\":\(text)}]")
      }
    }
  }

  @Test(arguments: JSONCases.refusedBytes) func refusesOnEveryWayBytesThatAreNoUTF8(
    _ bytes: [UInt8]
  ) {
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
