import CEditShim
import DisplayWidth
import Foundation

/// The editor itself: waits for keys, messages and signals, and keeps the screen right.
///
/// Lives on the editor's thread and is touched by no other.
final class EditorCore {
  /// What libedit is to do after one of our functions.
  enum Effect {
    case refresh
    case hand
    case end
  }

  enum Outcome: Equatable {
    case text(String)
    case endOfInput
    case passed
    case left
    case cancelled
  }

  let configuration: LineEditor.Configuration
  let terminal: Terminal
  let mailbox: Mailbox
  let engine: Engine
  let signals: Int32

  var display = Display()
  /// The recording that goes on; `nil` without one.
  var tape: Tape?
  var painter: Painter
  /// Whether the terminal joins wrapped rows again.
  var reflows: Bool
  /// Cells of a character of ambiguous width, as the terminal draws it.
  var measuredCells: Int
  /// Whether the terminal is being asked for that, and its answers come among the keys.
  var isMeasuring = false
  var decoder = KeyDecoder()
  var history: History
  var store: HistoryStore?

  // From the mailbox.
  var news = Mailbox.News()
  var output = ""
  /// The place in `output`, in bytes, above which everything becomes dim.
  var dimmedAbove: Int?
  var visits: [Mailbox.Visit] = []

  /// The effect of the function that runs.
  var effect = Effect.refresh

  // The entry being read.
  var reading = Mailbox.Reading.entry
  var isReading = false
  /// Whether the key before began another one, while a script is typed.
  var isBehindEscape = false
  private var isFirstKey = false
  var outcome: Outcome?
  /// The entry that was handed over last.
  var lastEntry = ""
  var entry = EntryText()
  var draft: EntryText?
  var pasted = ""
  var typed: Unicode.Scalar = " "
  private var isKeyBegun = false
  private var keyNames = KeyNames()
  var hint: String?
  /// The number of keys that have come.
  var keyCount = 0
  /// The key that was answered with a doubt about leaving; the one after it may leave.
  var doubtedKey: Int?
  /// The number of the last question; an answer to an earlier one comes too late.
  var question = 0
  var answer: Scene.Page?
  /// The part of the answer that is on the screen.
  var shownPage: Picture.Extent?
  var menu: CompletionMenu?
  var recall: Recall?
  var searching: Scene.Search?
  /// The text that was searched for last.
  var searched: String?
  var undoStack = UndoStack()
  var isGhostHidden = false
  /// Set while a person is in the panel, and its keys go there.
  var panelWalk: PanelWalk?
  /// How many keys have gone to the panel.
  var panelKeys = 0
  /// Keys that have come while the panel had a key to answer.
  var heldKeys: [Key] = []
  /// The number of them, from the first one, that came while an entry ran.
  var typedAhead = 0
  /// Whether the key that is dealt with is one of those.
  var isTypedAhead = false
  /// What stays on the screen of an entry that came from the panel.
  var shownEntry: String?
  var styled: (text: String, highlights: [Highlight])?
  var described: (entry: EntryText, lines: [String])?
  var ghostFor: (text: String, ghost: String)?

  /// The terminal has gone away: nothing can be read or written any more.
  var isHungUp = false

  init(
    _ configuration: LineEditor.Configuration, terminal: Terminal, mailbox: Mailbox
  ) throws(LineEditorError) {
    self.configuration = configuration
    self.terminal = terminal
    self.mailbox = mailbox
    guard terminal_remember(terminal.input, terminal.output) == 0 else {
      throw .system("cannot read the terminal's settings")
    }
    engine = try Engine(program: configuration.program, terminal: terminal)
    signals = signals_catch()
    guard signals >= 0 else { throw .system("cannot catch signals") }

    let size = terminal.size
    reflows = terminal.reflows
    measuredCells = configuration.ambiguousWidth == .wide ? 2 : 1
    painter = Painter(
      columns: size.columns, rows: size.rows, cellWidth: CellWidth(ambiguous: measuredCells),
      theme: configuration.theme)

    if let recording = configuration.recording { tape = Tape(recording, painter) }

    var store = configuration.history.map(HistoryStore.init)
    let loaded = store?.load()
    history = History(loaded?.entries ?? [])
    self.store = store
    draft = configuration.draft.map { EntryText(text: $0.text, cursor: $0.cursor) }
    tell(loaded?.trouble)
    engine.connect(self)
  }

  /// Serves until the editor is closed.
  func run() {
    mailbox.take()
    terminal_take(terminal.input)
    write("\u{1B}[?2004h")
    mailbox.measuredCells = measuredCells
    if configuration.ambiguousWidth == .asked { measureAmbiguousWidth() }
    while true {
      let reading = receive()
      flushOutput(isGoingOn: !news.isClosed && visits.isEmpty)
      if news.isClosed { break }
      if !visits.isEmpty {
        let visit = visits.removeFirst()
        visit.end.resume(returning: run(visit.editor, on: visit.file, at: visit.line))
      } else if let reading {
        mailbox.answer(readEntry(reading))
      } else {
        wait(timeout: -1)
      }
    }
    mailbox.answer(.failure(LineEditorError(.cancelled, "The line editor has been closed.")))
    receive()
    for visit in visits { visit.end.resume(returning: -1) }
    tell(store?.finish())
    news.status = nil
    flushOutput()
    engine.end()
    terminal_restore()
  }

