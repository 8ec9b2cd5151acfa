extension LineEditor {
  /// A key that goes to the panel above the prompt while a person is in it.
  public enum PanelKey: Sendable, Hashable {
    /// Not a key: the person enters the panel.
    case begin
    /// Not a key: the person leaves the panel by Alt-s or Ctrl-D; a text that is handed over then is the last one.
    case leave
    /// Not a key: the person leaves the panel by Ctrl-C.
    case abandon
    /// A character.
    case character(Character)
    /// A text that was pasted.
    case paste(String)
    case enter, escape, tab, backTab, up, down, left, right, home, end, pageUp, pageDown
    case backspace, delete, wordLeft, wordRight
    /// Ctrl-W, Ctrl-K and Ctrl-U.
    case eraseWord, eraseRest, eraseAll
    /// Ctrl-R.
    case pull
  }

  /// What a key in the panel leads to.
  public enum PanelReply: Sendable, Hashable {
    /// The person stays in the panel.
    case stays
    /// The person leaves the panel; a hint tells why, if there is something to tell.
    case leaves(hint: String?)
    /// The person leaves the panel, and a text is typed at the prompt, since nothing in the panel takes it.
    case types(String)
    /// A text is handed over as if it had been typed; `shownAs` is what stays on the screen.
    case enters(String, shownAs: String)
  }
}
