import Bindings
import DisplayWidth
import Testing
import ViewModels

@testable import REPLKit

@Suite(.ownGraph) struct RenderingTests {
  private func text(_ diagnostic: Diagnostic, _ source: String, name: String? = nil) -> [String] {
    TextRenderer(style: .plain).text(.diagnostic(diagnostic, in: SourceText(source, name: name)))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// A person may copy the value.
  @Test @MainActor func codeInAValueOfAViewModelKeepsItsSpaces() {
    let form = Form()
    let name = "type :lesson 3 or why form.phone, `a b` now"
    form.name.value = name
    let text = TextRenderer(style: .plain, columns: 80).text(.viewModel(ViewModelSnapshot(form)))
    #expect(text.contains(name), "\(text)")
  }

  /// The source line is cut only where it does not fit.
  @Test(arguments: [80, 73, 40])
  func aSourceLineThatFitsIsWhole(columns: Int) {
    let line = "let aaaaaaaaaaaaaaaaaaaa = 1; let bbbbbbbbbbbbbbbbb = 2; nosuch"
    let mistake = Diagnostic(
      .unknownName, Message(verbatim: "no"), at: Span(line.utf8.count - 6, line.utf8.count))
    let lines = TextRenderer(style: .plain, columns: columns)
      .text(.diagnostic(mistake, in: SourceText(line))).split(separator: "\n")
    #expect(lines[1].contains("…") == (columns < 73))
    #expect(lines[1].hasSuffix("; nosuch") && lines[1].count <= columns)
    #expect(lines[2].count == lines[1].count && lines[2].hasSuffix(" ^~~~~~"))
  }

  @Test func theCaretStandsUnderTheMistakeBehindWideCharacters() {
    let source = "手机 = 表单.手机"
    let lines = text(Diagnostic(.unknownName, Message(verbatim: "no"), at: Span(9, 15)), source)
    #expect(lines[1] == "  1 | 手机 = 表单.手机")
    #expect(lines[2] == "    |        ^~~~")
  }

  @Test func aTextThatIsNoNameIsNotWrittenAsACase() {
    for text in ["https://example.com/a", "", "two words", "7"] {
      let value = Record.ShownValue.plain(.string(text), .named("URL"))
      #expect(value.text(in: .english) == "\"\(text)\"")
      let shown = TextRenderer(style: .plain).text(.value(.string(text), type: .named("URL")))
      #expect(shown == "\"\(text)\"")
    }
    #expect(Record.ShownValue.plain(.string("red"), .named("Tint")).text(in: .english) == ".red")
  }

  @Test func codeAndStressAreMarkedInProse() {
    let paint = Paint(.mono)
    #expect(
      paint.prose("Its *inputs* are `a * b`")
        == "Its \(paint.strong("inputs")) are \(paint.mark("a * b"))")
    #expect(paint.prose("2 * 3 * 4 and `x") == "2 * 3 * 4 and `x")
    #expect(Paint.plain.prose("Its *inputs*") == "Its *inputs*")
    var renderer = TextRenderer(style: .plain, columns: 40)
    let text = Record.text(title: nil, lines: ["Its *inputs* are `a * b`, `c`."])
    #expect(renderer.text(text) == "Its *inputs* are `a * b`, `c`.")
    renderer.keepsMarkup = false
    #expect(renderer.text(text) == "Its inputs are a * b, c.")
  }

  @Test func aFileIsNamedWithLineAndColumn() {
    let lines = text(
      Diagnostic(.unknownName, Message(verbatim: "no"), at: Span(4, 5)), "a\nb c\n",
      name: "demo.mvvm")
    #expect(lines[1].hasSuffix("--> demo.mvvm:2:3"))
    #expect(lines[2] == "  2 | b c")
  }

  @Test func aVeryLongLineIsCutAroundTheMistake() {
    let source =
      String(repeating: "a", count: 5_000_000) + "!" + String(repeating: "b", count: 5_000_000)
    let lines = text(
      Diagnostic(.unexpected, Message(verbatim: "no"), at: Span(5_000_000, 5_000_001)), source)
    #expect(lines.allSatisfy { $0.count < 120 })
    #expect(lines[1].contains("!"))
  }

