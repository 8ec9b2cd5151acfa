import Bindings
import DisplayWidth
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// Screens drawn as text, compared with pictures that are checked in.
@MainActor
@Suite(.ownGraph) struct ScreenPictureTests {
  /// The picture of a view-model, drawn in so many columns.
  private func drawn(
    _ viewModel: any ViewModel, at path: String = "page", columns: Int = 44,
    language: HelpLanguage = .english, _ keys: [ScreenKey]? = nil
  ) -> String {
    let screens = Screens(renderers: .text())
    return drawn(
      screens.picture(of: viewModel, at: path, language), columns: columns, language: language, keys
    )
  }

  private func drawn(
    _ picture: ScreenPicture, columns: Int = 44, language: HelpLanguage = .english,
    _ keys: [ScreenKey]? = nil
  ) -> String {
    var walk = ScreenWalk()
    for key in keys ?? [] { _ = walk.press(key, on: picture) }
    let lines = ScreenRenderer(style: .plain, language: language, columns: columns)
      .lines(picture, keys == nil ? nil : walk)
    for line in lines { #expect(CellWidth().of(line) <= columns, "\(line)") }
    return lines.joined(separator: "\n")
  }

  @Test func tabsWithAStackAndASheetOverIt() throws {
    let app = try Navigator(tabs: [
      .init("photos", root: Leaf("Photos")), .init("books", root: Leaf("Books")),
    ])
    try app.push(Leaf("Photo 3"))
    #expect(
      drawn(app, at: "app") == """
         ‹ Photo 3
         [Photos]  Books
        ────────────────────────────────────────────
        """)
    try app.present(Leaf("Cities"))
    #expect(
      drawn(app, at: "app", []) == """
         Photo 3
         [Photos]  Books
        ╭─ Cities ─────────────────────────────────╮
        │ ▸‹ Back                                  │
        ╰──────────────────────────────────────────╯
        """)
  }

  @Test func aListThatLoadsIsEmptyFailsAndHasMore() throws {
    let list = ListViewModel()
    list.title = "News"
    list.page.isLoading = true
    #expect(
      drawn(list) == """
         News
        ────────────────────────────────────────────
          ◌ Loading
        """)
    list.page.isLoading = false
    list.page.emptyState = .init(image: "box", title: "No news", subtitle: "Pull to look again")
    #expect(
      drawn(list) == """
         News
        ────────────────────────────────────────────
                           [box]
                          No news
                     Pull to look again
        """)
    let news = Feed()
    news.page.needsRetry = true
    #expect(
      drawn(news, []) == """
         Feed
        ────────────────────────────────────────────
          Loading failed.
        ▸( Try again )
         ( More )
        """)
    news.page.needsRetry = false
    try news.append(TextCell("Rain", detail: "today", layout: .detail))
    #expect(
      drawn(news, [.down]) == """
         Feed
        ────────────────────────────────────────────
           Rain                                today
        ▸( More )
        """)
    news.page.loadingMore = .noMore
    #expect(drawn(news).hasSuffix("  That is all."))
    news.page.loadingMore = .loading
    #expect(drawn(news).hasSuffix("  ◌ Loading"))
  }

  @Test func anAlertOverAnAlertOverAToast() async {
    let page = AskingPage()
    page.prompts.toast("Saved", duration: .untilTapped)
    let first = Task {
      await page.prompts.alert(
        "Send the order?", message: "tea, rice", buttons: ["Send", "Not yet"])
    }
    while page.prompts.stack.count < 1 { await Task.yield() }
    let second = Task { await page.prompts.alert("Sure?") }
    while page.prompts.stack.count < 2 { await Task.yield() }
    #expect(
      drawn(page, []) == """
         Asking
        ─╭─ Send the order? ──────────────────────╮─
         │   tea, rice                            │
         │ ▸( Send ) ╭─ Sure? ────────╮           │
         │           │ ▸( OK )        │           │
         │           ╰────────────────╯           │
         ╰────────────────────────────────────────╯
        """)
    page.prompts.hideAll()
    _ = await (first.value, second.value)
  }

  @Test func aPicker() async {
    let page = AskingPage()
    let asked = Task {
      try? await page.prompts.picker(
        [["Hangzhou", "Kyoto", "Lisbon"], ["today", "tomorrow"]], selected: [1, 0],
        caption: "Delivery")
    }
    while page.prompts.stack.isEmpty { await Task.yield() }
    #expect(
      drawn(page, [.right, .down]) == """
         Asking
        ────────╭─ Delivery ───────────────╮────────
                │   Hangzhou   today       │
                │ · Kyoto    ▸ tomorrow    │
                │   Lisbon                 │
                ╰──────────────────────────╯
        """)
    page.prompts.hideAll()
    _ = await asked.value
  }

  @Test func aFormWithMistakes() {
    #expect(
      drawn(Entry(), at: "form", []) == """
         Entry
        ────────────────────────────────────────────
        ▸ name      [                              ]
                    ✗ isNameValid is false
          pin       [••••••••                      ]
          age       [30          ]
          weight    [            ]
          size      ‹ small ›
          isMember  [x]
          summary   , 30
         ( clear )  ( add… )
          ( save ) isNameValid is false
        """)
  }

  // L36: a button did not show that its command goes on.
  @Test func aButtonShowsThatItsCommandGoesOn() async {
    let sender = Sender()
    #expect(!drawn(sender, at: "sender", []).contains("◌"))
    let sending = sender.sendCommand.execute()
    let waiting = sender.waitCommand.execute()
    let lines = drawn(sender, at: "sender", []).split(separator: "\n")
    #expect(lines.contains { $0.contains("( ◌ send )") && !$0.contains("( ◌ wait )") })
    #expect(lines.contains { $0.contains("( ◌ wait )") })
    sender.gate.send(())
    _ = await (sending.result, waiting.result)
    #expect(!drawn(sender, at: "sender", []).contains("◌"))
  }

  // L40: a menu with pictures, and an item that cannot be chosen with the reason.
  @Test func aMenu() {
    let page = Leaf("Mail")
    let prompts = Prompts()
    prompts.open(
      PromptMenu(
        "More",
        actions: [
          .item("Archive", image: "box") {}, .item("Empty", disabledBecause: "nothing is there") {},
        ]))
    var picture = ScreenPicture(title: page.title)
    var questions = ScreenPicture()
    ScreenContext(
      path: "page", language: .english, makers: ScreenMakers(),
      windows: ListWindows(renderers: .text(), isLive: false), depth: 0
    ).add(prompts, at: "prompts", to: &questions)
    picture.questions = questions.questions
    #expect(picture.questions[0].actions[0].statement == "page.prompts.choose(0)")
    let lines = drawn(picture, []).split(separator: "\n")
    #expect(lines.contains { $0.contains("▸( [box] Archive )") }, "\(lines)")
    #expect(lines.contains { $0.contains("( Empty ) nothing is there") }, "\(lines)")
  }

  // L39: an alert with a picture and a text of several styles.
  @Test func anAlertWithAPictureAndAStyledText() {
    var question = ScreenPicture.Question(kind: .alert, caption: "Order", message: "Pay 48?")
    question.styledMessage = ScreenText("Pay ") + ScreenText("48", .strong) + "?"
    question.image = "basket"
    var picture = ScreenPicture(title: "Cart")
    picture.questions = [question]
    let text = drawn(picture, [])
    #expect(text.contains("[basket]") && text.contains("Pay 48?"), "\(text)")
  }

  // L64: a row with a button of its own, which is reached beside the row.
  @Test func aRowWithADetailButton() throws {
    let list = ListViewModel()
    list.title = "Ferries"
    let (first, second) = (TextCell("Norburg"), TextCell("Seeheim"))
    (first.accessory, second.accessory) = (.detail, .detailDisclosure)
    try list.append([first, second])
    #expect(
      drawn(list, at: "list", []) == """
         Ferries
        ────────────────────────────────────────────
        ▸  Norburg                               (i)
           Seeheim                             (i) ›
        """)
    let picture = Screens(renderers: .text()).picture(of: list, at: "list", .english)
    var walk = ScreenWalk()
    #expect(walk.press(.right, on: picture) == .stays)
    guard case .statement(let text, _) = walk.press(.enter, on: picture) else {
      return #expect(Bool(false), "no statement")
    }
    #expect(text == "list.report(\"didTapDetail\", at: 0)")
  }

  // L32: what a person pulled has a line of its own, and no overlay.
  @Test func aPulledListSaysSo() async {
    let list = ListViewModel()
    list.title = "News"
    let gate = SignalSource<Void>()
    list.page.onPull { [page = list.page] in
      try await page.load {
        _ = await gate.signal.first()
        return true
      }
    }
    let pull = list.page.pullCommand.execute()
    let picture = Screens(renderers: .text()).picture(of: list, at: "list", .english)
    #expect(picture.pull == "list.page.pull() &" && picture.busy?.isPulled == true)
    #expect(drawn(picture).contains("↓ Loading"))
    gate.send(())
    _ = await pull.result
    list.page.isLoading = true
    #expect(drawn(list, at: "list").contains("◌ Loading"))
  }

  @Test func aGrid() throws {
    let grid = GridViewModel(columns: 3)
    grid.title = "Photos"
    try grid.append((1...5).map { ImageCell("photo \($0).jpg", caption: "Photo \($0)") })
    try grid.select(at: 1)
    #expect(
      drawn(grid, at: "grid", [.right]) == """
         Photos
        ────────────────────────────────────────────
          [photo 1.jp… ▸●[photo 2.jp…   [photo 3.jp…
          Photo 1        Photo 2        Photo 3
          [photo 4.jp…   [photo 5.jp…
          Photo 4        Photo 5
        """)
  }

  @Test func sections() throws {
    let list = ListViewModel()
    list.title = "Contacts"
    try list.append(SectionViewModel(headerTitle: "A", footerTitle: "two people"))
    try list.append(
      [TextCell("Ada", detail: "1815", layout: .detail), TextCell("Alan")], section: 0)
    try list.append(SectionViewModel(headerTitle: "B"))
    let cell = TextCell("Barbara", detail: "Liskov", layout: .subtitle)
    cell.accessory = .disclosure
    try list.append(cell, section: 1)
    try list.select(at: 1, section: 0)
    #expect(
      drawn(list, at: "list", []) == """
         Contacts
        ────────────────────────────────────────────
          A
        ▸  Ada                                  1815
         ● Alan
          two people
          B
           Barbara                                 ›
             Liskov
        """)
  }

  @Test func wideCharactersAndStyles() throws {
    let list = ListViewModel()
    list.title = "订单列表"
    let styled = TextCell("价格")
    var price = AttributedString("四十八元起")
    price[ScreenText.RoleKey.self] = .strong
    styled.styledText = price
    try list.append([
      TextCell("一杯热的珍珠奶茶加双份珍珠和布丁不要糖", detail: "四十八元", layout: .detail), styled,
      TextCell("e\u{301}cole \u{1B}[31m red", layout: .plain),
    ])
    #expect(
      drawn(list, at: "list", columns: 24, language: .chinese) == """
         订单列表
        ────────────────────────
           一杯热的珍珠 四十八元
           奶茶加双份珍
           珠和布丁不要
           糖
           四十八元起
           école \\u{1B}[31m red
        """)
    let bold = ScreenRenderer(style: .mono, columns: 40)
      .lines(Screens(renderers: .text()).picture(of: list, at: "list", .english))
    #expect(bold.contains { $0.contains("\u{1B}[1m四十八元起\u{1B}[0m") })
    #expect(!bold.joined().contains("\u{1B}[31m"))
  }

  // S12: a row is as high as its text, and no higher than it likes.
  @Test func aRowTakesTheLinesThatItsTextNeeds() throws {
    let list = ListViewModel()
    let long = TextCell(
      "A ferry that leaves when the tide allows it", detail: "5 min", layout: .subtitle)
    let other = TextCell(
      "A ferry that leaves when the tide allows it", detail: "on time", layout: .detail)
    try list.append([long, other, TextCell("A quay")])
    try list.select(at: 1)
    #expect(
      drawn(list, at: "list", columns: 30, []) == """
         ListViewModel
        ──────────────────────────────
        ▸  A ferry that leaves when
           the tide allows it
             5 min
         ● A ferry that leaves on time
           when the tide
           allows it
           A quay
        """)
    long.preferredLines = 2
    other.preferredLines = 2
    #expect(
      drawn(list, at: "list", columns: 30, []) == """
         ListViewModel
        ──────────────────────────────
        ▸  A ferry that leaves when t…
             5 min
         ● A ferry that leaves on time
           when the tide allows it
           A quay
        """)
  }

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
          lines left out: 6 above, 9 below
        """)
  }

  @Test func titlesOverAPageThatIsSentAndWarned() {
    var picture = ScreenPicture(title: "Player")
    picture.warning = "There is no network"
    picture.segments = .init(
      [.init("New", statement: "p.select(0)"), .init("Old", statement: "p.select(1)")], selected: 0)
    picture.busy = .init(.submitting)
    #expect(
      drawn(picture, []) == """
         Player
        ▸[New]  Old
        ────────────────────────────────────────────
          ! There is no network
          ◌ Sending
        """)
    var titles = ScreenPicture.Question(kind: .sheet, caption: "More")
    titles.actions = [
      .init("Share", statement: "p.share()"),
      .init("Delete", role: .destructive, statement: "p.delete()", reason: "isOwn is false"),
    ]
    picture.questions = [titles]
    #expect(
      drawn(picture, []) == """
         Player
         [New]╭─ More ──────────────────────╮
        ──────│ ▸( Share )                  │───────
          ! Th│   ( Delete ) isOwn is false │
          ◌ Se╰─────────────────────────────╯
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

  @Test func aSheetHidesTheEndsOfTheLinesBelow() {
    var form = ScreenPicture(title: "表单")
    form.fields = (1...3).map { .init("字段", path: "it.f\($0)", .text, value: "一二三四五六七八九十") }
    var sheet = ScreenPicture(title: "城市")
    sheet.buttons = (1...3).map { .init("选择 \($0)", statement: "pick(\($0))", reason: "不行") }
    form.sheets = [sheet]
    let lines = ScreenRenderer(style: .plain, language: .chinese, columns: 39, rows: 12).lines(form)
    #expect(!lines.joined().contains("]"), "\(lines)")
  }

  @Test func framesAreInASCIIWhereLinesTakeTwoColumns() {
    var picture = ScreenPicture(title: "Page")
    picture.questions = [ScreenPicture.Question(kind: .alert, caption: "Sure?", message: "Really")]
    let lines = ScreenRenderer(style: .plain, columns: 30, ambiguousCells: 2).lines(picture)
    #expect(lines.contains { $0.contains("+- Sure? ") })
    for line in lines { #expect(CellWidth(ambiguous: 2).of(line) <= 30) }
  }
}

