import Bindings
import DisplayWidth
import Testing
import ViewModels

@testable import REPLKit

/// Windows that are small: narrow, low, or with other widths of characters.
@MainActor
@Suite(.ownGraph) struct ScreenSizesTests {
  @Test func fortyColumnsAndFewRows() throws {
    let list = ListViewModel()
    list.title = "A list with a long name that is longer than the window"
    try list.append((1...50).map { TextCell("Row \($0)") })
    let picture = Screens(renderers: .text()).picture(of: list, at: "list", .english)
    var walk = ScreenWalk()
    for _ in 1...9 { _ = walk.press(.down, on: picture) }
    let lines = ScreenRenderer(style: .plain, columns: 40, rows: 9).lines(picture, walk)
    #expect(
      lines.joined(separator: "\n") == """
         A list with a long name that is longer…
        ────────────────────────────────────────
           Row 7
           Row 8
           Row 9
        ▸  Row 10
           Row 11
           Row 12
          6 more lines above, 9 below
        """)
  }

  @Test(arguments: 1...8, [17, 20, 31]) func theFocusIsInSightHoweverSmallTheWindowIs(
    rows: Int, columns: Int
  ) throws {
    let list = Feed()
    try list.append((1...30).map { TextCell("Row \($0)") })
    let asking = Entry()
    for picture in [
      Screens(renderers: .text()).picture(of: list, at: "list", .english),
      Screens(renderers: .text()).picture(of: asking, at: "form", .english),
    ] {
      var walk = ScreenWalk()
      for key in Array(repeating: ScreenKey.tab, count: 12) + [.enter, .tab, .tab] {
        _ = walk.press(key, on: picture)
        let lines = ScreenRenderer(style: .plain, columns: columns, rows: rows).lines(picture, walk)
        #expect(lines.count <= rows)
        #expect(lines.contains { $0.contains("▸") || $0.contains("▏") }, "\(lines)")
      }
    }
  }

  /// Where nobody is in the screen, its buttons say more than its last outputs.
  @Test func outputsAreLeftOutBeforeButtons() {
    var form = ScreenPicture(title: "Form")
    form.fields = [.init("name", path: "it.name", .text, value: "")]
    form.outputs = (1...5).map { .init("output", ScreenText("value \($0)")) }
    form.buttons = [.init("save", statement: "it.save()")]
    let renderer = ScreenRenderer(style: .plain, columns: 30, rows: 7)
    let lines = renderer.lines(form)
    #expect(lines.count == 7)
    #expect(lines.suffix(2) == [" ( save )", "  2 more lines"], "\(lines)")
    #expect(lines.contains { $0.contains("value 3") } && !lines.joined().contains("value 4"))
    #expect(renderer.lines(form, ScreenWalk()).last == "  2 more lines below")
    form.outputs = [form.outputs[0]]
    form.header = ScreenText((1...9).map { "line \($0)" }.joined(separator: "\n"))
    #expect(renderer.lines(form).last?.hasSuffix(" more lines below") == true)
  }

  @Test(arguments: [4, 6, 9]) func aToastIsSeenHoweverLongThePageIs(rows: Int) {
    var page = ScreenPicture(title: "News")
    page.outputs = (1...40).map { .init("output", ScreenText("value \($0)")) }
    page.buttons = [.init("more", statement: "it.more()")]
    page.toasts = [
      .init(text: "There is no network.", isFailure: true, statement: "it.dismiss()")
    ]
    let renderer = ScreenRenderer(style: .plain, columns: 30, rows: rows)
    let lines = renderer.lines(page)
    #expect(lines.count <= rows && lines.contains(" ✗ There is no network."), "\(lines)")
    var walk = ScreenWalk()
    #expect(renderer.lines(page, walk).last == " ✗ There is no network.")
    _ = walk.press(.down, on: page)
    #expect(renderer.lines(page, walk).contains("▸✗ There is no network."))
  }

  @Test(arguments: 4...12) func pagesThatAreLongerThanTheWindowAreTurned(rows: Int) {
    var long = ScreenPicture(title: "Long")
    long.fields = [.init("name", path: "it.name", .text, value: "")]
    long.outputs = (1...40).map { .init("output", ScreenText("value \($0);")) }
    long.buttons = [.init("save", statement: "it.save()")]
    var covered = ScreenPicture(title: "Below")
    covered.sheets = [long]
    for picture in [long, covered] {
      var walk = ScreenWalk()
      let renderer = ScreenRenderer(style: .plain, columns: 30, rows: rows)
      var pages: [[String]] = [renderer.lines(picture, walk)]
      while renderer.turn(&walk, by: 1, on: picture) {
        pages.append(renderer.lines(picture, walk))
        #expect(pages.last?.count ?? 0 <= rows && pages.count < 50)
      }
      let seen = pages.joined().joined(separator: "\n")
      for number in 1...40 { #expect(seen.contains("value \(number);"), "\(pages)") }
      #expect(pages.last?.contains { $0.contains("▸( save )") } == true, "\(pages.last ?? [])")
      var copy = walk
      #expect(copy.press(.enter, on: picture) == .statement("it.save()"))
      let end = pages.count
      while renderer.turn(&walk, by: -1, on: picture) {
        pages.append(renderer.lines(picture, walk))
      }
      #expect(pages.last == pages.first && pages.count == 2 * end - 1)
      // Another key goes on from the focus.
      _ = renderer.turn(&walk, by: 1, on: picture)
      _ = walk.press(.up, on: picture)
      #expect(renderer.lines(picture, walk) == pages.first)
    }
  }

  @Test func ofALongListTheFirstRowInSightHasTheFocus() throws {
    let list = ListViewModel()
    try list.append((1...20).map { TextCell("Row \($0)") })
    let picture = Screens(renderers: .text()).picture(of: list, at: "list", .english)
    let renderer = ScreenRenderer(style: .plain, columns: 30, rows: 8)
    var walk = ScreenWalk()
    #expect(renderer.turn(&walk, by: 1, on: picture))
    #expect(renderer.lines(picture, walk).contains { $0.hasPrefix("▸  Row 6") })
    #expect(walk.press(.enter, on: picture) == .statement("list.select(at: 5)"))
    _ = walk.press(.down, on: picture)
    #expect(walk.press(.enter, on: picture) == .statement("list.select(at: 6)"))
    let low = ScreenRenderer(style: .plain, columns: 30, rows: 5)
    #expect(!low.lines(picture, walk).joined().contains("─"))
  }

  @Test func framesAreInASCIIWhereLinesTakeTwoColumns() {
    var picture = ScreenPicture(title: "Page")
    picture.questions = [ScreenPicture.Question(kind: .alert, caption: "Sure?", message: "Really")]
    let lines = ScreenRenderer(style: .plain, columns: 30, ambiguousCells: 2).lines(picture)
    #expect(lines.contains { $0.contains("+- Sure? ") })
    for line in lines { #expect(CellWidth(ambiguous: 2).of(line) <= 30) }
  }
}
