extension LineEditor {
  /// A key or an event that goes to the panel above the prompt while a person is in it.
  public enum PanelKey: Sendable, Hashable {
    /// The event that the person enters the panel.
    case begin
    /// The event that the person leaves the panel by Alt-s or Ctrl-D; a text in the reply is the last one.
    case leave
    /// The event that the person leaves the panel by Ctrl-C.
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

  /// The reply of the panel to a key.
  public enum PanelReply: Sendable, Hashable {
    /// The person stays in the panel.
    case stays
    /// The person leaves the panel; a hint gives the reason, if there is one.
    case leaves(hint: String?)
    /// The person leaves the panel, and a text is typed at the prompt, because nothing in the panel takes it.
    case types(String)
    /// A text is handed over as if it had been typed; `shownAs` is what stays on the screen.
    case enters(String, shownAs: String)
  }
}
