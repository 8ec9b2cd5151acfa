import CEditShim
import Foundation
import Synchronization

/// A line editor on libedit that shares its terminal with output from anywhere in the program.
///
/// ```swift
/// var configuration = LineEditor.Configuration(program: "mvvm-repl", prompt: "❯ ")
/// configuration.isComplete = { !$0.hasSuffix("(") }
/// let editor = try LineEditor(configuration)
/// while case .text(let entry) = try await editor.readEntry() { editor.print("you said \(entry)") }
/// editor.close()
/// ```
///
/// There can be one in a process, because there is one terminal, one set of signal handlers and
/// one libedit. It owns the terminal from `init` to ``close()`` on a thread of its own, the only
/// one that writes to it: print through ``print(_:)``, never past it. Ask ``Terminal/canEdit``
/// first; without a terminal there is nothing to edit.
///
/// The terminal gets its settings back on `close()`, at `exit`, when a signal ends the process and
/// when it crashes. `SIGPIPE` is ignored from `init` on.
public final class LineEditor: Sendable {
  private let mailbox: Mailbox
  private let terminal: Terminal
  private let isFinished = DispatchSemaphore(value: 0)
  private let isClosed = Mutex(false)

  private static let isTaken = Mutex(false)

  /// Takes the terminal.
  ///
  /// - Throws: `notATerminal` when ``Terminal/canEdit`` is false, `alreadyRunning` for a second
  ///   editor in a process, `systemRefused` when the system or libedit cannot serve.
  public init(
    _ configuration: Configuration, terminal: Terminal = .standard
  ) throws(LineEditorError) {
    guard terminal.canEdit else {
      throw LineEditorError(
        .notATerminal,
        "Lines can be edited on a terminal only: input and output must both be one, and TERM must "
          + "name one that can move its cursor."
      )
    }
    let isFirst = Self.isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    guard isFirst else {
      throw LineEditorError(
        .alreadyRunning, "A process has one line editor: use the one that was made first.")
    }
    let mailbox = try Mailbox()
    self.mailbox = mailbox
    self.terminal = terminal

    let start = Start()
    let isReady = DispatchSemaphore(value: 0)
    let isFinished = isFinished
    let thread = Thread {
      crashes_guard_thread()
      do throws(LineEditorError) {
        let core = try EditorCore(configuration, terminal: terminal, mailbox: mailbox)
        isReady.signal()
        core.run()
      } catch {
        start.problem.withLock { $0 = error }
        isReady.signal()
      }
      isFinished.signal()
    }
    thread.name = "line editor"
    thread.stackSize = 4 << 20
    thread.start()
    isReady.wait()
    if let problem = start.problem.withLock({ $0 }) { throw problem }
  }

  /// Waits until the person hands over an entry.
  ///
  /// Ctrl-C drops what has been typed and goes on reading.
  ///
  /// - Throws: `busy` when another task is already waiting, `cancelled` when this task is
  ///   cancelled or the editor is closed.
  public func readEntry() async throws(LineEditorError) -> Entry { try await read(.entry) }

  /// Takes a text as if it had been typed and handed over: it is shown behind the prompt and remembered.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - shown: What stays of it on the screen; all of it by default.
  /// - Returns: The text.
  /// - Throws: `busy` when another task is already waiting, `cancelled` when the editor is closed.
  public func readEntry(
    typed text: String, shownAs shown: String? = nil
  ) async throws(LineEditorError) -> Entry {
    try await read(.typed(text, shownAs: shown))
  }

  /// Waits until the person has typed a script: whatever key is pressed, its next character comes.
  ///
  /// Backspace takes a character back, Enter types the rest and hands it over. Tab and Escape end the reading:
  /// ``Entry/passed`` and ``Entry/left``. Behind the end of a script, so with an empty one from the beginning, a hint
  /// says how to go on.
  ///
  /// - Throws: `busy` when another task is already waiting, `cancelled` when this task is cancelled or the
  ///   editor is closed.
  public func readEntry(scripted script: String) async throws(LineEditorError) -> Entry {
    try await read(.scripted(script))
  }

  /// Waits for the answer to a question, which stands in the place of the prompt.
  ///
  /// Answers are no part of the history. Escape, Ctrl-C and Ctrl-D leave the question: `endOfInput`.
  ///
  /// - Throws: `busy` when another task is already waiting, `cancelled` when this task is cancelled or the
  ///   editor is closed.
  public func readAnswer(to question: String) async throws(LineEditorError) -> Entry {
    try await read(.answer(to: question))
  }