  private func readEntry(_ reading: Mailbox.Reading) -> Mailbox.Answer {
    guard !isHungUp else { return .success(.endOfInput) }
    self.reading = reading
    defer { self.reading = .entry }
    outcome = nil
    entry = EntryText()
    hint = nil
    dropAnswer()
    menu = nil
    recall = nil
    undoStack = UndoStack()
    isGhostHidden = false
    ghostFor = nil
    described = nil
    styled = nil
    shownEntry = nil
    isBehindEscape = false
    isReading = true
    typedAhead = heldKeys.count
    isFirstKey = true
    engine.readLine()
    outcome = outcome ?? .endOfInput
    engine.dropPushedKeys()
    isReading = false
    terminal_take(terminal.input)
    return finish()
  }

  private func finish() -> Mailbox.Answer {
    switch outcome ?? .endOfInput {
    case .text(let text):
      let shown = shownEntry ?? text
      commit(EntryText(text: shown, cursor: shown.utf8.count))
      news.suggestion = nil
      mailbox.tell { $0.suggestion = nil }
      guard !isAsking else { return .success(.text(text)) }
      lastEntry = text
      news.mistake = nil
      mailbox.tell { $0.mistake = nil }
      remember(text)
      return .success(.text(text))
    case .endOfInput:
      commit(EntryText())
      return .success(.endOfInput)
    case .passed, .left:
      draw(.cleared(output: ""))
      return .success(outcome == .passed ? .passed : .left)
    case .cancelled:
      if !isAsking { draft = entry }
      if !isAsking, !entry.text.isEmpty {
        mailbox.draft = LineEditor.Draft(entry.text, cursor: entry.cursor)
      }
      draw(.cleared(output: ""))
      return .failure(LineEditorError(.cancelled, "Reading was cancelled."))
    }
  }

  private func remember(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }), !text.hasPrefix(" ") else { return }
    let kept = configuration.history.map { $0.redact(text) } ?? text
    guard let kept, history.add(kept) else { return }
    tell(store?.append(kept))
  }
}

// Keys.
extension EditorCore {
  /// The next key for libedit; nil ends the entry.
  ///
  /// libedit asks when it has done all it had to do, which makes this the place to paint.
  func nextKey() -> Unicode.Scalar? {
    guard outcome == nil else { return nil }
    if isFirstKey {
      // libedit sets the terminal up its own way when it starts to read.
      terminal_take(terminal.input)
      engine.begin()
      isFirstKey = false
      if engine.isVi { return engine.beginChange() }
    }
    if case .typed(let text, let shown) = reading {
      shownEntry = shown
      outcome = .text(text)
      return nil
    }
    if let draft, !isAsking {
      self.draft = nil
      mailbox.draft = nil
      engine.replace(with: draft)
    }
    takeNoteOfChange()
    takeHeldReply()
    while outcome == nil {
      if let key = nextDecodedKey() {
        tell(key)
        guard !isOwn(key) else { continue }
        return scalar(for: key)
      }
      repaint()
      if isHungUp {
        outcome = .endOfInput
      } else if !isToEnd, !wait(timeout: decoder.isUndecided ? 25 : -1),
        let key = nextDecodedKey(decided: true)
      {
        tell(key)
        guard isOwn(key) else { return scalar(for: key) }
      }
      // An entry that is there is handed over: the panel's, for one, would not come again.
      if isToEnd { outcome = outcome ?? .cancelled }
    }
    return nil
  }

  /// Whether the reading is cancelled: it may be before it has begun to wait, and no bell rings for it again.
  private var isToEnd: Bool { news.isClosed || news.isCancelled }

  /// Tells the program the name of a key; of text only that it came.
  private func tell(_ key: Key) {
    if let name = keyNames.name(of: key) { configuration.pressed(name) }
  }

  /// Takes a key that libedit never sees: one in the panel, and one that types a script.
  private func isOwn(_ key: Key) -> Bool {
    if panelWalk != nil {
      walk(key)
    } else if let script {
      play(key, of: script)
    } else {
      return false
    }
    return true
  }

  private func scalar(for key: Key) -> Unicode.Scalar {
    hint = nil
    keyCount += 1
    if key != .named(.pageUp), key != .named(.pageDown) { dropAnswer() }
    switch key {
    case .scalar(let scalar):
      // Behind Escape, Ctrl-X or Ctrl-V a character is part of a key, which libedit knows.
      let isPartOfKey = isKeyBegun
      isKeyBegun = ["\u{1B}", "\u{18}", "\u{16}"].contains(scalar)
      let isText = scalar.value >= 0x20 && scalar.value != 0x7F
      guard isText, !isPartOfKey, !engine.isVi, searching == nil else { return scalar }
      typed = scalar
      return NamedKey.insert.scalar
    case .named(let key): return key.scalar
    case .paste(let text):
      pasted = text
      return NamedKey.paste.scalar
    case .overlongPaste(let bytes):
      refusePaste(bytes: bytes)
      return NamedKey.paste.scalar
    }
  }

  /// Looks at what libedit made of the last key.
  ///
  /// libedit may leave the cursor inside a character, since it counts scalars: it is moved to a boundary.
  func takeNoteOfChange() {
    var now = engine.entry
    let settled = now.text.characterBoundary(near: now.cursor, comingFrom: entry.cursor)
    if settled != now.cursor {
      engine.moveCursor(to: settled)
      now.cursor = settled
    }
    guard now != entry else { return }
    let old = entry
    entry = now
    if old.text != now.text {
      undoStack.note(change: old, to: now)
      isGhostHidden = false
    }
    followMenu()
  }
}
