import DisplayWidth
import Bindings
import DisplayWidth
import Testing

@testable import REPLKit

/// Pictures of graphs as they stand in a terminal, in a narrow one, and in SVG.
@Suite struct GraphPictureTests {
  /// A form with two inputs, whose second one is secret.
  private let form = [
    node(.property, "phone", "\"186\""),
    node(.property, "password", "••••••••"),
    node(.computed, "isPhoneValid", "false", [0]),
    node(.computed, "isPasswordValid", "false", [1]),
    node(.computed, "output", "\"手机号：186，密码：\"", [0, 1], mark: "2"),
    node(.computed, "canClear", "false", [2, 3]),
    node(.command, "clear()", nil, [5]),
    node(.command, "signIn()", nil, [2, 3, 0]),
    node(.observer, "watch <a>", nil, [4]),
  ]

  private static func node(
    _ kind: Node.Kind, _ name: String, _ value: String? = nil, _ reads: [Int] = [],
    mark: String? = nil
  ) -> DrawnNode {
    DrawnNode(kind: kind, name: name, value: value, reads: reads, mark: mark)
  }

  @Test func aFormFitsIntoEightyColumns() {
    #expect(
      GraphPicture(form).lines().joined(separator: "\n") == """
                     ╭──────────────────────────────╮
                     │                              │    ╔═══════════╗
                     │    ╭───────────────────────╮ ╰───▸║ signIn()  ║
        ┌──────────┐ ├───▸│ isPhoneValid          │───┬─▸║           ║
        │ phone    │─┤    │ false                 │ ╭─│─▸║           ║
        │ "186"    │ │    ╰───────────────────────╯ │ │  ╚═══════════╝
        └──────────┘ │                              │ │
                     │    ╭───────────────────────╮ │ │  ╭───────────╮  ╔═════════╗
                     │ ╭─▸│ isPasswordValid       │─┤ ╰─▸│ canClear  │─▸║ clear() ║
                     │ │  │ false                 │ ╰───▸│ false     │  ╚═════════╝
        ┌──────────┐ │ │  ╰───────────────────────╯      ╰───────────╯
        │ password │─│─┤
        │ •••••••• │ │ │  ╭───────────────────────╮      ┏━━━━━━━━━━━┓
        └──────────┘ ╰─│─▸│ 2 output              │─────▸┃ watch <a> ┃
                       ╰─▸│ "手机号：186，密码：" │      ┗━━━━━━━━━━━┛
                          ╰───────────────────────╯
        """)
  }

  @Test func aNarrowWindowShowsATreeInWhichNothingIsToldTwice() {
    let lines = GraphTree(nodes: form).lines(width: 40)
    #expect(
      lines.joined(separator: "\n") == """
        clear()
        └─ canClear = false
           ├─ isPhoneValid = false
           │  └─ phone = "186"
           └─ isPasswordValid = false
              └─ password = ••••••••
        signIn()
        ├─ isPhoneValid = false ↑
        ├─ isPasswordValid = false ↑
        └─ phone = "186"
        watch <a>
        └─ 2 output = "手机号：186，密码："
           ├─ phone = "186"
           └─ password = ••••••••
        """)
  }

  /// Where a line takes two cells, as East Asian terminals may be set up, boxes of lines would fall apart.
  @Test(arguments: [30, 80, 120], [false, true])
  func pictureIsInASCIIWhereLinesTakeTwoCells(columns: Int, isTree: Bool) {
    var nodes = form
    nodes[8].mentions = [0]
    nodes[1].value = "“…”·①"
    let cells = CellWidth(ambiguous: 2)
    let picture = GraphPicture(nodes, cells)
    let width = isTree ? columns : picture.width
    let lines =
      isTree ? GraphTree(nodes: nodes, cells: cells).lines(width: columns) : picture.lines()
    for line in lines { #expect(cells.of(line) <= width, "\(line)") }
    let text = lines.joined()
    let drawn = text.filter { !$0.isASCII && cells.of($0) == 2 && CellWidth().of($0) == 1 }
    #expect(drawn.allSatisfy { "“…”·①".contains($0) }, "\(drawn)")
  }

  @Test func eachKindHasItsFrameInASCIIToo() {
    let nodes = [
      Self.node(.property, "a"), Self.node(.computed, "b", nil, [0]),
      Self.node(.command, "c", nil, [1]), Self.node(.observer, "d", nil, [1]),
    ]
    #expect(
      GraphPicture(nodes, CellWidth(ambiguous: 2)).lines().joined(separator: "\n") == """
                        +===+
                     +->| c |
        +---+  .---. |  +===+
        | a |->| b |-+
        +---+  '---' |  #####
                     +-># d #
                        #####
        """)
  }

  @Test func whatIsMentionedAndNotReadHasADottedLine() {
    var nodes = [
      Self.node(.property, "isOn"), Self.node(.property, "a"), Self.node(.property, "b"),
      Self.node(.computed, "shown", nil, [0, 1]),
    ]
    nodes[3].mentions = [2]
    let picture = GraphPicture(nodes)
    #expect(
      picture.lines().joined(separator: "\n") == """
        ┌──────┐
        │ isOn │───╮
        └──────┘   │
                   │
        ┌──────┐   │  ╭───────╮
        │ a    │─╮ ╰─▸│ shown │
        └──────┘ ╰───▸│       │
                 ╭┄┄┄▸│       │
        ┌──────┐ ┆    ╰───────╯
        │ b    │┄╯
        └──────┘
        """)
    #expect(
      GraphTree(nodes: nodes).lines(width: 40) == ["shown", "├─ isOn", "├─ a", "└┄ b"])
    #expect(picture.svg().contains("<path class=\"mentioned\" "))
    #expect(picture.svg().contains("shown reads isOn, a mentions b"))
    #expect(picture.svg(in: .chinese).contains("；shown 读取 isOn、a 提到 b"))
  }

  @Test func theTextOfANodeIsNoMarkup() {
    let svg = GraphPicture(
      form + [Self.node(.property, "</text><script>\u{1b}[2J\u{FFFE}\u{301}\u{FFFF}", "\"&")]
    ).svg()
    #expect(svg.contains("watch &lt;a&gt;"))
    #expect(!svg.contains("<script"))
    #expect(!svg.unicodeScalars.contains { ["\u{1b}", "\u{FFFE}", "\u{FFFF}"].contains($0) })
    #expect(svg.contains("&quot;&amp;"))
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
  }

  @Test func noNodesAreNoPicture() {
    #expect(GraphPicture([]).lines() == [])
    let apart = (0..<5).map { DrawnNode(kind: .property, name: "n\($0)", value: nil, reads: []) }
    #expect(
      GraphPicture(apart, columns: 26).lines() == [
        "┌────┐  ┌────┐  ┌────┐", "│ n0 │  │ n1 │  │ n2 │", "└────┘  └────┘  └────┘",
        "┌────┐  ┌────┐", "│ n3 │  │ n4 │", "└────┘  └────┘",
      ])
    #expect(GraphTree(nodes: []).lines(width: 20) == [])
    #expect(GraphPicture([]).svg().contains("width=\"16\""))
  }

  @Test func aChainOfTenThousandNodesIsATreeThatStaysInItsWindow() {
    let chain = (0..<10_000).map { Self.node(.computed, "n\($0)", nil, $0 == 0 ? [] : [$0 - 1]) }
    let lines = GraphTree(nodes: chain).lines(width: 30)
    #expect(lines.count == 10_000)
    #expect(lines.allSatisfy { $0.displayWidth <= 30 })
  }
}
