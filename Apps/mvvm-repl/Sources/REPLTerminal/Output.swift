import DisplayWidth
import Foundation
import LineEditor
import REPLKit
import Synchronization

/// Writes a script's records: results to standard output and diagnostics to standard error, or all of them as JSON to
/// standard output.
@MainActor
final class Output {
  private var results = TextRenderer(style: .plain)
  private var diagnostics = TextRenderer(style: .plain)
  private let colors: Colors
  private let isPlain: Bool
  private var json: JSONRenderer?
  /// The error that keeps results from being written.
  private(set) var failure: SystemError?
  /// Called when there is a ``failure``.
  var onClosed: @MainActor () -> Void = {}
  /// The recording of what is written.
  var cast: CastFile?
  /// Whether standard output and standard error are windows, whose width holds for what is written there.
  private var windows = [false, false]
  /// Whether the terminal has shown a key, such as `^C`, behind which the next text begins a line of its own.
  nonisolated let hasEcho = Mutex(false)
  /// The session whose records are written.
  weak var session: Session?
  private var start: SessionClock.Instant?

  init(_ options: Options, isJSON: Bool = false) {
    colors = Colors(choice: options.plain ? .never : options.color)
    isPlain = options.plain
    languageAtStart = options.helpLanguage
    if isJSON { json = JSONRenderer() }
    setTheme(options.theme)
  }

  /// Changes how answers look from now on.
  func setTheme(_ theme: ThemeName) {
    results = TextRenderer(style: colors.style(on: STDOUT_FILENO, theme))
    diagnostics = TextRenderer(style: colors.style(on: STDERR_FILENO, theme))
    (results.drawsBoxes, results.keepsMarkup) = (!isPlain, !isPlain)
    windows = [STDOUT_FILENO, STDERR_FILENO].map { isatty($0) == 1 }
  }

  /// The language of messages.
  var language: HelpLanguage { session?.language ?? languageAtStart }
  private let languageAtStart: HelpLanguage

  /// Writes that a statement begins or has ended, for programs that read JSON.
  func show(_ progress: HostSettings.StatementProgress) {
    guard let session else { return }
    for line in json?.lines(progress, at: time(in: session)) ?? [] { write(line) }
  }

  /// The time since the first record.
  private func time(in session: Session) -> Duration {
    let now = session.clock.now
    let start = self.start ?? now
    self.start = start
    return start.duration(to: now)
  }

  func show(_ record: Record) {
    // What goes on while the program ends for want of a reader is of no interest.
    guard failure == nil else { return }
    if json != nil, let session {
      json?.language = session.language
      let time = time(in: session)
      for line in json?.lines(record, from: session.origin, at: time) ?? [] { write(line) }
      return
    }
    (results.language, diagnostics.language) = (language, language)
    let columns = Terminal.standard.size.columns
    (results.columns, diagnostics.columns) = (
      windows[0] ? columns : nil, windows[1] ? columns : nil
    )
    if case .diagnostic = record {
      write(diagnostics.text(record), to: STDERR_FILENO)
    } else {
      write(results.text(record))
    }
  }

  /// Writes a line of the program itself to standard error.
  func complain(_ message: String) {
    write(
      wrapped("\(Identity.current.name): \(TextRenderer.printable(message))", on: STDERR_FILENO),
      to: STDERR_FILENO)
  }

  /// Writes the reason why the program refuses a request, and returns the exit code.
  func refuse(_ reason: Message, _ code: Int32 = Program.Exit.wrongUse) -> Int32 {
    complain(reason.text(in: language))
    return code
  }

  /// Writes a text that the person answers on the same line, below messages; to standard error when standard output is
  /// redirected, as with `mvvm-repl | tee`.
  ///
  /// Characters that a terminal would obey are shown as text.
  func ask(_ text: String, below messages: [Message] = []) {
    let descriptor = isatty(STDOUT_FILENO) == 1 ? STDOUT_FILENO : STDERR_FILENO
    let lines = messages.map {
      wrapped(TextRenderer.printable($0.text(in: language)), on: descriptor) + "\n"
    }
    write(lines.joined() + TextRenderer.printable(text), end: "", to: descriptor)
  }

  /// Returns a text whose lines are broken between words where they would not fit into a window.
  private func wrapped(_ text: String, on descriptor: Int32) -> String {
    windows[descriptor == STDOUT_FILENO ? 0 : 1]
      ? text.wrapped(to: Terminal.standard.size.columns, indentation: 2) : text
  }

  func write(_ line: String, end: String = "\n", to descriptor: Int32 = STDOUT_FILENO) {
    guard descriptor != STDOUT_FILENO || failure == nil else { return }
    var text = line + end
    if windows[descriptor == STDOUT_FILENO ? 0 : 1], takesEcho() {
      text = "\n" + text
    }
    cast?.show(line: masked(text))
    do throws(SystemError) { try Self.write(text, to: descriptor) } catch {
      guard descriptor == STDOUT_FILENO else { return }
      failure = error
      onClosed()
    }
  }

  /// Whether an echo stands before the next text; asks once.
  private func takesEcho() -> Bool {
    hasEcho.withLock { hasEcho in
      defer { hasEcho = false }
      return hasEcho
    }
  }

  /// Returns a text as it may stay in a file.
  func masked(_ text: String) -> String { session?.maskedForFiles(text) ?? text }

  private static func write(_ text: String, to descriptor: Int32) throws(SystemError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Foundation.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw SystemError(code: errno)
      }
    }
  }

  /// Writes a text that is the only output of the program, as with `--help`; a mistake goes to standard error.
  ///
  /// - Returns: The exit code of the program.
  static func exit(saying text: String, status: Int32, in language: HelpLanguage) -> Int32 {
    do throws(SystemError) {
      try write(
        "\(TextRenderer.printable(text))\n", to: status == 0 ? STDOUT_FILENO : STDERR_FILENO)
      return status
    } catch {
      return status == 0 ? exit(after: error, in: language) : status
    }
  }

  /// Writes the reason why the results could not be written, and returns the exit code.
  private static func exit(after failure: SystemError, in language: HelpLanguage) -> Int32 {
    let isClosed = failure.code == EPIPE
    let reason: Message = isClosed ? .outputIsClosed : .outputIsUnwritable(failure.reason)
    try? write(
      "\(Identity.current.name): \(TextRenderer.printable(reason.text(in: language)))\n",
      to: STDERR_FILENO)
    return isClosed ? Program.Exit.closedPipe : Program.Exit.outputError
  }

  /// Whether the results still have a reader; the other end of a pipe may be closed long before the next write.
  func isStillRead() -> Bool {
    var results = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    guard unsafe poll(&results, 1, 0) > 0, results.revents & Int16(POLLERR | POLLHUP) != 0 else {
      return true
    }
    failure = SystemError(code: EPIPE)
    return false
  }

  /// Returns the exit code of the program: `status`, unless the results could not be written.
  func exit(_ status: Int32) -> Int32 {
    failure.map { Self.exit(after: $0, in: language) } ?? status
  }
}
