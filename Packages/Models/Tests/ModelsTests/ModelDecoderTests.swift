import Foundation
import Models
import Testing

@Suite struct ModelDecoderTests {
  struct RememberedLogin: Codable, Equatable {
    var phone: String
    var visits: Int?
  }

  @Test func plainCodableNeedsNothing() throws {
    let text = #"{"phone": "18612345678"}"#
    let expected = RememberedLogin(phone: "18612345678")
    #expect(try ModelDecoder().decode(from: text) == expected)
    #expect(try ModelDecoder().decode(RememberedLogin.self, from: Data(text.utf8)) == expected)
  }

  @Test func missingNullAndWrongTypeAreThreeThings() {
    for (text, kind) in [
      ("{}", JSONProblem.Kind.missing), (#"{"phone": null}"#, .null),
      (#"{"phone": 1}"#, .wrongType),
    ] {
      let error = #expect(throws: ModelError.self) {
        try ModelDecoder().decode(RememberedLogin.self, from: text)
      }
      #expect(error?.code == .mismatch)
      #expect(error?.problems.map(\.kind) == [kind])
      #expect(error?.problems.first?.pointer == "/phone")
    }
  }
}
