extension Parser {
  /// A verb is reserved only as the first word of a statement that goes on like one; `watch = 1` or
  /// `bind.x` speak of a variable.
  func isVerb(_ word: String) -> Bool {
    guard Verb.names.contains(word) else { return false }
    switch next.kind {
    case .symbol(let symbol):
      return symbol == "#" || (["(", "."].contains(symbol) && next.spaceBefore)
        || ["-", "!", "[", "_"].contains(symbol)
    default: return true
    }
  }

  mutating func verb(_ word: String) throws(Diagnostic) -> any VerbStatement {
    let token = advance()
    guard let verb = Verb.named(word), let syntax = verb.syntax else {
      throw unexpected("a statement")
    }
    if verb.object == .required, current.kind == .separator || current.kind == .end {
      throw Diagnostic(
        .unexpected, "say what '\(word)' is about", at: token.span,
        help: "Write \(verb.uses[0].example).")
    }
    return try syntax(&self)
  }

  mutating func expectation() throws(Diagnostic) -> any VerbStatement {
    let condition = try expression()
    switch current.kind {
    case .name("emits"):
      advance()
      return EventExpectation(
        target: condition, events: try expression(), limit: try limit())
    case .name("marbles"):
      advance()
      return MarbleExpectation(
        target: condition, picture: try postfix(),
        step: try duration(after: "every", "every 100ms"))
    default: return Expectation(condition: condition, limit: try limit())
    }
  }

  mutating func why() throws(Diagnostic) -> Question {
    let target = try postfix()
    guard current.kind == .name("at") else { return Question(expression: target, record: nil) }
    advance()
    try expect("#", to: "and the number of a change")
    guard case .int(let number) = current.kind else { throw unexpected("a number after '#'") }
    advance()
    return Question(expression: target, record: number)
  }

  mutating func watching() throws(Diagnostic) -> Watching {
    var watching = Watching(targets: try targets())
    while case .name(let word) = current.kind, !watching.targets.isEmpty {
      switch word {
      case "as":
        advance()
        (watching.form, _) = try choice("form", of: " of a watch")
      case "when":
        advance()
        watching.condition = try expression()
      case "every":
        advance()
        watching.interval = try duration("watch form.output every 1s")
      default: return watching
      }
    }
    return watching
  }

  /// One of a few words, such as the forms of a watch.
  private mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ what: String, of owner: String = ""
  ) throws(Diagnostic) -> (Choice, Span) {
    let names = Choice.allCases.map(\.rawValue)
    guard case .name(let name) = current.kind else {
      throw unexpected("a \(what)", help: Suggestion.list(names))
    }
    guard let choice = Choice(rawValue: name) else {
      throw Diagnostic(
        .unexpected, "there is no \(what) '\(name.clipped(to: 40))'\(owner)", at: current.span,
        Suggestion(for: name, among: names))
    }
    return (choice, advance().span)
  }

  /// How many steps; one when it is not said.
  mutating func count() throws(Diagnostic) -> Int {
    guard case .int(let count) = current.kind else {
      guard current.kind == .separator || current.kind == .end else { throw unexpected("a number") }
      return 1
    }
    let span = advance().span
    guard count > 0 else {
      throw Diagnostic(.unexpected, "a number from 1 is wanted here", at: span)
    }
    return min(count, Timeline.limit * 2)
  }

  mutating func wait() throws(Diagnostic) -> any VerbStatement {
    if at("#") || current.kind == .name("all") {
      return WaitForJob(selection: try selection("wait #1, or wait all"), limit: try limit())
    }
    guard current.kind == .name("until") else {
      return Pause(
        duration: try duration("wait 2s, wait until form.isValid, or wait #1 for a job"))
    }
    advance()
    let condition = try expression()
    return ConditionalWait(condition: condition, limit: try limit())
  }

  /// `within 2s`, if it is there.
  private mutating func limit() throws(Diagnostic) -> Duration? {
    try duration(after: "within", "expect form.isValid within 2s")
  }

  private mutating func duration(
    after word: String, _ example: String
  ) throws(Diagnostic) -> Duration? {
    guard current.kind == .name(word) else { return nil }
    advance()
    return try duration(example)
  }

  mutating func duration(_ example: String) throws(Diagnostic) -> Duration {
    guard case .duration(let duration) = current.kind else {
      throw unexpected("a duration", help: "Write \(example).")
    }
    advance()
    return duration
  }

  /// `watch` alone lists what is watched.
  private mutating func targets() throws(Diagnostic) -> [Expression] {
    var targets: [Expression] = []
    guard current.kind != .separator, current.kind != .end else { return targets }
    repeat {
      skipLineBreaksAfterComma(targets)
      targets.append(try postfix())
    } while accept(",")
    return targets
  }

  private mutating func skipLineBreaksAfterComma(_ targets: [Expression]) {
    if !targets.isEmpty { skipLineBreaks() }
  }

  mutating func selection(_ example: String) throws(Diagnostic) -> Selection {
    switch current.kind {
    case .name("all"):
      advance()
      return .all
    case .symbol("#"):
      let start = advance().span
      guard case .int(let number) = current.kind else { throw unexpected("a number after '#'") }
      return .number(number, start.joined(advance().span))
    case .separator, .end:
      throw Diagnostic(
        .unexpected, "say what is to end", at: current.span, help: "Write \(example).")
    default:
      return .target(try postfix())
    }
  }

  /// `bind` alone lists what is bound.
  mutating func bind() throws(Diagnostic) -> any VerbStatement {
    if current.kind == .separator || current.kind == .end { return ListOfBindings() }
    let first = try postfix()
    let isTwoWay = at("<->")
    guard accept("<->") || accept("->") else {
      throw unexpected(
        "'<->' or '->'", help: "Write bind form.phone <-> other.phone, or -> for one way.")
    }
    var linking = Linking(first: first, second: try postfix(), isTwoWay: isTwoWay)
    if current.kind == .name("via") {
      advance()
      linking.converter = try choice("converter")
    }
    return linking
  }

  /// What `:marbles` takes: paths, with or without commas, and the time of a column.
  static func marbles(_ text: String) throws(Diagnostic) -> ([Expression], step: Duration?) {
    var parser = Parser(Lexer(text))
    var targets: [Expression] = []
    while parser.current.kind != .end, parser.current.kind != .name("every") {
      targets.append(try parser.postfix())
      _ = parser.accept(",")
    }
    let step = try parser.duration(after: "every", ":marbles form.phone every 100ms")
    guard parser.current.kind == .end, !targets.isEmpty else {
      throw Diagnostic(
        .unexpected, "say whose marbles are to be drawn", at: parser.current.span,
        help: "Write :marbles form.phone form.output every 100ms, or :marbles clear.")
    }
    return (targets, step)
  }
}
