import Testing

@testable import REPLKit
@testable import REPLTerminal

/// The corrected line that is offered after a mistake.
@MainActor
@Suite struct CorrectionTests {
  @Test(arguments: [
    ("nam", "name"), ("1 + 1\nnam", "name"), ("1 + 1; nam", "name"),
    ("let a =\nnam", "let a =\nname"), ("1\nnam; 2\n3", "name; 2\n3"),
    ("1\nnam = “2”\n3", "1\nname = “2”\n3"), ("nam = \"…\"", "name = \""),
    ("1\nnam = \"…\"", "name = \""), ("nam = \"…\"\n3", nil),
    ("nam = \"…\"; 3", nil), ("nam = \"…\";", "name = \""), ("1; nam = \"…\"", "name = \""),
    ("nam; a = \"…\"; 3", nil), ("nam; a = \"…\"", "name; a = \""),
  ])
  func whatDidNotRunIsOfferedWithItsCorrection(text: String, offered: String?) throws {
    let place = try #require(text.firstRange(of: "nam"))
    let start = text[..<place.lowerBound].utf8.count
    let mistake = Diagnostic(
      .unknownName, .noHelp(on: "nam"), at: Span(start, start + 3), replacement: "name")
    let correction = Correction()
    correction.take(mistake, in: SourceText(text))
    #expect(correction.take() == offered)
  }

  @Test func theTextOfAFileIsNotOffered() {
    let mistake = Diagnostic(
      .unknownName, .noHelp(on: "nam"), at: Span(0, 3), replacement: "name")
    let correction = Correction()
    correction.take(mistake, in: SourceText("nam", name: "a.mvvm"))
    #expect(correction.take() == nil)
  }
}
