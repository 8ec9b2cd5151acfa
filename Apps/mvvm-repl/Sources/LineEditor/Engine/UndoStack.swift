/// The undo steps of the entry, one for each typed word or other change.
struct UndoStack {
  private var states: [EntryText] = []
  private var isRestoring = false
  private var wasTyping = false

  private static let limit = 500

  /// Records a change; further typing within a word belongs to the previous step.
  mutating func note(change old: EntryText, to new: EntryText) {
    if isRestoring {
      isRestoring = false
      return
    }
    let isTyping = new.text.utf8.count > old.text.utf8.count && new.cursor > old.cursor
    let typed = new.text.utf8.dropFirst(old.cursor).prefix(max(0, new.cursor - old.cursor))
    let goesOnWithWord =
      isTyping && old.cursor > 0 && typed.count <= 4
      && typed.first != UInt8(ascii: " ") && typed.first != UInt8(ascii: "\n")
      && !states.isEmpty && wasTyping
    wasTyping = isTyping && typed.count <= 4
    if goesOnWithWord { return }
    states.append(old)
    if states.count > Self.limit { states.removeFirst() }
  }

  /// Returns the state before the last change; states with the present text, to which a recall has returned, are
  /// passed over.
  mutating func undo(from now: EntryText) -> EntryText? {
    while states.last?.text == now.text { states.removeLast() }
    guard let state = states.popLast() else { return nil }
    isRestoring = true
    wasTyping = false
    return state
  }
}
