import Dispatch
import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The messages of other threads to the editor's thread, and the pipe that wakes it.
final class Mailbox: Sendable {
  typealias Answer = Result<LineEditor.Entry, LineEditorError>

  /// The kind of an entry that is waited for.
  enum Reading: Sendable {
    case entry
    /// What is handed over at once, as if it had been typed.
    case typed(String)
    /// The answer to a question, which stands in the place of the prompt.
    case answer(to: String)
  }

  /// A file that is edited elsewhere.
  struct Visit: Sendable {
    let editor: ExternalEditor
    let file: String
    let line: Int
    let end: CheckedContinuation<Int32, Never>
  }

  private struct State {
    var output = ""
    var panel: [String] = []
    var status: String?
    var suggestion: String?
    var mistake: Int?
    var draft: LineEditor.Draft?
    var look = LineEditor.Look()
    var reply: Reply?
    var panelReply: PanelReply?
    var reader: CheckedContinuation<Answer, Never>?
    var reading = Reading.entry
    var visit: Visit?
    var isCancelled = false
    var isClosed = false
    var onInterrupt: (@Sendable () -> Void)?
    /// The editor's thread, which must never wait for itself.
    var owner: ObjectIdentifier?
    /// Threads that wait until what they have printed is on its way.
    var blocked = 0
  }

  /// Bytes that may wait to be written before those who print have to wait too.
  private static let backlog = 1 << 20
  private let isDrained = DispatchSemaphore(value: 0)

  /// The answer to a question about the entry.
  struct Reply {
    var question: Int
    var lines: [String]
  }

  /// The reply to a key in the panel.
  struct PanelReply {
    var number: Int
    var reply: LineEditor.PanelReply
  }

  /// The messages that have come in since the last look.
  struct Delivery {
    var output: String
    var panel: [String]
    var status: String?
    var suggestion: String?
    var mistake: Int?
    var look: LineEditor.Look
    var reply: Reply?
    /// What is waited for; `nil` when nothing is.
    var reading: Reading?
    var visit: Visit?
    var panelReply: PanelReply?
    var isCancelled: Bool
    var isClosed: Bool
  }

  private let state = Mutex(State())
  /// The readable end: a byte there means that there is something to look at.
  let bell: Int32
  private let button: Int32

  init() throws(LineEditorError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .system("cannot make a pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    bell = ends[0]
    button = ends[1]
  }

  deinit {
    close(bell)
    close(button)
  }

  var onInterrupt: (@Sendable () -> Void)? {
    get { state.withLock { $0.onInterrupt } }
    set { state.withLock { $0.onInterrupt = newValue } }
  }

  /// Adds a text with its end of line to what is to be printed; false when the editor has been closed.
  ///
  /// Waits while the terminal takes text more slowly than it comes, as writing to it would.
  func print(_ text: String) -> Bool { send(text + "\n") }

  /// The same without an end of line.
  func send(_ text: String) -> Bool {
    let (isOpen, waits) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      state.output += text
      let waits =
        state.output.utf8.count > Self.backlog && state.owner != ObjectIdentifier(Thread.current)
      if waits { state.blocked += 1 }
      return (true, waits)
    }
    ring()
    if waits { isDrained.wait() }
    return isOpen
  }

  /// Makes the calling thread the one that takes what comes in.
  func take() {
    state.withLock { $0.owner = ObjectIdentifier(Thread.current) }
  }

  func setPanel(_ lines: [String]) {
    state.withLock { $0.panel = lines }
    ring()
  }

  func setStatus(_ text: String?) {
    state.withLock { $0.status = text }
    ring()
  }

  func setMistake(_ offset: Int?) {
    state.withLock { $0.mistake = offset }
    ring()
  }

  var draft: LineEditor.Draft? { state.withLock { $0.draft } }

  func setDraft(_ draft: LineEditor.Draft?) { state.withLock { $0.draft = draft } }

  func suggest(_ text: String?) {
    state.withLock { $0.suggestion = text }
    ring()
  }

  func setLook(_ look: LineEditor.Look) {
    state.withLock { $0.look = look }
    ring()
  }

  func reply(_ lines: [String], to question: Int) {
    state.withLock { state in
      // A late answer to an earlier question must not hide the one to the last.
      if let waiting = state.reply, waiting.question > question { return }
      state.reply = Reply(question: question, lines: lines)
    }
    ring()
  }

  func reply(_ reply: LineEditor.PanelReply, toPanelKey number: Int) {
    state.withLock { state in
      // Replies come in any order; one of a person who has gone out since is of no use.
      if state.panelReply.map({ $0.number < number }) ?? true {
        state.panelReply = PanelReply(number: number, reply: reply)
      }
    }
    ring()
  }

  func read(_ reading: Reading, _ reader: CheckedContinuation<Answer, Never>) {
    let refusal: LineEditorError? = state.withLock { state in
      if state.isClosed { return LineEditorError(.cancelled, "The line editor has been closed.") }
      if state.reader != nil {
        return LineEditorError(
          .busy, "An entry is already being read; wait for it before asking for the next.")
      }
      state.reader = reader
      state.reading = reading
      state.isCancelled = false
      return nil
    }
    if let refusal { reader.resume(returning: .failure(refusal)) } else { ring() }
  }

  /// Asks for a file to be edited as soon as no entry is read; a closed editor answers at once.
  func visit(_ visit: Visit) {
    let isOpen = state.withLock { state in
      guard !state.isClosed, state.visit == nil else { return false }
      state.visit = visit
      return true
    }
    if isOpen { ring() } else { visit.end.resume(returning: -1) }
  }

  func cancelRead() {
    state.withLock { $0.isCancelled = $0.reader != nil }
    ring()
  }

  func answer(_ answer: Answer) {
    let reader = state.withLock { state in
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: answer)
  }

  func close() {
    state.withLock { $0.isClosed = true }
    ring()
  }

  /// Takes what has come in.
  func collect() -> Delivery {
    var junk = [UInt8](repeating: 0, count: 64)
    while unsafe Self.read(bell, &junk, junk.count) > 0 {}
    return state.withLock { state in
      defer {
        state.output = ""
        state.reply = nil
        state.visit = nil
        state.panelReply = nil
        for _ in 0..<state.blocked { isDrained.signal() }
        state.blocked = 0
      }
      return Delivery(
        output: state.output, panel: state.panel, status: state.status,
        suggestion: state.suggestion, mistake: state.mistake, look: state.look, reply: state.reply,
        reading: state.reader.map { _ in state.reading }, visit: state.visit,
        panelReply: state.panelReply, isCancelled: state.isCancelled, isClosed: state.isClosed)
    }
  }

  private func ring() {
    var byte: UInt8 = 1
    // A full pipe already rings.
    _ = unsafe write(button, &byte, 1)
  }

  @unsafe private static func read(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int
  ) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.read(descriptor, buffer, count)
    #else
      unsafe Glibc.read(descriptor, buffer, count)
    #endif
  }

  private func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }
}

extension LineEditorError {
  /// An error with the system's word for the last failure.
  static func system(_ what: String) -> LineEditorError {
    let reason = unsafe String(cString: strerror(errno))
    return LineEditorError(.systemRefused, "The line editor \(what).", cause: reason)
  }
}
