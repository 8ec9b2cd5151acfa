extension ScreenWalk {
  /// Handles a key; a key that was typed before the picture was visible answers no question.
  ///
  /// - Complexity: O(*n*) in the rows of the picture.
  public mutating func press(
    _ key: ScreenKey, on picture: ScreenPicture, isTypedAhead: Bool = false
  ) -> ScreenOutcome {
    let outline = settle(on: picture)
    if typing != nil { return type(key, in: outline) }
    if isTypedAhead, outline.kind == .question {
      isAstray = true
      return .stays
    }
    if isAstray {
      isAstray = key != .enter && key != .escape
      return .stays
    }
    if key.turn == nil { scroll = 0 }
    guard let control = focused(in: outline) else { return leave(key, outline) }
    let outcome = press(key, control, in: outline)
    // A person who leaves a scale for another control ends its drag.
    guard let release = control.field?.scale?.release else { return outcome }
    switch outcome {
    case .stays where focus != control.id: break
    case .leaves: goesBack = false
    case .types: isAstray = true
    case .stays, .statement: return outcome
    }
    return .statement(release)
  }

  private mutating func press(
    _ key: ScreenKey, _ control: ScreenControl, in outline: ScreenOutline
  ) -> ScreenOutcome {
    switch key {
    case .enter: return activate(control, in: outline)
    // At a question, a space may belong to text that was meant for another place.
    case .character(" ") where control.field?.isTyped != true && outline.kind != .question:
      return activate(control, in: outline)
    case .character(let character): return begin(control, with: String(character), outline)
    case .paste(let text): return begin(control, with: text, outline)
    case .backspace, .delete, .eraseWord, .eraseRest, .eraseAll:
      let outcome = begin(control, with: "", outline)
      return typing == nil ? outcome : type(key, in: outline)
    case .tab, .backTab:
      let all = outline.controls.joined().map(\.id)
      let now = all.firstIndex(of: control.id) ?? 0
      focus = all[(now + (key == .tab ? 1 : all.count - 1)) % all.count]
    case .home: focus = outline.controls.first?.first?.id
    case .end: focus = outline.controls.last?.first?.id
    case .up, .down: return move(key == .down ? 1 : -1, from: control, in: outline)
    case .left, .right, .wordLeft, .wordRight:
      return turn(key == .right || key == .wordRight ? 1 : -1, control, in: outline)
    case .pageUp, .pageDown, .pull, .escape: return leave(key, outline)
    }
    return .stays
  }

  /// Handles the keys that need no control in focus.
  private mutating func leave(_ key: ScreenKey, _ outline: ScreenOutline) -> ScreenOutcome {
    switch key {
    case .pageUp: return .statement(outline.previous)
    case .pageDown: return .statement(outline.next)
    case .pull: return .statement(outline.pull)
    case .escape where call != nil:
      focus = call?.control.id
      call = nil
      return .stays
    case .escape:
      goesBack = true
      return outline.escape.map { .statement($0) } ?? (outline.kind == .page ? .leaves : .stays)
    case .character(let character) where character != " " || outline.kind == .question:
      return typed(String(character), outline)
    case .paste(let text): return typed(text, outline)
    default: return .stays
    }
  }

  /// Handles typed text that no control accepts.
  ///
  /// On a page, the prompt takes the text. On a cover, the text may be the rest of what was meant for another field; it
  /// is ignored, and so are the keys after it.
  mutating func typed(_ text: String, _ outline: ScreenOutline) -> ScreenOutcome {
    if outline.kind == .page { return .types(text) }
    isAstray = true
    return .stays
  }

  /// Moves to another line, another page of a list, or another row of a picker.
  private mutating func move(
    _ step: Int, from control: ScreenControl, in outline: ScreenOutline
  ) -> ScreenOutcome {
    if case .pick(let column) = control.action {
      pick(step, inColumn: column, outline)
      return .stays
    }
    let controls = outline.controls
    guard let place = outline.place(of: control.id) else { return .stays }
    let line = place.line + step
    guard controls.indices.contains(line) else {
      return .statement(step > 0 ? outline.next : outline.previous)
    }
    focus = controls[line][min(place.column, controls[line].count - 1)].id
    return .stays
  }

  /// Moves along the line, or sets the next value of a field.
  private mutating func turn(
    _ step: Int, _ control: ScreenControl, in outline: ScreenOutline
  ) -> ScreenOutcome {
    if let field = control.field, let next = field.stepped(step) {
      return field.kind == .scale
        ? .statement(field.statement(stepping: next)) : set(control, to: next)
    }
    // A scale at its minimum or maximum keeps the focus.
    if control.field?.kind == .scale { return .stays }
    guard let place = outline.place(of: control.id) else { return .stays }
    let line = outline.controls[place.line]
    focus = line[max(0, min(place.column + step, line.count - 1))].id
    return .stays
  }

  private mutating func activate(
    _ control: ScreenControl, in outline: ScreenOutline
  ) -> ScreenOutcome {
    switch control.action {
    case .press(let statement):
      goesBack = statement == outline.escape
      return .statement(statement)
    case .edit(let field) where field.kind == .scale:
      return .statement(field.scale?.release)
    case .edit(let field), .fill(_, let field):
      if let next = field.stepped(1) { return set(control, to: next) }
      return begin(control, with: "", outline)
    case .ask(let button):
      call = Call(button)
      focus = Call.identity(0)
      return .stays
    case .call: return run()
    case .pick:
      guard case .picker(let question)? = outline.items.last,
        let statement = question.statement(picking: question.selected)
      else { return .stays }
      picking = nil
      return .statement(statement)
    case .wait: return .stays
    }
  }

  /// Runs the command with the arguments of the form; a missing argument gets the focus instead.
  private mutating func run() -> ScreenOutcome {
    guard let call else { return .stays }
    switch call.literals {
    case .success(let literals):
      self.call = nil
      focus = call.control.id
      let shown = zip(call.fields, literals).map { field, literal in literal.map(field.shown) }
      return .statement(call.button.statement(literals), shown: call.button.statement(shown))
    case .failure(let missing):
      self.call?.refused = missing.number
      focus = Call.identity(missing.number)
      return .stays
    }
  }

  private mutating func pick(_ step: Int, inColumn column: Int, _ outline: ScreenOutline) {
    guard case .picker(let question)? = outline.items.last else { return }
    var rows = question.selected
    rows[column] = max(0, min(rows[column] + step, question.columns[column].count - 1))
    picking = Picking(question, rows: rows)
  }

  mutating func set(_ control: ScreenControl, to text: String) -> ScreenOutcome {
    switch control.action {
    case .fill(let number, _):
      call?.values[number] = text
      call?.refused = nil
      return .stays
    case .edit(let field):
      guard let statement = field.statement(typing: text) else { return .stays }
      guard field.isSecure else { return .statement(statement) }
      return .statement(statement, shown: "\(field.path) = \(field.shown(text))")
    case .press, .ask, .call, .pick, .wait: return .stays
    }
  }
}
