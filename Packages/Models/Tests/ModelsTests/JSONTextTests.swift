import Foundation
import Models
import Testing

@Suite struct JSONTextTests {
  @Test(arguments: [
    (
      " { \"b\" : [ 1.50 , -0.0 ] ,\n\"a\" : \" \\\" x \" } ",
      "{\"b\":[1.50,-0.0],\"a\":\" \\\" x \"}"
    ),
    ("{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":2}"), ("\t1E400\r\n", "1E400"),
    ("\"\\u4e2d\"", "\"\\u4e2d\""), ("\u{FEFF}1", "1"), ("null", "null"),
  ]) func spaceGoesAndNothingElse(_ text: String, _ compact: String) throws {
    #expect(try JSONText(parsing: Data(text.utf8)).description == compact)
  }

  @Test(arguments: [
    "", " ", "\u{0}1", "1\u{0}", "[1,]", "{\"a\":1,}", "01", "'a'", "1 2", "\"\u{1}\"", "tru",
  ]) func whatIsNoJSONIsRefused(_ text: String) {
    let error = #expect(throws: ModelError.self) { try JSONText(parsing: Data(text.utf8)) }
    #expect(error?.code == .malformed)
  }

  @Test func whatIsNoUTF8IsRefused() throws {
    for encoding in [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32] {
      let data = try #require("[1]".data(using: encoding))
      #expect(throws: ModelError.self) { try JSONText(parsing: data) }
    }
    #expect(throws: ModelError.self) { try JSONText(parsing: Data([0x22, 0xFF, 0x22])) }
  }

  @Test func aPartIsAsItWasWritten() throws {
    let text = try JSONText(parsing: Data(#"{"a": {"b": [1.50, " x "]}, "a": 2}"#.utf8))
    #expect(text[at: "/a/b/0"]?.description == "1.50")
    #expect(text[at: "/a/b/1"]?.description == "\" x \"")
    #expect(text[at: "/a"]?.description == #"{"b":[1.50," x "]}"#)
    #expect(text[at: .root] == text)
    #expect(text[at: "/c"] == nil)
    #expect(text[at: "/a/b/01"] == nil)
  }
}
