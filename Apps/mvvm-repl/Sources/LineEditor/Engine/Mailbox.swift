import Foundation
import Synchronization

/// The messages of other threads to the editor's thread, and the pipe that wakes it.
final class Mailbox: Sendable {
  typealias Answer = Result<LineEditor.Entry, LineEditorError>

  /// The kind of an entry that is waited for.
  enum Reading: Sendable {
    case entry
    /// What is handed over at once, as if it had been typed.
    case typed(String, shownAs: String?)
    /// A text that the keys type, whichever they are.
    case scripted(String)
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

  /// The messages that the program has for the editor.
  struct News: Sendable {
    /// What is to be printed.
    var output = ""
    /// The place in the output, in bytes, above which everything becomes dim.
    var dimmedAbove: Int?
    var panel: [String] = []
    var status: String?
    var suggestion: String?
    var mistake: Int?
    var look = LineEditor.Look()
    var reply: Reply?
    var panelReply: PanelReply?
    /// The files that are to be edited elsewhere, one after the other.
    var visits: [Visit] = []
    /// What is to be made of each entry that is remembered, one after the other.
    var revisions: [@Sendable (String) -> String] = []
    var isCancelled = false
    var isClosed = false
  }

  private struct State {
    var news = News()
    var draft: LineEditor.Draft?
    var measuredCells = 1
    var reader: CheckedContinuation<Answer, Never>?
    var reading = Reading.entry
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
    Foundation.close(bell)
    Foundation.close(button)
  }

  var onInterrupt: (@Sendable () -> Void)? {
    get { state.withLock { $0.onInterrupt } }
    set { state.withLock { $0.onInterrupt = newValue } }
  }

  /// Adds a text to what is to be printed; false when the editor has been closed.
  ///
  /// Waits while the terminal takes text more slowly than it comes, as writing to it would.
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

  /// Makes the calling thread the one that takes what comes in.
  func take() {
    state.withLock { $0.owner = ObjectIdentifier(Thread.current) }
  }

  /// Changes what the editor is to know.
  func tell(_ change: (inout News) -> Void) {
    state.withLock { change(&$0.news) }
    ring()
  }

  /// What had been typed when a reading was cancelled.
  var draft: LineEditor.Draft? {
    get { state.withLock { $0.draft } }
    set { state.withLock { $0.draft = newValue } }
  }

  /// The cells that the terminal gives a character of ambiguous width; 1 until it has been asked.
  var measuredCells: Int {
    get { state.withLock { $0.measuredCells } }
    set { state.withLock { $0.measuredCells = newValue } }
  }

  func reply(_ lines: [String], to question: Int) {
    tell { news in
      // A late answer to an earlier question must not hide the one to the last.
      if let waiting = news.reply, waiting.question > question { return }
      news.reply = Reply(question: question, lines: lines)
    }
  }

  func reply(_ reply: LineEditor.PanelReply, toPanelKey number: Int) {
    tell { news in
      // Replies come in any order; one of a person who has gone out since is of no use.
      if news.panelReply.map({ $0.number < number }) ?? true {
        news.panelReply = PanelReply(number: number, reply: reply)
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

  /// Asks for a file to be edited as soon as no entry is read; a closed editor answers at once.
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

  /// Takes what has come in, and the reading that is waited for; `nil` when none is.
  func collect() -> (news: News, reading: Reading?) {
    var junk = [UInt8](repeating: 0, count: 64)
    while unsafe Foundation.read(bell, &junk, junk.count) > 0 {}
    return state.withLock { state in
      defer {
        state.news.output = ""
        state.news.dimmedAbove = nil
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
  /// An error with the system's word for the last failure.
  static func system(_ what: String) -> LineEditorError {
    let reason = unsafe String(cString: strerror(errno))
    return LineEditorError(.systemRefused, "The line editor \(what).", cause: reason)
  }
}
