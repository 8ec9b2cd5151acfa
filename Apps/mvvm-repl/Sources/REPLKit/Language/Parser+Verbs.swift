extension Parser {
  /// A verb is reserved only as the first word of a statement that goes on like one; `watch = 1` or
  /// `bind.x` speak of a variable.
  func isVerb(_ word: String) -> Bool {
    guard Reserved.verbs.contains(word) else { return false }
    switch next.kind {
    case .symbol(let symbol):
      return symbol == "#" || (["(", "."].contains(symbol) && next.spaceBefore)
        || ["-", "!", "[", "_"].contains(symbol)
    default: return true
    }
  }

  mutating func verb(_ word: String) throws(Diagnostic) -> Statement.Kind {
    let verb = advance()
    if let example = Self.examples[word], current.kind == .separator || current.kind == .end {
      throw Diagnostic(
        .unexpected, "say what '\(word)' is about", at: verb.span, help: "Write \(example).")
    }
    switch word {
    case "watch": return .watch(try watching())
    case "unwatch": return .unwatch(try selection("unwatch form.output, unwatch #1 or unwatch all"))
    case "bind": return try bind()
    case "unbind": return .unbind(try selection("unbind #1, unbind form.phone or unbind all"))
    case "advance": return .advance(try duration("advance 300ms"))
    case "wait": return try wait()
    case "why": return try why()
    case "undo": return .undo(try count())
    case "redo": return .redo(try count())
    case "whatif": return .whatIf(try assignmentOrExpression())
    default: return try expectation()
    }
  }

  /// How the verbs go on that do nothing alone; a person who types no more than one is told.
  private static let examples = [
    "advance": "advance 300ms", "expect": "expect form.canClear",
    "wait": "wait until form.canClear",
    "whatif": "whatif form.phone = \"\"", "why": "why form.canClear",
  ]

  private mutating func expectation() throws(Diagnostic) -> Statement.Kind {
    let condition = try expression()
    switch current.kind {
    case .name("emits"):
      advance()
      return .expectEvents(condition, try expression(), within: try limit())
    case .name("marbles"):
      advance()
      return .expectMarbles(
        condition, try postfix(), every: try duration(after: "every", "every 100ms"))
    default: return .expect(condition, within: try limit())
    }
  }

  private mutating func why() throws(Diagnostic) -> Statement.Kind {
    let target = try postfix()
    guard current.kind == .name("at") else { return .why(target, record: nil) }
    advance()
    try expect("#", to: "and the number of a change")
    guard case .int(let number) = current.kind else { throw unexpected("a number after '#'") }
    advance()
    return .why(target, record: number)
  }

  private mutating func watching() throws(Diagnostic) -> Statement.Watching {
    var watching = Statement.Watching(targets: try targets())
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
  private mutating func count() throws(Diagnostic) -> Int {
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

  private mutating func wait() throws(Diagnostic) -> Statement.Kind {
    if at("#") || current.kind == .name("all") {
      return .waitForJob(try selection("wait #1, or wait all"), within: try limit())
    }
    guard current.kind == .name("until") else {
      return .wait(try duration("wait 2s, wait until form.isValid, or wait #1 for a job"))
    }
    advance()
    let condition = try expression()
    return .waitUntil(condition, within: try limit())
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

  private mutating func duration(_ example: String) throws(Diagnostic) -> Duration {
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

  private mutating func selection(_ example: String) throws(Diagnostic) -> Statement.Selection {
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
  private mutating func bind() throws(Diagnostic) -> Statement.Kind {
    if current.kind == .separator || current.kind == .end { return .bind(nil) }
    let first = try postfix()
    let isTwoWay = at("<->")
    guard accept("<->") || accept("->") else {
      throw unexpected(
        "'<->' or '->'", help: "Write bind form.phone <-> other.phone, or -> for one way.")
    }
    var linking = Statement.Linking(first: first, second: try postfix(), isTwoWay: isTwoWay)
    if current.kind == .name("via") {
      advance()
      linking.converter = try choice("converter")
    }
    return .bind(linking)
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
