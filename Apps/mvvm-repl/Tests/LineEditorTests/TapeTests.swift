import Synchronization
import TerminalTestSupport
import Testing

@testable import LineEditor

/// What a recording gets of the screen.
@Suite struct TapeTests {
  private final class Written: Sendable {
    let texts = Mutex<[Int: String]>([:])

    /// The screen of all that was written.
    var screen: ScreenEmulator {
      var screen = ScreenEmulator(columns: 40, rows: 6)
      texts.withLock { texts in
        for (_, text) in texts.sorted(by: { $0.key < $1.key }) { screen.feed(text.utf8) }
      }
      return screen
    }

    var all: String { texts.withLock { $0.values.joined() } }
  }

  /// What is secret in the texts of the program.
  private final class Secret: Sendable {
    let text = Mutex("hunter2")
  }

  private let written = Written()
  private let secret = Secret()
  private let painter = Painter(columns: 40, rows: 6, theme: Theme([:]))

  private func tape() -> Tape {
    let recording = LineEditor.Recording { entry in
      entry.replacing("hunter2", with: "…")
    } maskOutput: { [secret] text in
      secret.text.withLock { text.replacing($0, with: "…") }
    } write: { [written] frame, text in
      written.texts.withLock { $0[frame] = text }
    } rewrite: { [written] frames in
      written.texts.withLock { $0 = frames }
    } resize: { _, _ in
    }
    return Tape(recording, painter)
  }

  private func scene(_ text: String) -> Scene {
    var scene = Scene()
    scene.prompt = "> "
    scene.entry = EntryText(text: text, cursor: text.utf8.count)
    scene.notes = ["about \(text)"]
    scene.ghost = "2"
    return scene
  }

  private func type(_ text: String, into tape: inout Tape) {
    for count in 0...text.count {
      tape.take(.scene(scene(String(text.prefix(count))), output: ""), painter) { _ in [] }
    }
    tape.take(.committed(scene(text), mark: ""), painter) { _ in [] }
  }

  @Test func entriesAreShownAsTheyMayBeKept() {
    var tape = tape()
    type("pin = hunter2", into: &tape)
    tape.take(.cleared(output: "fine\r\n"), painter) { _ in [] }
    #expect(written.screen.text == ["> pin = …", "fine"])
    #expect(!written.all.contains("hunter2"))
  }

  @Test func theTextsOfTheProgramAreMaskedToo() {
    var tape = tape()
    var scene = scene("a")
    (scene.panel, scene.notes) = (["form hunter2"], ["it is hunter2"])
    scene.menu = Scene.Menu(items: [Completion("hunter2", detail: "\"hunter2\"")])
    scene.page = Scene.Page(lines: ["page hunter2"])
    tape.take(.scene(scene, output: "hunter2\r\n"), painter) { _ in [] }
    (scene.menu, scene.page) = (nil, nil)
    tape.take(.scene(scene, output: ""), painter) { _ in [] }
    tape.take(
      .status("runs hunter2", panel: ["hunter2"], output: "\"hunter2\"\r\n"), painter
    ) { _ in [] }
    tape.take(.cleared(output: "$1 = hunter2, 1234\r\n"), painter) { _ in [] }
    #expect(!written.all.contains("hunter2"))
    #expect(written.screen.text == ["\"…\"", "$1 = …, 1234"])
    // What turns out to be secret later is taken out of the output, too.
    secret.text.withLock { $0 = "1234" }
    tape.revise {
      $0
    } highlight: { _ in
      []
    }
    #expect(written.screen.text == ["\"…\"", "$1 = …, …"])
  }

  /// A mask answers as text for a terminal, whose lines end in CR LF.
  @Test func theRowsOfAPanelStayRows() {
    let recording = LineEditor.Recording { entry in
      entry
    } maskOutput: { text in
      text.contains("hunter2")
        ? text.replacing("hunter2", with: "…").replacing("\n", with: "\r\n") : text
    } write: { [written] frame, text in
      written.texts.withLock { $0[frame] = text }
    } rewrite: { [written] frames in
      written.texts.withLock { $0 = frames }
    } resize: { _, _ in
    }
    var tape = Tape(recording, painter)
    tape.take(.status("runs", panel: ["pin hunter2", "name"], output: ""), painter) { _ in
      []
    }
    let rows = written.screen.text
    for row in ["pin …", "name"] { #expect(rows.contains(row), "\(rows)") }
  }

  @Test func whatTurnsOutToBeSecretIsTakenOutOfWhatWasWritten() {
    var tape = tape()
    type("let p = abc", into: &tape)
    type("1 + 1", into: &tape)
    let before = written.screen.text
    #expect(before == ["> let p = abc", "> 1 + 1"])
    tape.revise {
      $0.contains(/p = a/) ? "let p = …" : $0
    } highlight: { _ in
      []
    }
    #expect(written.screen.text == ["> let p = …", "> 1 + 1"])
    #expect(!written.all.contains("abc") && !written.all.contains("= ab"))
  }
}
