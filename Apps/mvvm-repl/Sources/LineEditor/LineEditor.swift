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
/// A process can create one editor only, because there is one terminal, one set of signal handlers and one libedit. The
/// editor owns the terminal from `init` to ``close()``. Only the editor's own thread writes to it: print through
/// ``print(_:)``, never directly. Check ``Terminal/canEdit`` first, because lines can be edited on a terminal only.
///
/// The terminal settings are restored by `close()`, at `exit`, when a signal ends the process and when the process
/// crashes. `SIGPIPE` is ignored from `init` on.
public final class LineEditor: Sendable {
  private let mailbox: Mailbox
  private let terminal: Terminal
  private let isFinished = DispatchSemaphore(value: 0)
  private let isClosed = Mutex(false)

  private static let isTaken = Mutex(false)

  /// Creates the editor, which takes over the terminal.
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
  /// Ctrl-C drops the typed text, and the reading continues.
  ///
  /// - Throws: `busy` when another task is already waiting, `cancelled` when this task is
  ///   cancelled or the editor is closed.
  public func readEntry() async throws(LineEditorError) -> Entry { try await read(.entry) }

  /// Hands over a text as if it had been typed: the editor shows it behind the prompt and remembers it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - shown: The text that stays on the screen; `text` by default.
  /// - Returns: The text.
  /// - Throws: `busy` when another task is already waiting, `cancelled` when the editor is closed.
  public func readEntry(
    typed text: String, shownAs shown: String? = nil
  ) async throws(LineEditorError) -> Entry {
    try await read(.typed(text, shownAs: shown))
  }

  /// Waits until the person has typed a script: every key types the next character of the script.
  ///
  /// Backspace removes the last character. Enter types the rest and hands the script over. Tab ends the reading with
  /// ``Entry/passed``, Escape with ``Entry/left``. An empty script stands for the end of a script: the editor then
  /// shows a hint how to go on.
  ///
  /// - Throws: `busy` when another task is already waiting, `cancelled` when this task is cancelled or the
  ///   editor is closed.
  public func readEntry(scripted script: String) async throws(LineEditorError) -> Entry {
    try await read(.scripted(script))
  }

  /// Waits for the answer to a question, which stands in the place of the prompt.
  ///
  /// Answers are not part of the history. Escape, Ctrl-C and Ctrl-D leave the question with `endOfInput`.
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
        // The handler may have run earlier, when the mailbox had no reader to cancel.
        if Task.isCancelled { mailbox.cancelRead() }
      }
    } onCancel: {
      mailbox.cancelRead()
    }
    return try answer.get()
  }

  /// Lends the terminal to an external editor while no entry is read, and waits until that editor exits.
  ///
  /// Text printed in the meantime appears afterwards.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - line: The line to open the file at, counted from 1.
  ///   - editor: The editor.
  /// - Returns: The exit status; -1 when the editor cannot be started.
  public func edit(_ file: String, at line: Int, with editor: ExternalEditor) async -> Int32 {
    await withCheckedContinuation { end in
      mailbox.visit(Mailbox.Visit(editor: editor, file: file, line: line, end: end))
    }
  }

  /// The text that had been typed when a reading was cancelled; `nil` without one, and after the next reading has taken
  /// it over.
  public var draft: Draft? { mailbox.draft }

  /// The entries that are kept, oldest first, also those of other programs; without a history file that can be used,
  /// those that Up recalls.
  public var entries: [String] { mailbox.store?.entries() ?? mailbox.entries }

  /// Whether the keys from now on are left to another program, which is about to take over the terminal; `false` at
  /// first.
  ///
  /// A reading then uses what has been typed so far: it returns a complete entry, or ends with `cancelled` and keeps
  /// the rest as ``draft``.
  public var leavesKeys: Bool {
    get { mailbox.leavesKeys }
    set { mailbox.leavesKeys = newValue }
  }

  /// Whether an external editor has the terminal now, so that no entry is read.
  public var isLent: Bool { mailbox.isLent }

  /// Prints a text and a line break, above the prompt while an entry is typed.
  ///
  /// Texts appear whole and in the order of the calls, from any thread. They may carry SGR escape sequences for colour.
  /// Other escape sequences are removed, and other control characters are shown as text. While more than 1 MiB waits to
  /// be written, the call blocks, as a direct write to a slow terminal would.
  public func print(_ text: String) {
    let text = EscapedText.printable(text)
    if !mailbox.send(text + "\n") { Swift.print(text) }
  }

  /// Copies a text to the clipboard of the person's machine through the terminal, also over a network.
  ///
  /// The editor sends OSC 52 (XTerm Control Sequences). A terminal that does not know or allow the sequence ignores it,
  /// and the program cannot find out. Some terminals take 74 994 bytes at most. A closed editor does nothing.
  public func copy(_ text: String) {
    mailbox.tell { $0.copied += "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}" }
  }

  /// Clears the screen and the terminal's scrollback.
  public func clearScreen() {
    _ = mailbox.send("\u{1B}[H\u{1B}[2J\u{1B}[3J")
  }

  /// Dims the text on the screen, so that the next output stands out.
  ///
  /// Lines keep their places and lose their colours. Nothing happens if the theme has no look for dim text.
  public func dimOlder() {
    mailbox.tell { $0.dimmedAbove = $0.output.utf8.count }
  }

  /// Shows rows above the prompt that stay there and change in place; an empty list removes them.
  ///
  /// The rows are cut at the window's edge and use at most half of the window.
  public func setPanel(_ lines: [String]) {
    mailbox.tell { $0.panel = lines }
  }

  /// Shows a row in the place of the prompt while no entry is read, such as the present task of the program.
  ///
  /// The row is cut at the window's edge; `nil` removes it.
  public func setStatus(_ text: String?) {
    mailbox.tell { $0.status = text }
  }

  /// Sets the UTF-8 offset of the mistake in the last entry; Up recalls that entry with the cursor there.
  public func setMistake(at offset: Int) {
    mailbox.tell { $0.mistake = offset }
  }

  /// Changes the remembered entries, here and in the file, because a part of them has turned out to be secret.
  ///
  /// - Parameter change: Returns the part of an entry to keep; an entry that becomes empty is removed. Called on the
  ///   editor's thread.
  public func reviseHistory(_ change: @escaping @Sendable (_ entry: String) -> String) {
    mailbox.tell { $0.revisions.append(change) }
  }

  /// Offers a text as ghost text on the next prompt, such as a corrected line or the next step of a lesson; → accepts
  /// it.
  public func suggestNext(_ text: String) {
    mailbox.tell { $0.suggestion = text }
  }

  /// Changes the look of the editor and repaints at once.
  public func setLook(_ look: Look) {
    mailbox.tell { $0.look = look }
  }

  /// The number of cells of a character of ambiguous width, as measured on the terminal.
  public var ambiguousCells: Int { mailbox.measuredCells }

  /// The handler for Ctrl-C while no entry is read, so that the program can cancel its work.
  ///
  /// The editor's thread calls it. A lock guards the property; the closure runs outside the lock.
  public var onInterrupt: (@Sendable () -> Void)? {
    get { mailbox.onInterrupt }
    set { mailbox.onInterrupt = newValue }
  }

  /// The keys that the editor itself defines, for a help page.
  public static var keys: [KeyBinding] { KeyTable.visible }

  /// Prints all pending output and restores the terminal.
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

/// The result of the start on the editor's thread.
private final class Start: Sendable {
  let problem = Mutex<LineEditorError?>(nil)
}
