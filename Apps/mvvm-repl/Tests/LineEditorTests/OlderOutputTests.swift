import TerminalTestSupport
import Testing

@testable import LineEditor

/// What stands above the block becomes dim, and stays where it is.
@Suite struct OlderOutputTests {
  private var painter = Painter(columns: 10, rows: 6, theme: Theme([.dim: "2", .prompt: "1"]))

  private static func scene(_ text: String) -> Scene {
    var scene = Scene()
    scene.prompt = "> "
    scene.entry = EntryText(text: text, cursor: text.utf8.count)
    return scene
  }

  /// Draws frames, and then dims; the screen before and after.
  private func dimmed(_ frames: [Frame]) -> (before: ScreenEmulator, after: ScreenEmulator) {
    var display = Display()
    var screen = ScreenEmulator(columns: painter.columns, rows: painter.rows)
    for frame in frames { screen.feed(display.draw(frame, painter).utf8) }
    let before = screen
    screen.feed(display.draw(.dimmed, painter).utf8)
    return (before, screen)
  }

  @Test func linesKeepTheirPlacesAndLoseTheirColours() {
    let (before, after) = dimmed([
      .cleared(output: "\u{1B}[32mgreen\u{1B}[0m text\r\n手机号 手机号\r\n"),
      .committed(Self.scene("typed"), mark: ""),
      .cleared(output: "answer\r\n"),
    ])
    #expect(after.text == before.text && after.cursor == before.cursor)
    #expect(after.transcript == before.transcript)
    for row in after.text.indices {
      #expect(after.text(row: row, withAttribute: 2) == after.text[row], "\(row)")
      #expect(after.text(row: row, withAttribute: 32) == "")
    }
  }

  @Test func moreThanTheWindowHasIsLeftAlone() {
    let lines = (1...30).map { "line \($0)\r\n" }.joined()
    let (before, after) = dimmed([.cleared(output: lines)])
    #expect(after.transcript == before.transcript && after.cursor == before.cursor)
    #expect(after.text(row: 0, withAttribute: 2) == "line 26")
  }

  @Test func whatWasWipedOrMovedIsNotPaintedAgain() {
    for frame in [
      Frame.wiped, .foreign, .resized(reflows: true), .cleared(output: "\u{1B}[H\u{1B}[2J"),
    ] {
      let (before, after) = dimmed([.cleared(output: "secret\r\n"), frame])
      #expect(after.text == before.text)
      #expect(!after.text.indices.contains { after.text(row: $0, withAttribute: 2) != "" })
    }
  }

  @Test func theBlockIsTakenAwayFirst() {
    var scene = Self.scene("entry")
    scene.panel = ["row"]
    let (_, after) = dimmed([.scene(scene, output: "one\r\n")])
    #expect(after.text == ["one"] && after.cursor == (1, 0))
  }

  @Test func linesThatABlockHasPushedOutAreLeftAlone() {
    let lines = (1...30).map { "line \($0)\r\n" }
    let short = Self.scene("entry")
    var tall = short
    (tall.panel, tall.notes) = (["row"], ["hint"])
    let output = lines.joined()
    let cases: [(frames: [Frame], block: Int, first: String)] = [
      ([.scene(tall, output: output)], 4, "line 29"),
      ([.scene(tall, output: output), .scene(short, output: "")], 1, "line 29"),
      (
        [.scene(tall, output: output), .scene(short, output: "a line of 17 cells\r\n")], 1,
        "line 29"
      ),
      ([.scene(tall, output: ""), .scene(tall, output: lines[..<4].joined())], 4, "line 3"),
      ([.scene(tall, output: lines[0]), .scene(short, output: lines[1])], 1, "line 1"),
      ([.scene(tall, output: output), .committed(short, mark: "")], 0, "line 29"),
    ]
    for (number, (frames, block, first)) in cases.enumerated() {
      let (before, after) = dimmed(frames)
      #expect(after.transcript == Array(before.transcript.dropLast(block)), "\(number)")
      #expect(after.text(row: 0, withAttribute: 2) == first, "\(number)")
    }
  }

  @Test func aThemeWithoutDimTextLeavesAllAsItIs() {
    var tests = self
    tests.painter.theme = Theme([:])
    let (before, after) = tests.dimmed([.cleared(output: "\u{1B}[32mone\u{1B}[0m\r\n")])
    #expect(after.text(row: 0, withAttribute: 32) == before.text(row: 0, withAttribute: 32))
  }
}
