import CEditShim
import Foundation

/// The editor itself, which waits for keys, messages and signals, and updates the screen.
///
/// Used on the editor's thread only.
final class EditorCore {
  /// The action that libedit takes after one of the editor's functions.
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
  /// The running recording; `nil` without one.
  var tape: Tape?
  var painter: Painter
  /// Whether the terminal rejoins wrapped rows.
  var reflows: Bool
  /// Cells of a character of ambiguous width, as the terminal draws it.
  var measuredCells = 1
  /// Whether the editor is measuring that width, so that the terminal's answers come among the keys.
  var isMeasuring = false
  var decoder = KeyDecoder()
  var history: History { didSet { mailbox.entries = history.entries } }
  var store: HistoryStore? { didSet { mailbox.store = store } }

  // From the mailbox.
  var news = Mailbox.News()
  var output = ""
  /// The place in `output`, in bytes, above which everything becomes dim.
  var dimmedAbove: Int?
  var visits: [Mailbox.Visit] = []

  /// The effect of the function that runs now.
  var effect = Effect.refresh

  // The entry being read.
  var reading = Mailbox.Reading.entry
  var isReading = false
  /// Whether the previous key began a key of two parts, while a script is typed.
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
  /// The number of keys so far.
  var keyCount = 0
  /// The number of the key that led to the warning before leaving; the next key may leave.
  var doubtedKey: Int?
  /// The number of the last question; an answer to an earlier question is dropped.
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
  /// The state while a person is in the panel, which then gets the keys; nil outside of the panel.
  var panelWalk: PanelWalk?
  /// The number of keys sent to the panel.
  var panelKeys = 0
  /// The keys that arrived while an entry ran, or while the panel had a key to answer.
  var heldKeys: ArraySlice<Key> = []
  /// The number of held keys, from the first one, that arrived while an entry ran.
  var typedAhead = 0
  /// Whether the current key was typed ahead.
  var isTypedAhead = false
  /// The text that stays on the screen instead of the entry; nil for the entry itself.
  var shownEntry: String?
  var styled: (text: String, highlights: [Highlight])?
  var described: (entry: EntryText, lines: [String])?
  var ghostFor: (text: String, ghost: String)?

  /// The signals that arrived while the terminal took no output, to be handled by the next wait.
  var delayedSignals: [UInt8] = []

  /// Whether the terminal has disconnected, so that nothing can be read or written any more.
  var isHungUp = false

  init(
    _ configuration: LineEditor.Configuration, terminal: Terminal, mailbox: Mailbox
  ) throws(LineEditorError) {
    self.configuration = configuration
    let terminal = terminal.withoutWaiting
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
    painter = Painter(columns: size.columns, rows: size.rows, theme: configuration.theme)

    if let recording = configuration.recording { tape = Tape(recording, painter) }

    var store = configuration.history.map(HistoryStore.init)
    let loaded = store?.load()
    history = History(loaded?.entries ?? [])
    self.store = store
    draft = configuration.draft.map { EntryText(text: $0.text, cursor: $0.cursor) }
    tell(loaded?.trouble)
    engine.connect(self)
  }

  /// Runs the editor until it is closed.
  func run() {
    mailbox.take()
    terminal_take(terminal.input)
    write("\u{1B}[?2004h")
    mailbox.entries = history.entries
    mailbox.store = store
    measureAmbiguousWidth()
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
    let line = engine.readLine()
    outcome = outcome ?? line.map(Outcome.text) ?? .endOfInput
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
  /// Returns the next key for libedit; nil ends the entry.
  ///
  /// libedit asks for a key when it has finished all other work, so the editor repaints here.
  func nextKey() -> Unicode.Scalar? {
    guard outcome == nil else { return nil }
    if isFirstKey {
      // libedit applies its own terminal settings when it starts to read.
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
      // A finished entry is handed over, because it could be lost: the panel, for example, sends it only once.
      if isToEnd { outcome = outcome ?? .cancelled }
    }
    return nil
  }

  /// Whether the reading is cancelled, perhaps before the wait began; the pipe gives no second signal in that case.
  ///
  /// It ends also when the next key belongs to another program, and the panel has answered the last one.
  private var isToEnd: Bool {
    news.isClosed || news.isCancelled || news.leavesKeys && panelWalk?.pending == nil
  }

  /// Reports the name of a key to the program, or only that text was typed.
  private func tell(_ key: Key) {
    if let name = keyNames.name(of: key) { configuration.pressed(name) }
  }

  /// Handles a key that libedit never sees: a key in the panel, or one that types a script.
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

  /// Takes the next key if it is a scalar that has come with a character and belongs to it.
  func takeScalar(behind text: String) -> Unicode.Scalar? {
    var rest = decoder
    guard case .scalar(let scalar) = heldKeys.first ?? rest.next(),
      scalar.value >= 0x300, "\(text)\(scalar)".count == 1
    else { return nil }
    if heldKeys.isEmpty {
      decoder = rest
    } else {
      heldKeys.removeFirst()
      typedAhead = max(0, typedAhead - 1)
    }
    return scalar
  }

  private func scalar(for key: Key) -> Unicode.Scalar {
    hint = nil
    keyCount += 1
    if key != .named(.pageUp), key != .named(.pageDown) { dropAnswer() }
    switch key {
    case .scalar(let scalar):
      // After Escape, Ctrl-X or Ctrl-V a character is part of a key that libedit knows.
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

  /// Records the change that libedit made for the last key.
  ///
  /// Typed scalars may have made one character; a cursor inside a character is moved to a boundary.
  func takeNoteOfChange() {
    var now = engine.entry
    let settled = now.text.characterBoundary(near: now.cursor, comingFrom: entry.cursor)
    if settled != now.cursor {
      engine.moveCursor(to: settled)
      now.cursor = settled
    }
    engine.join(now)
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
