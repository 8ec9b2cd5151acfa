import Testing

@testable import LineEditor

@Suite struct PainterTests {
  private let painter = Painter(columns: 20, rows: 6, theme: Theme([:]))

  private func scene(_ text: String, cursor: Int? = nil) -> Scene {
    var scene = Scene()
    scene.prompt = "> "
    scene.continuation = ". "
    scene.entry = EntryText(text: text, cursor: cursor ?? text.utf8.count)
    return scene
  }

  private func rows(_ picture: Picture) -> [String] { picture.rows.map(\.bytes) }

  @Test(arguments: [
    ("a\u{1B}]52;c;aGk=\u{7}b", "ab"), ("a\u{1B}]0;title\u{1B}\\b", "ab"),
    ("a\u{1B}P1$r\u{1B}[1mb", "a\u{1B}[1mb"), ("a\u{1B}]b\nc\u{7}", "ab\nc\\u{7}"),
    ("a\u{1B}(Bb\u{1B}7c", "abc"), ("a\u{1B}[2Jb", "ab"),
  ])
  func onlyStylesAreLeftOfEscapeSequences(text: String, printed: String) {
    #expect(EscapedText.printable(text) == printed)
  }

  @Test func longTextWrapsWithoutALineBreak() {
    let picture = painter.paint(scene("abcdefghijklmnopqrstuvwxyz"))
    #expect(rows(picture) == ["> abcdefghijklmnopqr", "stuvwxyz"])
    #expect(picture.rows.map(\.continues) == [true, false])
    #expect(picture.cursor == Picture.Position(row: 1, column: 8))
  }

  @Test func wideCharacterThatDoesNotFitGoesToTheNextRow() {
    let picture = painter.paint(scene("一二三四五六七八九十"))
    #expect(rows(picture) == ["> 一二三四五六七八九", "十"])
    let odd = Painter(columns: 9, rows: 6, theme: Theme([:])).paint(scene("一二三四"))
    #expect(rows(odd) == ["> 一二三", "四"])
    #expect(odd.rows[0].width == 8)
  }

  @Test func cursorBehindAFullRowStandsOnTheNext() {
    let picture = painter.paint(scene("abcdefghijklmnopqr"))
    #expect(rows(picture) == ["> abcdefghijklmnopqr", ""])
    #expect(picture.cursor == Picture.Position(row: 1, column: 0))
  }

  @Test func linesOfTheEntryGetTheContinuationPrompt() {
    let picture = painter.paint(scene("a\n\nb", cursor: 2))
    #expect(rows(picture) == ["> a", ". ", ". b"])
    #expect(picture.cursor == Picture.Position(row: 1, column: 2))
  }

  @Test func controlCharactersAreVisible() {
    #expect(rows(painter.paint(scene("a\u{1B}\u{7F}\tb"))) == ["> a^[^?  b"])
  }

