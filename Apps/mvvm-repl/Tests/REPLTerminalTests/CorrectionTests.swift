import Testing

@testable import REPLKit
@testable import REPLTerminal

/// The corrected line that is offered after a mistake.
@MainActor
@Suite struct CorrectionTests {
  @Test(arguments: [
    ("nam", "name"), ("1 + 1\nnam", "name"), ("let a =\nnam", nil), ("[1,\n  nam", nil),
  ])
  func aLineThatGoesOnWithAStatementIsNotOfferedAlone(text: String, offered: String?) {
    let end = text.utf8.count
    let mistake = Diagnostic(
      .unknownName, .noHelp(on: "nam"), at: Span(end - 3, end), replacement: "name")
    let correction = Correction()
    correction.take(mistake, in: SourceText(text))
    #expect(correction.take() == offered)
  }
}
