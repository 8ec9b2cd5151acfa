import Foundation
import Synchronization

/// The queue of messages from other threads to the editor's thread, with a pipe that wakes it.
@dynamicMemberLookup
final class Mailbox: Sendable {
  typealias Answer = Result<LineEditor.Entry, LineEditorError>

  /// The kind of entry that a reader waits for.
  enum Reading: Sendable {
    case entry
    /// A text that is handed over at once, as if it had been typed.
    case typed(String, shownAs: String?)
    /// A script: each key types its next character.
    case scripted(String)
    /// The answer to a question, which stands in the place of the prompt.
    case answer(to: String)
  }

  /// A request to open a file in an external editor.
  struct Visit: Sendable {
    let editor: ExternalEditor
    let file: String
    let line: Int
    let end: CheckedContinuation<Int32, Never>
  }

  /// The messages that the program has for the editor.
  struct News: Sendable {
    /// The text to print.
    var output = ""
    /// The place in the output, in bytes, above which everything becomes dim.
    var dimmedAbove: Int?
    /// The sequences that copy texts; neither shown nor recorded.
    var copied = ""
    var panel: [String] = []
    var status: String?
    var suggestion: String?
    var mistake: Int?
    var look = LineEditor.Look()
    /// The answer to a question about the entry.
    var reply: (question: Int, lines: [String])?
    /// The reply to a key in the panel.
    var panelReply: (number: Int, reply: LineEditor.PanelReply)?
    /// The files to open in external editors, in order.
    var visits: [Visit] = []
    /// The changes to apply to each remembered entry, in order.
    var revisions: [@Sendable (String) -> String] = []
    var isCancelled = false
    /// Whether the keys are left to the program that takes over.
    var leavesKeys = false
    var isClosed = false
  }

  struct State {
    fileprivate(set) var news = News()
    /// The text that had been typed when a reading was cancelled.
    var draft: LineEditor.Draft?
    /// The cells of a character of ambiguous width on the terminal; 1 until they have been measured.
    var measuredCells = 1
    /// The remembered entries, oldest first.
    var entries: [String] = []
    /// The history file, with the changes that wait for it; `nil` without one.
    var store: HistoryStore?
    /// Whether an external editor has the terminal.
    var isLent = false
    var reader: CheckedContinuation<Answer, Never>?
    var reading = Reading.entry
    var onInterrupt: (@Sendable () -> Void)?
    /// The editor's thread, which must never wait for itself.
    var owner: ObjectIdentifier?
    /// The number of threads that wait until their output is on its way.
    var blocked = 0
  }

  /// The number of bytes that may wait before threads that print have to wait too.
  private static let backlog = 1 << 20
  private let isDrained = DispatchSemaphore(value: 0)

  private let state = Mutex(State())
  /// The readable end of the pipe; a byte in it signals new messages.
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
    Foundation.close(bell)
    Foundation.close(button)
  }

  /// The parts of the state whose change need not wake the editor.
  subscript<Value: Sendable>(dynamicMember part: WritableKeyPath<State, Value>) -> Value {
    get { state.withLock { $0[keyPath: part] } }
    set { state.withLock { $0[keyPath: part] = newValue } }
  }

  /// Adds a text to the pending output; returns false when the editor has been closed.
  ///
  /// Blocks while the terminal is slower than the output, as a direct write would.
  func send(_ text: String) -> Bool {
    let (isOpen, waits) = state.withLock { state in
      guard !state.news.isClosed else { return (false, false) }
      state.news.output += text
      let waits =
        state.news.output.utf8.count > Self.backlog
        && state.owner != ObjectIdentifier(Thread.current)
      if waits { state.blocked += 1 }
      return (true, waits)
    }
    ring()
    if waits { isDrained.wait() }
    return isOpen
  }

  /// Makes the calling thread the one that receives the messages.
  func take() {
    state.withLock { $0.owner = ObjectIdentifier(Thread.current) }
  }

  /// Changes the news for the editor and wakes its thread.
  func tell(_ change: (inout News) -> Void) {
    state.withLock { change(&$0.news) }
    ring()
  }

  /// Whether the keys are left to the program that takes over.
  var leavesKeys: Bool {
    get { state.withLock { $0.news.leavesKeys } }
    set { tell { $0.leavesKeys = newValue } }
  }

  func reply(_ lines: [String], to question: Int) {
    tell { news in
      // A late answer to an earlier question must not replace the answer to the last one.
      if let waiting = news.reply, waiting.question > question { return }
      news.reply = (question, lines)
    }
  }

  func reply(_ reply: LineEditor.PanelReply, toPanelKey number: Int) {
    tell { news in
      // Replies arrive in any order; only the one to the latest key counts.
      if news.panelReply.map({ $0.number < number }) ?? true {
        news.panelReply = (number, reply)
      }
    }
  }

  func read(_ reading: Reading, _ reader: CheckedContinuation<Answer, Never>) {
    let refusal: LineEditorError? = state.withLock { state in
      if state.news.isClosed {
        return LineEditorError(.cancelled, "The line editor has been closed.")
      }
      if state.reader != nil {
        return LineEditorError(
          .busy, "An entry is already being read; wait for it before asking for the next.")
      }
      state.reader = reader
      state.reading = reading
      state.news.isCancelled = false
      return nil
    }
    if let refusal { reader.resume(returning: .failure(refusal)) } else { ring() }
  }

  /// Queues a file for an external editor, to be opened when no entry is read; a closed editor answers at once.
  func visit(_ visit: Visit) {
    let isOpen = state.withLock { state in
      guard !state.news.isClosed else { return false }
      state.news.visits.append(visit)
      return true
    }
    if isOpen { ring() } else { visit.end.resume(returning: -1) }
  }

  func cancelRead() {
    state.withLock { $0.news.isCancelled = $0.reader != nil }
    ring()
  }

  func answer(_ answer: Answer) {
    let reader = state.withLock { state in
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: answer)
  }

  func close() { tell { $0.isClosed = true } }

  /// Takes the new messages and the requested reading; the reading is `nil` without a request.
  func collect() -> (news: News, reading: Reading?) {
    var junk = [UInt8](repeating: 0, count: 64)
    while unsafe Foundation.read(bell, &junk, junk.count) > 0 {}
    return state.withLock { state in
      defer {
        state.news.output = ""
        state.news.dimmedAbove = nil
        state.news.copied = ""
        state.news.reply = nil
        state.news.panelReply = nil
        state.news.visits = []
        state.news.revisions = []
        for _ in 0..<state.blocked { isDrained.signal() }
        state.blocked = 0
      }
      return (state.news, state.reader.map { _ in state.reading })
    }
  }

  private func ring() {
    var byte: UInt8 = 1
    // A full pipe already rings.
    _ = unsafe write(button, &byte, 1)
  }
}

extension LineEditorError {
  /// Creates an error with the system's text for the last failure.
  static func system(_ what: String) -> LineEditorError {
    let reason = unsafe String(cString: strerror(errno))
    return LineEditorError(.systemRefused, "The line editor \(what).", cause: reason)
  }
}