  private func read(_ reading: Mailbox.Reading) async throws(LineEditorError) -> Entry {
    guard !Task.isCancelled else {
      throw LineEditorError(.cancelled, "Reading was cancelled.")
    }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation {
        mailbox.read(reading, $0)
        // Until here nothing waited that the handler could cancel.
        if Task.isCancelled { mailbox.cancelRead() }
      }
    } onCancel: {
      mailbox.cancelRead()
    }
    return try answer.get()
  }

  /// Lends the terminal to another editor while no entry is read, and waits for its end.
  ///
  /// What is printed meanwhile appears afterwards.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - line: The line that it begins at, counted from 1.
  ///   - editor: The editor.
  /// - Returns: The status it ended with; -1 when it cannot be started.
  public func edit(_ file: String, at line: Int, with editor: ExternalEditor) async -> Int32 {
    await withCheckedContinuation { end in
      mailbox.visit(Mailbox.Visit(editor: editor, file: file, line: line, end: end))
    }
  }

  /// The text that had been typed when reading an entry was cancelled; `nil` when nothing was, or it has been
  /// taken up again.
  public var draft: Draft? { mailbox.draft }

  /// Prints a text and a line break: above the prompt while an entry is typed.
  ///
  /// Texts appear whole and in the order of the calls, from whichever thread. They may carry SGR
  /// escape sequences for colour; what else a terminal would obey is spelt out. With more than 1 MiB still to be written, the call waits for the
  /// terminal, as writing to it directly would.
  public func print(_ text: String) {
    let text = EscapedText.printable(text)
    if !mailbox.send(text + "\n") { Swift.print(text) }
  }

  /// Puts a text on the clipboard of the person's machine, through the terminal, also over a network.
  ///
  /// It is sent as OSC 52 (XTerm Control Sequences); a terminal that does not know or allow it does
  /// nothing, and nobody can tell. Some take 74 994 bytes at most. Without effect on a closed editor.
  public func copy(_ text: String) {
    _ = mailbox.send("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}")
  }

  /// Clears the screen, and what the terminal has kept of what ran out of it.
  public func clearScreen() {
    _ = mailbox.send("\u{1B}[H\u{1B}[2J\u{1B}[3J")
  }

  /// Makes what stands on the screen dim, so that what is printed next stands out.
  ///
  /// Lines keep their places and lose their colours. Where the theme has no look for dim text, nothing happens.
  public func dimOlder() {
    mailbox.tell { $0.dimmedAbove = $0.output.utf8.count }
  }

  /// Shows rows above the prompt that stay there and change in place; an empty list takes them away.
  ///
  /// They are visible while an entry is typed. Rows are cut at the window's edge, and at most half
  /// of the window is used.
  public func setPanel(_ lines: [String]) {
    mailbox.tell { $0.panel = lines }
  }

  /// Shows a row where the prompt will be, as long as no entry is read: what the program does now.
  ///
  /// It is cut at the window's edge; `nil` takes it away.
  public func setStatus(_ text: String?) {
    mailbox.tell { $0.status = text }
  }

  /// Says where the last entry is wrong, a UTF-8 offset: recalled with Up it has the cursor there.
  public func setMistake(at offset: Int) {
    mailbox.tell { $0.mistake = offset }
  }

  /// Changes what is remembered, here and in the file: of what was typed earlier a part may have turned out to be
  /// secret.
  ///
  /// - Parameter change: Makes of an entry what stays of it; nothing of one that becomes empty. Called on the editor's
  ///   thread.
  public func reviseHistory(_ change: @escaping @Sendable (_ entry: String) -> String) {
    mailbox.tell { $0.revisions.append(change) }
  }

  /// Offers a text as ghost text on the next prompt, where → accepts it: the corrected line after
  /// an error, or the next step of a lesson.
  public func suggestNext(_ text: String) {
    mailbox.tell { $0.suggestion = text }
  }

  /// Changes how the editor looks from the next repainting on, which follows at once.
  public func setLook(_ look: Look) {
    mailbox.tell { $0.look = look }
  }

  /// The cells that a character of ambiguous width takes, as far as the configuration says it or the terminal
  /// has answered.
  public var ambiguousCells: Int { mailbox.measuredCells }

  /// Called on the editor's thread when Ctrl-C is pressed while no entry is being read, so that
  /// the program can cancel what it is doing.
  ///
  /// Guarded by a lock; the closure runs outside it.
  public var onInterrupt: (@Sendable () -> Void)? {
    get { mailbox.onInterrupt }
    set { mailbox.onInterrupt = newValue }
  }

  /// The keys the editor itself defines, for a help page.
  public static var keys: [KeyBinding] { KeyTable.visible }

  /// Prints what is still to be printed and gives the terminal back.
  ///
  /// A task that waits for an entry gets `cancelled`. Further calls do nothing.
  public func close() {
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst else { return }
    mailbox.close()
    isFinished.wait()
  }

  deinit { close() }
}

/// The report of the editor's thread about its start.
private final class Start: Sendable {
  let problem = Mutex<LineEditorError?>(nil)
}
