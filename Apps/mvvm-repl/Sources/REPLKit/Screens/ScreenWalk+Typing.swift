import DisplayWidth

extension ScreenWalk {
  /// Begins to edit a field with what was typed first; what is no field stays as it is.
  mutating func begin(_ control: ScreenControl, with text: String) -> ScreenOutcome {
    guard let field = control.field, field.isTyped else { return .stays }
    let typed = field.kind == .text || text.isEmpty ? field.editedText : ""
    let all = Array(typed) + Self.typable(text)
    typing = Typing(control: control.id, text: all, cursor: all.count)
    focus = control.id
    return .stays
  }

  /// Takes a key while a text is edited.
  mutating func type(_ key: ScreenKey, in outline: ScreenOutline) -> ScreenOutcome {
    guard var typing, let control = outline.control(typing.control) else { return .stays }
    switch key {
    case .character(let character): typing.insert(Self.typable(String(character)))
    case .paste(let text): typing.insert(Self.typable(text))
    case .backspace where typing.cursor > 0:
      typing.cursor -= 1
      typing.text.remove(at: typing.cursor)
    case .delete where typing.cursor < typing.text.count: typing.text.remove(at: typing.cursor)
    case .left: typing.cursor = max(0, typing.cursor - 1)
    case .right: typing.cursor = min(typing.text.count, typing.cursor + 1)
    case .home: typing.cursor = 0
    case .end: typing.cursor = typing.text.count
    case .escape:
      self.typing = nil
      return .stays
    case .enter, .tab, .down: return finish(typing, control, then: 1, in: outline)
    case .backTab, .up: return finish(typing, control, then: -1, in: outline)
    case .backspace, .delete, .pageUp, .pageDown, .pull: return .stays
    }
    typing.isRefused = false
    self.typing = typing
    return .stays
  }

  /// Takes the text over, if it is a value of the field, and goes on to the next control.
  private mutating func finish(
    _ typing: Typing, _ control: ScreenControl, then step: Int, in outline: ScreenOutline
  ) -> ScreenOutcome {
    guard let field = control.field else { return .stays }
    let text = String(typing.text)
    var outcome = ScreenOutcome.stays
    if text != field.editedText || field.isSecure && !text.isEmpty {
      let isEmptyValue = text.isEmpty && control.isFilled
      guard isEmptyValue || field.literal(text) != nil else {
        self.typing?.isRefused = true
        return .stays
      }
      outcome = set(control, to: text)
    }
    self.typing = nil
    if let place = outline.place(of: control.id),
      outline.controls.indices.contains(place.line + step)
    {
      focus = outline.controls[place.line + step].first?.id
    }
    return outcome
  }

  /// A text as one line that a field may hold.
  private static func typable(_ text: String) -> [Character] {
    text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
      .filter { !$0.unicodeScalars.contains(where: \.isObeyed) }
  }
}

extension ScreenWalk.Typing {
  fileprivate mutating func insert(_ characters: [Character]) {
    text.insert(contentsOf: characters, at: cursor)
    cursor += characters.count
  }
}

extension ScreenControl {
  /// Whether it is a value that a command asks for.
  fileprivate var isFilled: Bool { if case .fill = action { true } else { false } }
}
