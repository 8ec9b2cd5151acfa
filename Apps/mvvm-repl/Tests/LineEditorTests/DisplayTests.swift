import TerminalTestSupport
import Testing

@testable import LineEditor

@Suite struct DisplayTests {
  private func scene(_ text: String) -> Scene {
    var scene = Scene()
    scene.prompt = "> "
    scene.entry = EntryText(text: text, cursor: text.utf8.count)
    return scene
  }

  @Test func samePictureIsNotWrittenAgain() {
    var display = Display()
    let picture = Painter(columns: 20, rows: 6).paint(scene("a"))
    #expect(!display.show(picture).isEmpty)
    #expect(display.show(picture).isEmpty)
    #expect(!display.show(picture, output: "line\r\n").isEmpty)
  }

  @Test func pictureIsReplacedInPlaceAndOutputGoesAbove() {
    var screen = ScreenEmulator(columns: 20, rows: 6)
    var display = Display()
    let painter = Painter(columns: 20, rows: 6, theme: Theme([:]))
    for text in ["abc", String(repeating: "x", count: 50), "short", ""] {
      screen.feed(display.show(painter.paint(scene(text)), output: "out \(text.count)\r\n").utf8)
    }
    #expect(screen.text == ["out 3", "out 50", "out 5", "out 0", ">"])
    #expect(screen.cursor == (4, 2))
    screen.feed(display.commit(painter.paintFinal(scene("done"))).utf8)
    screen.feed(display.clear(output: "answer\r\n").utf8)
    #expect(screen.text.suffix(2) == ["> done", "answer"])
  }

  @Test func fullRowsDoNotLoseTheirLastCell() {
    var screen = ScreenEmulator(columns: 10, rows: 6)
    var display = Display()
    let painter = Painter(columns: 10, rows: 6, theme: Theme([:]))
    screen.feed(display.show(painter.paint(scene("12345678"))).utf8)
    #expect(screen.text == ["> 12345678"])
    #expect(screen.cursor == (1, 0))
    screen.feed(display.show(painter.paint(scene("123456789"))).utf8)
    #expect(screen.text == ["> 12345678", "9"])
  }

  @Test(arguments: [4, 7, 13, 29, 60])
  func blockIsFoundAgainAfterAReflow(_ columns: Int) {
    var screen = ScreenEmulator(columns: 20, rows: 30)
    var display = Display()
    let text = String(repeating: "wxyz", count: 15) + "\n" + String(repeating: "abc", count: 9)
    screen.feed("before\r\n".utf8)
    screen.feed(
      display.show(Painter(columns: 20, rows: 30, theme: Theme([:])).paint(scene(text))).utf8)
    screen.resize(columns: columns, rows: 30)
    display.resize(columns: columns, reflows: true)
    screen.feed(
      display.show(Painter(columns: columns, rows: 30, theme: Theme([:])).paint(scene("."))).utf8)
    #expect(screen.transcript.joined(separator: "|").hasSuffix("> ."))
    #expect(screen.transcript.joined().replacing(" ", with: "") == "before>.")
  }

  /// A terminal that cuts rows off leaves each of them where it was.
  @Test(arguments: [(true, "\u{1B}[3A"), (false, "\u{1B}[1A")])
  func theBlockIsSoughtWhereTheTerminalLeavesIt(reflows: Bool, way: String) {
    var display = Display()
    let painter = Painter(columns: 20, rows: 30, theme: Theme([:]))
    _ = display.show(painter.paint(scene(String(repeating: "x", count: 30))))
    display.resize(columns: 10, reflows: reflows)
    #expect(display.show(painter.paint(scene("."))).contains(way + "\r\u{1B}[J"))
  }
}