  @Test func menuGivesWayBeforeThePanel() {
    var scene = scene("x")
    scene.panel = ["p1", "p2"]
    scene.menu = Scene.Menu(items: (1...9).map { Completion("item\($0)") }, selection: 4)
    #expect(
      rows(painter.paint(scene)) == [rule, "p1", "p2", "> x", " item5  ", " 5-5 of 9"])
  }

  @Test func thePanelTellsHowManyRowsAreLeftOut() {
    var scene = scene("x")
    scene.panel = (1...9).map { "p\($0)" }
    #expect(rows(painter.paint(scene)) == [rule, "p1", "  8 more", "> x"])
    var painter = painter
    painter.rows = 3
    #expect(rows(painter.paint(scene)) == ["p1", "> x"])
  }

  @Test(arguments: 1...7) func inALowWindowThePanelHasAllRowsButThatOfTheEntry(_ rows: Int) {
    var scene = scene("an entry that is longer than the window is wide")
    scene.isInPanel = true
    scene.panel = (1..<rows).map { "p\($0)" }
    scene.notes = ["a hint that is longer than the window is wide"]
    var painter = painter
    painter.rows = rows
    let painted = self.rows(painter.paint(scene))
    #expect(painted == scene.panel + ["w is wide"])
  }

  @Test func inThePanelRuleAndHintHaveARowWhereThereIsRoom() {
    var scene = scene("x")
    scene.isInPanel = true
    scene.panel = ["p1", "p2"]
    scene.notes = ["a hint that is longer than the window is wide"]
    var painter = painter
    painter.rows = 4
    #expect(rows(painter.paint(scene)) == ["p1", "p2", "> x", "a hint that is long"])
    painter.rows = 5
    #expect(rows(painter.paint(scene)) == [rule, "p1", "p2", "> x", "a hint that is long"])
    scene.panel = (1...9).map { "p\($0)" }
    painter.rows = 8
    let picture = painter.paint(scene)
    #expect(rows(picture).dropFirst().prefix(5) == ["p1", "p2", "p3", "p4", "  5 more"])
    #expect(picture.rows.count == 8 && picture.cursor == Picture.Position(row: 6, column: 3))
  }

  @Test func theWordsOfTheEditorAreThoseThatItIsGiven() {
    var painter = painter
    painter.words.more = { "还有 \($0) 行" }
    painter.words.place = { "第 \($0)-\($1) 项，共 \($2) 项" }
    painter.words.noMatch = "没有找到"
    painter.words.search = "搜索："
    var scene = scene("x")
    scene.panel = (1...9).map { "p\($0)" }
    scene.menu = Scene.Menu(items: (1...9).map { Completion("item\($0)") }, selection: 4)
    let painted = rows(painter.paint(scene))
    #expect(painted.contains("  还有 8 行") && painted.contains(" 第 5-5 项，共 9 项"))
    scene.search = Scene.Search(pattern: "q", matches: [])
    #expect(rows(painter.paint(scene)).contains("搜索：q  没有找到"))
  }

  private let rule = String(repeating: "─", count: 19)

  @Test func whatTheChosenRowCannotShowStandsBelowTheMenu() {
    // Five rows are two fifths of it.
    let painter = Painter(columns: 20, rows: 13, theme: Theme([:]))
    var scene = scene("x")
    let items = ["short", "words that are too many for one row"].map { Completion("c", detail: $0) }
    scene.menu = Scene.Menu(items: items, selection: 0)
    #expect(rows(painter.paint(scene)) == ["> x", " c  short", " c  words that are…"])
    scene.menu?.selection = 1
    #expect(
      rows(painter.paint(scene)) == [
        "> x", " c  short", " c  words that are…", " words that are too", " many for one row",
      ])
  }

  @Test func aLongAnswerIsShownInPartsAndWrappedAtBlanks() {
    var scene = scene("x")
    scene.page = Scene.Page(lines: ["one two three four five six", "  seven", "8", "9", "10", "11"])
    let first = painter.paint(scene)
    #expect(
      rows(first) == [
        "> x", "one two three four", "five six", "  seven", "8", " 1-4 of 7  PageUp, ",
      ])
    scene.page?.first = 99
    let last = painter.paint(scene)
    #expect(rows(last) == ["> x", "8", "9", "10", "11", " 4-7 of 7  PageUp, "])
    #expect(last.page == Picture.Extent(first: 3, visible: 4, count: 7))
  }

  @Test func pictureIsNeverTallerThanTheWindow() {
    var scene = scene((1...30).map(String.init).joined(separator: "\n"), cursor: 20)
    scene.panel = ["p"]
    scene.notes = ["n"]
    scene.page = Scene.Page(lines: ["a", "b"])
    scene.menu = Scene.Menu(items: [Completion("c", detail: "longer than it")], selection: 0)
    for rows in 1...12 {
      let picture = Painter(columns: 10, rows: rows).paint(scene)
      #expect(picture.rows.count <= rows)
      #expect(picture.rows.indices.contains(picture.cursor.row))
    }
  }

  @Test func stylesEndWhereTheirTextEnds() {
    var painter = painter
    painter.theme = Theme([.keyword: "1", .dim: "2"])
    var scene = scene("let x")
    scene.highlights = [Highlight(0..<3, .keyword)]
    scene.ghost = " = 1"
    #expect(
      rows(painter.paint(scene)) == ["> \u{1B}[1mlet\u{1B}[0m x\u{1B}[2m = 1\u{1B}[0m"])
  }

  @Test func ghostIsClippedAndShowsItsFirstLine() {
    var scene = scene("let")
    scene.ghost = " abcdefghijklmnopqrstuvwxyz"
    #expect(rows(painter.paint(scene)) == ["> let abcdefghijklm"])
    scene.ghost = " f(\n1)"
    #expect(rows(painter.paint(scene)) == ["> let f( ..."])
  }

  @Test func panelRowsKeepTheirColoursAndAreClipped() {
    var scene = scene("")
    scene.panel = ["\u{1B}[31mred\u{1B}[0m \u{1B}]0;title and twenty more cells"]
    let row = painter.paint(scene).rows[1]
    #expect(row.bytes.hasPrefix("\u{1B}[31mred\u{1B}[0m "))
    #expect(row.width == 19)
  }

  @Test func scrollbackKeepsTheEntryAndNothingElse() {
    var scene = scene("a", cursor: 0)
    scene.panel = ["p"]
    scene.ghost = "b"
    scene.notes = ["n"]
    scene.menu = Scene.Menu(items: [Completion("c")], selection: nil)
    #expect(rows(painter.paintFinal(scene)) == ["> a"])
    #expect(rows(painter.paintFinal(scene, mark: "^C")) == ["> a^C"])
  }

  @Test(arguments: [1, 3, 7, 20, 40, 200])
  func rowsAboveTheCursorAfterReflow(_ columns: Int) {
    let text = "abc\n" + String(repeating: "x", count: 45) + "\ny"
    let picture = painter.paint(scene(text))
    let expected = (5 + columns - 1) / columns + (47 + columns - 1) / columns + 3 / columns
    #expect(picture.rowsAboveCursor(whenWrappedAt: columns) == expected)
  }
}
