import Foundation
import TerminalTestSupport
import Testing

/// The moving picture of the README shows what the program does today.
///
/// `Scripts/pictures` sets `MVVM_PICTURES`, and the same conversation draws the picture anew.
@Suite(.ownThread) struct PictureTests {
  static let entries = [
    "let form = LoginForm()", "watch form.output, form.clear.isEnabled",
    #"form.phone = "18612345678""#,
    "form.clear()", #"form.password = "passw0rd""#, "form.clear()", "why form.canClear", "undo",
  ]
  static let title =
    "A person makes a login form, watches it, sets its inputs, runs a command, asks why and takes it back"

  static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "Apps/mvvm-repl/Sources/REPLKit/REPLKit.docc/Resources/prompt.svg")

  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  private func start() throws -> PseudoTerminal {
    try fixture.start(["--clock", "manual"], columns: 87, rows: 33)
  }

  @Test func aPictureReadsBackAsTheScreensItWasMadeOf() {
    var screen = ScreenEmulator(columns: 40, rows: 4)
    screen.feed("❯ \u{1B}[1;38;5;98mlet\u{1B}[0m a = \"<手机>\"".utf8)
    var picture = AnimatedPicture(screen)
    let first = screen.text
    screen.feed("\r\n  x   & y\r\n\r\n手 z".utf8)
    picture.add(typed: "手 z", screen)
    screen.feed("\r\n1\r\n2".utf8)
    picture.add(answer: screen, seconds: 1)
    let screens = AnimatedPicture.screens(ofSVG: picture.svg(title: "a < b"))
    #expect(screens.count == 3 && screens.first == first && screens.last == screen.text)
    #expect(screens.dropLast().last == [#"❯ let a = "<手机>""#, "  x   & y", "", "手 z"])
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["MVVM_PICTURES"] == nil))
  func thePictureShowsWhatTheProgramDoes() throws {
    let svg = try String(contentsOf: Self.file, encoding: .utf8)
    var screens = AnimatedPicture.screens(ofSVG: svg)[...]
    #expect(screens.count == 1 + 2 * Self.entries.count)
    let terminal = try start()
    func compare() throws {
      let screen = screens.removeFirst()
      let wanted = screen.joined(separator: "\n")
      try terminal.wait("screen as in the picture; Scripts/pictures draws it anew:\n\(wanted)\n") {
        $0.text == screen
      }
    }
    try compare()
    for entry in Self.entries {
      terminal.type(entry)
      try compare()
      terminal.type("\r")
      try compare()
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["MVVM_PICTURES"] != nil))
  func thePictureIsDrawn() throws {
    let terminal = try start()
    // Until nothing has come for a second: only whoever draws the picture waits for that.
    func settle() { while terminal.read(for: 1000) {} }
    settle()
    var picture = AnimatedPicture(terminal.screen)
    for entry in Self.entries {
      terminal.type(entry)
      settle()
      picture.add(typed: entry, terminal.screen)
      terminal.type("\r")
      settle()
      picture.add(answer: terminal.screen, seconds: entry == Self.entries.last ? 5 : 2)
    }
    let svg = picture.svg(title: Self.title)
    try svg.write(to: Self.file, atomically: true, encoding: .utf8)
    #expect(AnimatedPicture.screens(ofSVG: svg).last == terminal.screen.text)
  }
}
