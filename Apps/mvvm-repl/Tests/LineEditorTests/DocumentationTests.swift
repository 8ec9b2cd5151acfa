import LineEditor
import ProcessTestSupport
import TerminalTestSupport
import Testing

/// The samples of the articles, as they are written there.
@Suite(.ownThread) struct DocumentationTests {
  private struct Parser {
    func isComplete(_ text: String) -> Bool { !text.hasSuffix("(") }
  }

  private struct Session {
    func run(_ entry: String) async -> String { "you said \(entry)" }
  }

  private enum End { case script, editor }

  private func runAsScript() -> End { .script }

  private func program(in folder: String) async throws -> End {
    let (names, parser, session) = ([Completion("form")], Parser(), Session())
    var configuration = LineEditor.Configuration(program: "mvvm-repl", prompt: "❯ ")
    configuration.complete = { text, cursor in Completions(replacing: 0..<cursor, with: names) }
    configuration.isComplete = { parser.isComplete($0) }
    configuration.history = HistoryFile(path: folder + "/history")

    guard Terminal.standard.canEdit else { return runAsScript() }
    let editor = try LineEditor(configuration)
    while case .text(let entry) = try await editor.readEntry() {
      editor.print(await session.run(entry))
    }
    editor.close()
    return .editor
  }

  /// At a terminal it would read what somebody types there.
  @Test(.enabled(if: !Terminal.standard.canEdit))
  func withoutATerminalAProgramRunsAsAScript() async throws {
    #expect(try await program(in: "/nowhere") == .script)
  }

  @Test func aProgramIsDrivenOnATerminalOfItsOwn() throws {
    let program = BuildProducts.executable("LineEditorProbe")
    let terminal = try PseudoTerminal(running: program, columns: 60, rows: 12)
    terminal.type("form.ph\t")
    try terminal.wait("completed") { $0.text.last?.hasSuffix("❯ form.phone") == true }
    terminal.resize(columns: 30, rows: 12)
    terminal.type("\r\u{04}")
    #expect(try terminal.waitForExit() == .status(0) && terminal.isRestored)
  }
}
