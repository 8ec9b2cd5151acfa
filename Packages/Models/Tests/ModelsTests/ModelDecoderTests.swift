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

  /// A value has a text of its own, to which places refer; a pointer that leads nowhere has no place in any.
  @Test func aProblemOfAValueHasItsPlaceInTheTextOfTheValue() throws {
    let value: JSONValue = ["login": ["phone": 1]]
    let text = value.description
    for problem in [
      #expect(throws: ModelError.self) {
        try ModelDecoder().decode(RememberedLogin.self, from: value, at: "/login")
      },
      #expect(throws: ModelError.self) {
        try ModelDecoder().decode(RememberedLogin.self, from: text, at: "/login")
      },
    ].map(\.?.problems.first) {
      #expect(problem?.pointer == "/login/phone")
      #expect(problem?.position?.offset == text.utf8.count - 3)
      #expect(problem?.snippet == text)
    }
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode(RememberedLogin.self, from: text, at: "/logout")
    }
    let problem = try #require(error?.problems.first)
    #expect(problem.pointer == "/logout" && problem.position == nil && problem.snippet.isEmpty)
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
