import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// Rows drawn as text: their styles, lines, pictures and buttons.
@MainActor
@Suite(.ownGraph) struct ScreenRowsTests {
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

  // At 40 columns a title beside a long detail was cut to a few characters.
  @Test func aTitleHasRoomBesideALongDetail() throws {
    let list = ListViewModel()
    list.title = "Ferries"
    let short = TextCell("Norburg", detail: "11:30  from the north mole", layout: .detail)
    let long = TextCell(
      "The ferry over the sound", detail: "11:30  from the north mole", layout: .detail)
    let single = TextCell(
      "The ferry over the sound", detail: "11:30  from the north mole", layout: .detail)
    (long.accessory, single.preferredLines) = (.disclosure, 1)
    let wide = TextCell("去北海岸的渡轮今天停开", detail: "十一点三十分从北码头出发", layout: .detail)
    try list.append([short, long, single, wide])
    #expect(
      drawn(list, at: "list", columns: 40) == """
         Ferries
        ────────────────────────────────────────
           Norburg    11:30  from the north mole
           The ferry over the sound            ›
                      11:30  from the north mole
           The ferry over … 11:30  from the nor…
           去北海岸的渡轮今天停开
                        十一点三十分从北码头出发
        """)
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

  // L79: a picture was a name, whatever had become of it.
  @Test func aRowShowsHowFarItsPictureIsAndTriesAgain() async throws {
    let list = ListViewModel()
    list.title = "Ferries"
    let loader = ImageLoader(Pictures())
    let cells = ["good.png", "slow.png", "bad.png"].map { PictureCell($0, loader) }
    try list.append(cells)
    #expect(drawn(list, at: "list").contains("\n   [slow.png] a picture"))
    for cell in cells { try list.report(.willDisplay, of: cell) }
    while cells[0].picture.state == .loading || cells[2].picture.state == .loading {
      await Task.yield()
    }
    let keys: [ScreenKey] = [.down, .down, .right]
    #expect(
      drawn(list, at: "list", keys) == """
         Ferries
        ────────────────────────────────────────────
           [✓ good.png] a picture
           [◌ slow.png] a picture
           [✗ bad.png] a picture                ▸(↻)
        """)
    let picture = Screens(renderers: .text()).picture(of: list, at: "list", .english)
    var walk = ScreenWalk()
    for key in keys { _ = walk.press(key, on: picture) }
    #expect(
      walk.press(.enter, on: picture)
        == .statement("list.sections[0].cells[2].picture.retry() &"))
    try list.report(.didEndDisplaying, of: cells[1])
  }
}
