import DisplayWidth
import Bindings
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
    #expect(picture.svg.contains("<path class=\"mentioned\" "))
    #expect(picture.svg.contains("shown reads isOn, a mentions b"))
  }

  @Test func theTextOfANodeIsNoMarkup() {
    let svg = GraphPicture(form + [Self.node(.property, "</text><script>\u{1b}[2J", "\"&")]).svg
    #expect(svg.contains("watch &lt;a&gt;"))
    #expect(!svg.contains("<script"))
    #expect(!svg.contains("\u{1b}"))
    #expect(svg.contains("&quot;&amp;"))
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
  }

  @Test func noNodesAreNoPicture() {
    #expect(GraphPicture([]).lines() == [])
    #expect(GraphTree(nodes: []).lines(width: 20) == [])
    #expect(GraphPicture([]).svg.contains("width=\"16\""))
  }

  @Test func aChainOfTenThousandNodesIsATreeThatStaysInItsWindow() {
    let chain = (0..<10_000).map { Self.node(.computed, "n\($0)", nil, $0 == 0 ? [] : [$0 - 1]) }
    let lines = GraphTree(nodes: chain).lines(width: 30)
    #expect(lines.count == 10_000)
    #expect(lines.allSatisfy { $0.displayWidth <= 30 })
  }
}
