extension Parser {
  /// Whether a word at the start of a statement is a verb; in `watch = 1` or `bind.x` the word is a variable.
  func isVerb(_ word: String) -> Bool {
    guard Verb.names.contains(word) else { return false }
    switch next.kind {
    case .symbol(let symbol):
      return symbol == "#" || (["(", "."].contains(symbol) && next.spaceBefore)
        || ["-", "!", "[", "_"].contains(symbol)
    default: return true
    }
  }

  mutating func verb(_ word: String) throws(Diagnostic) -> VerbStatement {
    let token = advance()
    guard let verb = Verb.named(word), let syntax = verb.syntax else {
      throw unexpected(.aStatement)
    }
    if verb.object == .required, current.kind == .separator || current.kind == .end {
      throw Diagnostic(
        .unexpected, .sayAbout(word), at: token.span, help: .write(verb.uses[0].example))
    }
    return try syntax(&self)
  }

  mutating func expectation() throws(Diagnostic) -> VerbStatement {
    let condition = try expression()
    switch current.kind {
    case .name("emits"):
      advance()
      let (events, limit) = (try expression(), try limit())
      return expectation(of: events, from: condition) { session, _ throws(Diagnostic) in
        try await session.waiting.expect(condition, emits: events, within: limit)
      }
    case .name("marbles"):
      advance()
      let (picture, step) = (try postfix(), try duration(after: "every", .write("every 100ms")))
      return expectation(of: picture, from: condition) { session, _ throws(Diagnostic) in
        try await session.chronicle.expect(condition, marbles: picture, every: step)
      }
    default:
      let limit = try limit()
      return VerbStatement(condition) { session, _ throws(Diagnostic) in
        try await session.waiting.expect(condition, within: limit)
      }
    }
  }

  /// Returns an expectation in which a value that is compared with a secret is redacted.
  private func expectation(
    of wanted: Expression, from target: Expression, run: @escaping VerbStatement.Action
  ) -> VerbStatement {
    var statement = VerbStatement(target, wanted, run: run)
    statement.secrets = { redaction in
      target.secrets(redaction)
        + (target.namesSecret(redaction) ? wanted.told(redaction) : wanted.secrets(redaction))
    }
    return statement
  }

  mutating func why() throws(Diagnostic) -> VerbStatement {
    let target = try postfix()
    var record: Int?
    if current.kind == .name("at") {
      advance()
      try expect("#", .numberOfChange)
      guard case .int(let number) = current.kind else { throw unexpected(.numberOfThing) }
      advance()
      record = number
    }
    return VerbStatement(target) { [record] session, _ throws(Diagnostic) in
      try await session.chronicle.why(target, at: record)
    }
  }

  mutating func watching() throws(Diagnostic) -> Watching {
    var watching = Watching(targets: try targets())
    while case .name(let word) = current.kind, !watching.targets.isEmpty {
      switch word {
      case "as":
        advance()
        (watching.form, _) = try choice(.aForm, none: Message.noForm)
      case "when":
        advance()
        watching.condition = try expression()
      case "every":
        advance()
        watching.interval = try interval(.write("watch form.output every 1s"))
      default: return watching
      }
    }
    return watching
  }

