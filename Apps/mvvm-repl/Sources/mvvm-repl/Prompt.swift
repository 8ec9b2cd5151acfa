import Foundation
import LineEditor
import REPLKit
import Synchronization
import Workshop

/// The conversation at a terminal: entries from the editor, records above the line.
@MainActor
final class Prompt {
  private let editor: LineEditor
  private let session: Session
  private let workshop: Workshop
  /// What can be completed; the editor's thread reads it while the session goes on.
  private let symbols: SharedSymbols
  /// The corrected line that the last mistake offered.
  private let correction = Correction()
  private let panel: WatchPanel

  /// Takes the terminal.
  init(
    workshop: Workshop, history: URL, clock: SessionClock, _ options: MVVMREPL.Options
  ) throws(LineEditorError) {
    let style = Output.style(of: STDOUT_FILENO, options.color)
    let renderer = TextRenderer(style: style)
    let printer = Printer()
    let correction = correction
    let panel = WatchPanel { printer.editor?.setPanel($0) }
    let session = Session(catalog: workshop.catalog, models: workshop.models, clock: clock) {
      record in
      let line = renderer.text(record)
      if !panel.take(record, as: line) { printer.print(line) }
      switch record {
      case .diagnostic(let diagnostic, let source):
        correction.line = diagnostic.correctedLine(in: source)
      case .finished: printer.onFinished()
      default: break
      }
    }
    session.language = options.helpLanguage
    session.keys = LineEditor.keys.map { ($0.keys.joined(separator: ", "), $0.purpose) }
    let symbols = SharedSymbols(session.symbols)
    editor = try LineEditor(Self.configuration(symbols, history: history, style))
    self.session = session
    self.workshop = workshop
    self.symbols = symbols
    self.panel = panel
    printer.editor = editor
    printer.onFinished = { [weak session] in
      if let session { symbols.update(session.symbols) }
    }
    workshop.onProblem { printer.print("mvvm-repl: \($0)") }
    editor.onInterrupt = { Task { @MainActor in session.cancelRunning() } }
  }

  /// Reads and runs entries until the person leaves.
  func run(_ startup: Startup?) async -> Int32 {
    await workshop.furnish(session)
    session.add(panelWord)
    editor.print("mvvm-repl \(Program.version)  :help explains, :types lists, Ctrl-D leaves")
    await startup?.run(in: session)
    symbols.update(session.symbols)
    do {
      while !session.isFinished, case .text(let entry) = try await editor.readEntry() {
        await session.run(SourceText(entry))
        symbols.update(session.symbols)
        panel.keep(session.watchNumbers)
        if let line = correction.take() { editor.suggestNext(line) }
      }
    } catch {
      editor.print("mvvm-repl: \(error.message)")
    }
    await session.close()
    await workshop.close()
    editor.close()
    return Status.ok.rawValue
  }

  private var panelWord: ToolCommand {
    ToolCommand("panel", "keep watched values above the prompt: on or off", words: ["on", "off"]) {
      [panel] argument in
      switch argument {
      case "": panel.set(isOpen: !panel.isOpen)
      case "on": panel.set(isOpen: true)
      case "off": panel.set(isOpen: false)
      default: return [.note("Write :panel on or :panel off.")]
      }
      return [.note(panel.isOpen ? "panel: on; watches change in place" : "panel: off")]
    }
  }

  private static func configuration(
    _ symbols: SharedSymbols, history: URL, _ style: TextRenderer.Style
  ) -> LineEditor.Configuration {
    var configuration = LineEditor.Configuration(program: "mvvm-repl", prompt: "❯ ")
    configuration.history = HistoryFile(path: history.path) { entry in
      let kept = symbols.current.redacted(entry)
      return kept.isEmpty ? nil : kept
    }
    configuration.isComplete = { Session.isComplete($0) }
    configuration.complete = { text, cursor in
      let result = Completer.complete(text, cursor: cursor, symbols: symbols.current)
      return Completions(
        replacing: result.replaced,
        with: result.candidates.map { Completion($0.text, kind: $0.kind, detail: $0.detail) })
    }
    configuration.highlight = { text in
      Highlighter.parts(of: text, symbols: symbols.current).map { part in
        Highlight(part.range, TextStyle(part.role))
      }
    }
    configuration.theme = style == .coloured ? .standard : .mono
    return configuration
  }
}

extension TextStyle {
  fileprivate init(_ role: Highlighter.Role) {
    self =
      switch role {
      case .keyword: .keyword
      case .string: .string
      case .literal: .number
      case .type: .type
      case .tool: .command
      case .unknown: .error
      }
  }
}

/// The newest snapshot of the session's names.
private final class SharedSymbols: Sendable {
  private let symbols: Mutex<Symbols>

  init(_ symbols: Symbols) { self.symbols = Mutex(symbols) }

  var current: Symbols { symbols.withLock { $0 } }

  func update(_ symbols: Symbols) { self.symbols.withLock { $0 = symbols } }
}

/// Prints through the editor as soon as there is one.
@MainActor
private final class Printer {
  weak var editor: LineEditor?
  /// Called when a command that ran in the background has ended.
  var onFinished: @MainActor () -> Void = {}

  func print(_ text: String) { editor?.print(text) }
}

/// The line that mends the last mistake, to be offered once.
@MainActor
private final class Correction {
  var line: String?

  func take() -> String? {
    defer { line = nil }
    return line
  }
}
