/// The panel above the prompt while a person is in it: keys go to the program, one at a time, and its replies may
/// become entries.
extension EditorCore {
  /// Enters the panel, for Alt-s.
  func enterPanel() {
    // A text typed in the panel would become the answer to the question.
    guard !isAsking else { return }
    menu = nil
    panelWalk = PanelWalk()
    send(.begin)
  }

  /// Returns the next key; while the panel has a key to answer, only a key that leaves the panel.
  ///
  /// Ctrl-C drops the waiting keys, as a terminal drops typed-ahead text at an interrupt. Alt-s and Ctrl-D wait behind
  /// those keys; a second one takes effect at once.
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

  /// Handles a key while a person is in the panel.
  func walk(_ key: Key) {
    hint = nil
    dropAnswer()
    let isBehindEscape = panelWalk?.isBehindEscape == true
    panelWalk?.isBehindEscape = key.isBeginning
    switch key {
    case .scalar("s") where isBehindEscape, .scalar("\u{3}"), .scalar("\u{4}"):
      // A person who leaves before the panel has answered a key does not wait for the answer to this one either.
      let waits = panelWalk?.pending == nil
      send(key == .scalar("\u{3}") ? .abandon : .leave)
      if waits { panelWalk?.isLeaving = true } else { panelWalk = nil }
    case .scalar("\u{C}"): clearScreen()
    case .scalar("\u{1A}"): suspend()
    case .overlongPaste(let bytes): refusePaste(bytes: bytes)
    default: if !isBehindEscape, let key = LineEditor.PanelKey(key) { send(key) }
    }
  }

  /// Carries out the panel's reply to the last key.
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
      heldKeys = [.paste(text)] + heldKeys
    case .enters(let text, let shown):
      // The unfinished entry returns after this one.
      if !entry.text.isEmpty { draft = entry }
      shownEntry = shown
      outcome = .text(text)
    }
  }

  /// Carries out a reply that arrived while no entry was read, or while a question was open.
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

/// The state while a person is in the panel.
struct PanelWalk {
  /// The number of the key whose reply is pending; further keys wait for it.
  var pending: Int?
  /// The reply to that key, if it arrived while no entry was read.
  var held: LineEditor.PanelReply?
  /// Whether the key with the pending reply leaves the panel.
  var isLeaving = false
  /// Whether a key that leaves the panel waits behind other keys.
  var isLeavingHeld = false
  /// Whether the previous key was Ctrl-X, or Escape as part of another key.
  var isBehindEscape = false
}

extension Key {
  /// Whether the key is the first part of Alt-s or of Ctrl-X s.
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

  /// The control keys that have a meaning in the panel; they work as in the entry.
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