  /// Parses one of a few words, such as the forms of a watch.
  private mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ what: Message, none: (String) -> Message
  ) throws(Diagnostic) -> (Choice, Span) {
    let names = Choice.allCases.map(\.rawValue)
    guard case .name(let name) = current.kind else {
      throw unexpected(what, help: Suggestion.list(names))
    }
    guard let choice = Choice(rawValue: name) else {
      throw Diagnostic(
        .unexpected, none(name.clipped(to: 40)), at: current.span,
        Suggestion(for: name, among: names))
    }
    return (choice, advance().span)
  }

  /// Parses the number of steps; the default is 1.
  mutating func count() throws(Diagnostic) -> Int {
    guard case .int(let count) = current.kind else {
      guard current.kind == .separator || current.kind == .end else {
        throw unexpected(.aNumber, help: .oneStepOrThree)
      }
      return 1
    }
    let span = advance().span
    guard count > 0 else {
      throw Diagnostic(.unexpected, .numberFromOne, at: span, help: .oneStepOrThree)
    }
    return min(count, Timeline.limit * 2)
  }

  mutating func wait() throws(Diagnostic) -> VerbStatement {
    if at("#") || current.kind == .name("all") {
      let (selection, limit) = (try selection(.write("wait #1", "wait all")), try limit())
      return VerbStatement { session, span throws(Diagnostic) in
        try await session.waiting.wait(for: selection, within: limit, at: span)
      }
    }
    guard current.kind == .name("until") else {
      let duration = try duration(.write("wait 2s", "wait until form.canClear", "wait #1"))
      return VerbStatement { session, span throws(Diagnostic) in
        try await session.waiting.wait(duration, at: span)
      }
    }
    advance()
    let condition = try expression()
    let limit = try limit()
    return VerbStatement(condition) { session, _ throws(Diagnostic) in
      try await session.waiting.wait(until: condition, within: limit)
    }
  }

  /// Parses a time limit such as `within 2s`; `nil` if there is none.
  private mutating func limit() throws(Diagnostic) -> Duration? {
    try duration(after: "within", .write("expect form.isValid within 2s"))
  }

  private mutating func duration(
    after word: String, _ help: Message
  ) throws(Diagnostic) -> Duration? {
    guard current.kind == .name(word) else { return nil }
    advance()
    return word == "every" ? try interval(help) : try duration(help)
  }

  /// A duration between two times of something: no time at all would be no interval.
  private mutating func interval(_ help: Message) throws(Diagnostic) -> Duration {
    let span = current.span
    let interval = try duration(help)
    guard interval > .zero else {
      throw Diagnostic(.badNumber, .noInterval, at: span, help: help)
    }
    return interval
  }

  mutating func duration(_ help: Message) throws(Diagnostic) -> Duration {
    guard case .duration(let duration) = current.kind else {
      throw unexpected(.aDuration, help: help)
    }
    advance()
    return duration
  }

  /// Parses the paths after `watch`; `watch` alone has none, and lists the watches.
  private mutating func targets() throws(Diagnostic) -> [Expression] {
    var targets: [Expression] = []
    guard current.kind != .separator, current.kind != .end else { return targets }
    repeat {
      if !targets.isEmpty { skipLineBreaks() }
      targets.append(try postfix())
    } while accept(",")
    return targets
  }

  mutating func selection(_ help: Message) throws(Diagnostic) -> Selection {
    switch current.kind {
    case .name("all"):
      advance()
      return .all
    case .symbol("#"):
      let start = advance().span
      guard case .int(let number) = current.kind else { throw unexpected(.numberOfThing) }
      return .number(number, start.joined(advance().span))
    case .int(let number):
      throw Diagnostic(
        .unexpected, .numbersHaveASign, at: current.span, replacement: "#\(number)")
    case .separator, .end:
      throw Diagnostic(.unexpected, .sayWhatEnds, at: current.span, help: help)
    default:
      return .target(try postfix())
    }
  }

  /// Parses a binding after its first side: the arrow, the second side, and the converter.
  mutating func linking(from first: Expression) throws(Diagnostic) -> Linking {
    let isTwoWay = at("<->")
    guard accept("<->") || accept("->") else {
      throw unexpected(.anArrow, help: .writeBinding)
    }
    var linking = Linking(first: first, second: try postfix(), isTwoWay: isTwoWay)
    if current.kind == .name("via") {
      advance()
      linking.converter = try choice(.aConverter, none: Message.noConverter)
    }
    return linking
  }

  /// Parses `bind`, which alone lists the bindings.
  mutating func bind() throws(Diagnostic) -> VerbStatement {
    if current.kind == .separator || current.kind == .end {
      return VerbStatement { session, _ in session.links.list() }
    }
    let linking = try linking(from: try postfix())
    let (first, isTwoWay) = (linking.first, linking.isTwoWay)
    var statement = VerbStatement(first, linking.second) {
      [linking] session, span throws(Diagnostic) in
      try await session.links.bind(linking, at: span)
    }
    statement.goingIntoSecrets = { [linking] redaction in
      linking.second.namesSecret(redaction)
        || isTwoWay && first.namesSecret(redaction) ? [first, linking.second] : []
    }
    return statement
  }

  /// Parses the arguments of `:marbles`: paths, with or without commas, and the duration of a column.
  static func marbles(_ text: String) throws(Diagnostic) -> ([Expression], step: Duration?) {
    var parser = Parser(Lexer(text))
    var targets: [Expression] = []
    while parser.current.kind != .end, parser.current.kind != .name("every") {
      targets.append(try parser.postfix())
      _ = parser.accept(",")
    }
    let step = try parser.duration(after: "every", .write(":marbles form.phone every 100ms"))
    guard parser.current.kind == .end, !targets.isEmpty else {
      throw Diagnostic(.unexpected, .sayWhoseMarbles, at: parser.current.span, help: .writeMarbles)
    }
    return (targets, step)
  }
}
