import Foundation
import HTTPTypes
import Models
import Networking
import NetworkingTestSupport
import Testing

/// Bodies are read as ``JSONCases`` says, whoever reads them.
@Suite struct JSONBodyTests {
  /// A model of any JSON that does not ask for it whole, so that Foundation's engine is taken, too.
  private struct Member: Decodable, Sendable { var unknown: Int? }

  private func response(_ body: Data) throws -> Response {
    let url = try #require(URL(string: "http://h/"))
    return Response(head: ResponseHead(status: 200, url: url), data: body)
  }

  @Test func everyBodyOfTheListIsReadAsTheStandardSays() async throws {
    let (accepted, refused) = (JSONCases.acceptedDocuments, JSONCases.refusedDocuments)
    #expect(accepted.count + refused.count >= 318)
    for text in accepted {
      let response = try response(Data(text.utf8))
      #expect(throws: Never.self, "\(text)") { try response.decode(JSONValue.self) }
    }
    // One whose options have every document go through Models' own decoder.
    var own = DecodingOptions()
    own.depthLimit = 511
    for bytes in refused {
      let response = try response(bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      for decoder in [ModelDecoder(), ModelDecoder(.lossy), ModelDecoder(own)] {
        let error = #expect(throws: NetworkError.self, "\(text)") {
          try response.decode(JSONValue.self, decoder: decoder)
        }
        #expect(error?.code == .undecodable)
        #expect(throws: NetworkError.self, "\(text)") {
          try response.decode(Member.self, decoder: decoder)
        }
      }
    }
  }

  @Test func everyLineOfTheListIsReadAsTheStandardSays() async throws {
    let texts = JSONCases.acceptedDocuments.filter { text in
      !text.isEmpty
        && text.unicodeScalars.allSatisfy { $0 != "\n" && $0 != "\r" && $0 != "\u{FEFF}" }
    }
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/lines") { (request) throws(NetworkError) in
      try .answer(request, texts.joined(separator: "\n"))
    }
    var read: [JSONValue] = []
    for try await value in fixture.client.jsonLines(Request(.get, "/lines"), of: JSONValue.self) {
      read.append(value)
    }
    #expect(read.count == texts.count)
    for (value, text) in zip(read, texts) {
      #expect(try value == JSONValue(parsing: text), "\(text)")
    }
    // A `null` is no end, and no number.
    fixture.transport.answer(.get, "/null") { (request) throws(NetworkError) in
      try .answer(request, "1\nnull\n3\n")
    }
    var numbers = fixture.client.jsonLines(Request(.get, "/null"), of: Int.self)
      .makeAsyncIterator()
    #expect(try await next(of: &numbers) == 1)
    #expect(await error(of: &numbers) is NetworkError)
    for bytes in JSONCases.refusedDocuments {
      let text = String(decoding: bytes, as: UTF8.self)
      // A line break divides a line, and a blank one is passed over.
      guard text.allSatisfy({ !$0.isNewline }), !text.allSatisfy(\.isWhitespace) else { continue }
      // What is no UTF-8 becomes replacement characters, as in every text stream.
      guard Data(text.utf8) == bytes, text.unicodeScalars.first != "\u{FEFF}" else { continue }
      fixture.transport.answer(.get, "/line") { (request) throws(NetworkError) in
        try .answer(request, text)
      }
      let error = await networkError {
        for try await _ in fixture.client.jsonLines(Request(.get, "/line"), of: JSONValue.self) {}
      }
      #expect(error?.code == .undecodable, "\(text)")
    }
  }
}