/// A page with nothing but its title.
@MainActor
@ViewModel
private final class Sender {
  @Ignored let gate = SignalSource<Void>()

  @Command func send() async { _ = await gate.signal.first() }

  @Command(policy: .parallel(max: 2)) func wait() async { _ = await gate.signal.first() }
}

@ViewModel
final class Leaf: LifecycleViewModel {
  init(_ title: String) {
    super.init()
    self.title = title
  }
}

/// A list that can be loaded.
@MainActor
@ViewModel
final class Feed: ListViewModel {
  override init(page: PageState = PageState(), environment: Environment = Environment()) {
    super.init(page: page, environment: environment)
    title = "Feed"
  }

  /// Loads anew.
  @Command func refresh() {}

  /// Loads more.
  @Command func more() {}
}

/// A page that asks.
@MainActor
@ViewModel
final class AskingPage: LifecycleViewModel {
  let prompts: Prompts

  init() {
    prompts = Prompts()
    super.init()
    addChild(prompts)
    title = "Asking"
  }
}

/// A form with an input of each kind.
@MainActor
@ViewModel
final class Entry {
  enum Size: String, Codable, Sendable, CaseIterable { case small, large }

  var name = ""
  @Secure var pin = "12"
  var age = 30
  var weight: Double?
  var size = Size.small
  var isMember = true
  var isNameValid: Bool { !name.isEmpty }
  var summary: String { "\(name), \(age)" }

  /// Saves.
  @Command(enabled: \.isNameValid) func save() {}
  /// Empties the form.
  @Command func clear() {}
  /// Adds somebody.
  @Command func add(_ name: String, age: Int = 3) { self.name = "\(name) \(age)" }
}
