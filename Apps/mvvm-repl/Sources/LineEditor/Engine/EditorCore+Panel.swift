/// A person in the panel above the prompt: keys go to the program, one at a time, and come back as
/// entries.
extension EditorCore {
  /// Alt-s: enters the panel.
  func enterPanel() {
    // What is typed there would be the answer to the question.
    guard !isAsking else { return }
    menu = nil
    panelWalk = PanelWalk()
    send(.begin)
  }

  /// The next key, unless the panel has still to answer the one before: then only a key that leaves it comes.
  ///
  /// Ctrl-C drops the keys that wait, as a terminal does with what is typed before an interrupt. Alt-s and Ctrl-D wait
  /// behind them; a second one comes at once.
  func nextDecodedKey(decided: Bool = false) -> Key? {
    guard panelWalk?.pending != nil else {
      isTypedAhead = typedAhead > 0 && !heldKeys.isEmpty
      guard !heldKeys.isEmpty else { return decoder.next(decided: decided) }
      typedAhead = max(0, typedAhead - 1)
      return heldKeys.removeFirst()
    }
    while let key = decoder.next(decided: decided) {
      let isAltS = key == .scalar("s") && heldKeys.last?.isBeginning == true
      let isLeaving = isAltS || key == .scalar("\u{4}")
      let areOthersHeld = heldKeys.count > (isAltS ? 1 : 0)
      let waits = isLeaving && areOthersHeld && panelWalk?.isLeavingHeld == false
      guard isLeaving || key == .scalar("\u{3}"), !waits else {
        if waits { panelWalk?.isLeavingHeld = true }
        heldKeys.append(key)
        continue
      }
      heldKeys = []
      panelWalk?.isBehindEscape = isAltS
      return key
    }
    return nil
  }

  /// Takes a key while a person is in the panel.
  func walk(_ key: Key) {
    hint = nil
    dropAnswer()
    let isBehindEscape = panelWalk?.isBehindEscape == true
    panelWalk?.isBehindEscape = key.isBeginning
    switch key {
    case .scalar("s") where isBehindEscape, .scalar("\u{3}"), .scalar("\u{4}"):
      // Whoever does not wait for the answer to a key waits for none to this one.
      let waits = panelWalk?.pending == nil
      send(key == .scalar("\u{3}") ? .abandon : .leave)
      if waits { panelWalk?.isLeaving = true } else { panelWalk = nil }
    case .scalar("\u{C}"): clearScreen()
    case .scalar("\u{1A}"): suspend()
    case .overlongPaste(let bytes): refusePaste(bytes: bytes)
    default: if !isBehindEscape, let key = LineEditor.PanelKey(key) { send(key) }
    }
  }

  /// Does what the program makes of the last key.
  func take(_ reply: LineEditor.PanelReply, to number: Int) {
    guard panelWalk?.pending == number else { return }
    guard isReading, !isAsking else {
      panelWalk?.held = reply
      return
    }
    panelWalk?.pending = nil
    if panelWalk?.isLeaving == true { panelWalk = nil }
    switch reply {
    case .stays: break
    case .leaves(let hint):
      panelWalk = nil
      self.hint = hint
    case .types(let text):
      panelWalk = nil
      heldKeys.insert(.paste(text), at: 0)
    case .enters(let text, let shown):
      // What was being typed is there again behind this entry.
      if !entry.text.isEmpty { draft = entry }
      shownEntry = shown
      outcome = .text(text)
    }
  }

  /// Does what a reply wants that has found no reading, for the program has gone on by it.
  func takeHeldReply() {
    guard !isAsking, let number = panelWalk?.pending, let reply = panelWalk?.held else { return }
    panelWalk?.held = nil
    take(reply, to: number)
  }

  private func send(_ key: LineEditor.PanelKey) {
    panelKeys += 1
    panelWalk?.pending = panelKeys
    let (number, mailbox, take) = (panelKeys, mailbox, configuration.takePanelKey)
    Task { [isTypedAhead] in mailbox.reply(await take(key, isTypedAhead), toPanelKey: number) }
  }
}

/// The state of a person in the panel.
struct PanelWalk {
  /// The number of the key whose reply has not come; further keys wait for it.
  var pending: Int?
  /// The reply to it, if that has come while no entry was read.
  var held: LineEditor.PanelReply?
  /// Whether the key that waits for its reply leaves the panel.
  var isLeaving = false
  /// Whether a key that leaves the panel waits behind others.
  var isLeavingHeld = false
  /// Whether the key before was Escape, as a part of another key, or Ctrl-X.
  var isBehindEscape = false
}

extension Key {
  /// Whether it is the first part of Alt-s or of Ctrl-X s.
  fileprivate var isBeginning: Bool { self == .scalar("\u{1B}") || self == .scalar("\u{18}") }
}

extension LineEditor.PanelKey {
  /// The key in the panel; nil for one that means nothing there.
  init?(_ key: Key) {
    switch key {
    case .scalar("\r"), .scalar("\n"): self = .enter
    case .scalar("\t"): self = .tab
    case .scalar("\u{7F}"), .scalar("\u{8}"): self = .backspace
    case .scalar(let scalar) where scalar.value < 0x20:
      guard let known = Self.control[scalar] else { return nil }
      self = known
    case .scalar(let scalar): self = .character(Character(scalar))
    case .paste(let text): self = .paste(text)
    case .overlongPaste: return nil
    case .named(let key):
      guard let known = Self.named[key] else { return nil }
      self = known
    }
  }

  /// Ctrl-A, Ctrl-B and so on, as they are in the entry, where they mean something.
  private static let control: [Unicode.Scalar: Self] = [
    "\u{1}": .home, "\u{2}": .left, "\u{5}": .end, "\u{6}": .right, "\u{B}": .eraseRest,
    "\u{E}": .down,
    "\u{10}": .up, "\u{12}": .pull, "\u{15}": .eraseAll, "\u{17}": .eraseWord,
  ]

  private static let named: [NamedKey: Self] = [
    .escape: .escape, .up: .up, .down: .down, .left: .left, .right: .right, .home: .home,
    .end: .end, .delete: .delete, .pageUp: .pageUp, .pageDown: .pageDown, .backTab: .backTab,
    .forcedEnter: .enter, .wordLeft: .wordLeft, .wordRight: .wordRight,
  ]
}