  @Test(arguments: ["a", "数", "e\u{301}"], [40, 61, nil] as [Int?])
  func aLineThatIsCutAtTheLeftSaysSo(sign: String, columns: Int?) throws {
    let before = String(repeating: sign, count: 2_000) + " + "
    let start = before.utf8.count
    var renderer = TextRenderer(style: .plain)
    renderer.columns = columns
    let lines = renderer.text(
      .diagnostic(
        Diagnostic(.unknownName, Message(verbatim: "no"), at: Span(start, start + 6)),
        in: SourceText(before + "nobody"))
    ).split(separator: "\n").map(String.init)
    let place = try #require(lines[1].firstRange(of: "nobody"))
    #expect(lines[1].hasPrefix("  1 | …\(sign)"))
    #expect(lines[2].hasSuffix("^~~~~~") && !lines[2].hasSuffix("~~~~~~~"))
    let cells = CellWidth()
    #expect(
      cells.of(lines[1][..<place.lowerBound]) == cells.of(lines[2].prefix { $0 != "^" }))
    #expect(cells.of(lines[1]) <= columns ?? 110)
  }

  @Test func controlCharactersOfTheSourceDoNotReachTheTerminal() {
    let lines = text(
      Diagnostic(.unexpected, Message(verbatim: "no"), at: Span(0, 1)), "\u{1B}[2J\u{7F}x")
    #expect(!lines.joined().contains("\u{1B}"))
  }

  @Test func placesAtTheEndOfTheTextAreShown() {
    #expect(
      text(Diagnostic(.unexpected, Message(verbatim: "no"), at: Span(1, 1)), "a")[2] == "    |  ^")
    #expect(text(Diagnostic(.unexpected, Message(verbatim: "no"), at: Span(0, 0)), "").count == 3)
  }

  @Test func meaningDoesNotDependOnColour() {
    let change = Record.change(
      watch: 1, path: "f.a", value: .plain(2, .int), previous: .plain(1, .int))
    #expect(TextRenderer(style: .plain).text(change) == "◉ f.a  2  ⟵ 1")
    #expect(TextRenderer(style: .coloured).text(change).contains("\u{1B}["))
  }

  @Test func enumerationsAreShownAsCases() {
    let value = Record.value("red", type: .named("TextColor"))
    #expect(TextRenderer(style: .plain).text(value) == ".red")
  }

  @Test func textsCannotSendEscapeSequencesToTheTerminal() {
    let value = Record.value("a\u{1B}[2Jb", type: .string)
    #expect(!TextRenderer(style: .plain).text(value).contains("\u{1B}"))
  }
}

@Suite(.ownGraph) struct SuggestionTests {
  /// A known word is not taken for another one that is only spelt alike.
  @Test(arguments: [
    ("set", ["get", "put", "delete"], "put"), ("remove", ["get", "delete", "move"], "delete"),
    ("set", ["get", "count"], nil), ("length", ["count", "ids"], "count"), ("gte", ["get"], "get"),
  ])
  func aWordThatMeansTheSameComesFirst(word: String, candidates: [String], meant: String?) {
    let suggestion = Suggestion(for: word, among: candidates)
    #expect(suggestion.replacement == meant)
  }

  @Test(
    arguments: [
      ("phoen", "phone"), ("Phone", "phone"), ("phne", "phone"), ("outptu", "output"),
      ("clera", "clear"),
    ])
  func findsWhatWasMeant(word: String, meant: String) {
    #expect(Suggestion.nearest(to: word, among: ["password", "phone", "output", "clear"]) == meant)
  }

  @Test(arguments: ["xyz", "", "passphrase", String(repeating: "p", count: 1_000_000)])
  func staysSilentWhenNothingIsNear(word: String) {
    #expect(Suggestion.nearest(to: word, among: ["password", "phone"]) == nil)
  }

  @Test(
    arguments: [
      (["lamp", "phone"], "Did you mean 'lamp'?", "lamp"),
      (["lamp", "camp"], "Did you mean 'lamp' or 'camp'?", nil),
      (["lamp", "camp", "ramp", "damp"], "Did you mean 'lamp', 'camp' or 'ramp'?", nil),
      (["lamp", "amp", "lamp"], "Did you mean 'lamp' or 'amp'?", nil),
      (["mast"], "Available: mast", nil), ([], nil, nil),
      (["xampler"], "Did you mean 'xampler'?", "xampler"),
    ] as [([String], String?, String?)])
  func upToThreeWordsThatAreEquallyNearAreNamed(
    candidates: [String], help: String?, replacement: String?
  ) {
    let suggestion = Suggestion(for: "xamp", among: candidates)
    #expect(suggestion.help?.description == help && suggestion.replacement == replacement)
    #expect(suggestion.help.map { $0.text(in: .chinese).isChinese } ?? true)
  }
}
