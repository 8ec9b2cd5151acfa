import DisplayWidth

extension ScreenWalk {
  /// Begins to edit a field with the first typed text; the prompt takes text that no field accepts.
  mutating func begin(
    _ control: ScreenControl, with text: String, _ outline: ScreenOutline
  ) -> ScreenOutcome {
    guard let field = control.field, field.isTyped else {
      return text.isEmpty ? .stays : typed(text, outline)
    }
    let typed = field.kind == .text || text.isEmpty ? field.editedText : ""
    typing = Typing(control: control.id, before: typed + Self.typable(text))
    focus = control.id
    return .stays
  }

  /// Handles a key while a text is edited.
  mutating func type(_ key: ScreenKey, in outline: ScreenOutline) -> ScreenOutcome {
    guard var typing, let control = outline.control(typing.control) else { return .stays }
    switch key {
    case .character(let character): typing.before += Self.typable(String(character))
    case .paste(let text): typing.before += Self.typable(text)
    case .backspace: typing.before = String(typing.before.dropLast())
    case .delete: typing.after = String(typing.after.dropFirst())
    case .eraseWord: typing.before = String(typing.before.dropLast(typing.wordLeft))
    case .eraseRest: typing.after = ""
    case .eraseAll: (typing.before, typing.after) = ("", "")
    case .left: typing.move(by: -1)
    case .right: typing.move(by: 1)
    case .wordLeft: typing.move(by: -typing.wordLeft)
    case .wordRight: typing.move(by: typing.wordRight)
    case .home: typing.move(by: -typing.before.count)
    case .end: typing.move(by: typing.after.count)
    case .escape:
      self.typing = nil
      return .stays
    case .enter, .tab, .down: return finish(typing, control, then: 1, in: outline)
    case .backTab, .up: return finish(typing, control, then: -1, in: outline)
    case .pageUp, .pageDown, .pull: return .stays
    }
    typing.isRefused = false
    self.typing = typing
    return .stays
  }

  /// Commits the text if it is a value of the field, and moves the focus by `step` lines.
  private mutating func finish(
    _ typing: Typing, _ control: ScreenControl, then step: Int, in outline: ScreenOutline
  ) -> ScreenOutcome {
    guard let field = control.field else { return .stays }
    let text = typing.text
    var outcome = ScreenOutcome.stays
    if text != field.editedText || field.isSecure && !text.isEmpty {
      // An argument of a command may be empty; running the command checks it.
      let isEmptyValue = if case .fill = control.action { text.isEmpty } else { false }
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

  /// Returns a text as one line without control characters.
  private static func typable(_ text: String) -> String {
    String(
      text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
        .filter { !$0.unicodeScalars.contains(where: \.isObeyed) })
  }
}

extension ScreenWalk.Typing {
  /// The number of characters from the cursor back to the start of the previous word.
  fileprivate var wordLeft: Int { Self.word(before.reversed()) }
  /// The number of characters from the cursor to the end of the next word.
  fileprivate var wordRight: Int { Self.word(after) }

  private static func word(_ text: some Sequence<Character>) -> Int {
    var isInWord = false
    return text.prefix { character in
      let isPart = character.isLetter || character.isNumber || character == "_"
      defer { isInWord = isInWord || isPart }
      return isPart || !isInWord
    }.count
  }

  /// Moves the cursor by a number of characters; a negative number moves it to the left.
  fileprivate mutating func move(by count: Int) {
    if count < 0 {
      let moved = before.suffix(-count)
      (before, after) = (String(before.dropLast(-count)), moved + after)
    } else {
      let moved = after.prefix(count)
      (before, after) = (before + moved, String(after.dropFirst(count)))
    }
  }
}
