import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// Pages drawn as text: tabs, stacks, segments, forms and buttons, beside pictures that are checked in.
@MainActor
@Suite(.ownGraph) struct ScreenPagesTests {
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

  @Test func aSheetHidesTheEndsOfTheLinesBelow() {
    var form = ScreenPicture(title: "表单")
    form.fields = (1...3).map { .init("字段", path: "it.f\($0)", .text, value: "一二三四五六七八九十") }
    var sheet = ScreenPicture(title: "城市")
    sheet.buttons = (1...3).map { .init("选择 \($0)", statement: "pick(\($0))", reason: "不行") }
    form.sheets = [sheet]
    let lines = ScreenRenderer(style: .plain, language: .chinese, columns: 39, rows: 12).lines(form)
    #expect(!lines.joined().contains("]"), "\(lines)")
  }
}
