/// Finds what of a text must not be kept: what is typed into secret places, or beside what comes from
/// them.
///
/// A place is secret by the name of its member, whatever stands before the dot: so it is found in the
/// first entry, behind `_` and in a text whose view-models do not exist yet.
struct Redaction {
  /// The names of secure members, and of variables that hold secrets.
  private(set) var names: Set<String>
  /// The names whose values go into secret places: their declarations hold secrets.
  private var given: Set<String> = []
  /// The names that stand for something: any other one that is put into a secret place is the secret
  /// itself, whose quotes were forgotten.
  private var known: Set<String>

  /// Knows the names of secure members, and all names that stand for something.
  init(names: Set<String>, known: some Sequence<String> = []) {
    self.names = names
    self.known = Set(known)
  }

  /// Learns from a text which of its own names hold secrets.
  mutating func learn(from statements: [Statement]) {
    guard !names.isEmpty else { return }
    for statement in statements {
      switch statement.kind {
      case .declaration(let name, _, _, _), .derived(let name, _): known.insert(name)
      default: break
      }
      if let name = statement.kind.namedSecret(isSecret) { names.insert(name) }
    }
    for statement in statements {
      for expression in statement.kind.goingIntoSecrets(isSecret) {
        given.formUnion(expression.names)
      }
    }
  }

  /// A text as it may be kept.
  ///
  /// - Returns: An empty text when nothing of it may be.
  func redacted(_ text: String) -> String {
    guard names.contains(where: text.contains) else { return text }
    // What cannot be read cannot be redacted.
    guard let statements = try? Parser.parse(text) else { return "" }
    var redaction = self
    redaction.learn(from: statements)
    return Self.text(text, without: statements.flatMap { redaction.spans(of: $0, in: text) })
  }

  /// The places in a text of what must not be kept of one of its statements.
  func spans(of statement: Statement, in text: String) -> [Span] {
    guard !names.isEmpty else { return [] }
    if case .meta(_, let argument) = statement.kind {
      return span(inMeta: argument, of: statement, text).map { [$0] } ?? []
    }
    return statement.kind.secrets(isSecret, given) + unquoted(in: statement.kind)
  }

  private func unquoted(in kind: Statement.Kind) -> [Span] {
    switch kind {
    case .whatIf(let inner): return unquoted(in: inner)
    case .assignment(let target, _, let value)
    where target.contains(isSecret) && !value.hasLiteral && !value.contains(isSecret):
      return value.names.isSubset(of: known) ? [] : [value.span]
    default: return []
    }
  }

  /// A text without what stands in some places of it.
  static func text(_ text: String, without spans: [Span]) -> String {
    guard !spans.isEmpty else { return text }
    var bytes = Array(text.utf8)
    var start = bytes.count
    for span in spans.sorted(by: { ($0.start, $0.end) > ($1.start, $1.end) })
    where span.end <= start {
      bytes.replaceSubrange(span.start..<span.end, with: "\"…\"".utf8)
      start = span.start
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether an expression names a secret place.
  private func isSecret(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name(let name), .member(_, let name, _, _): names.contains(name)
    case .element(let base, let index):
      isSecret(base) || index.literalText.map(names.contains) == true
    default: false
    }
  }

  /// A word of the tool takes what stands behind it as it is: from the first quote on nothing is kept.
  private func span(inMeta argument: String, of statement: Statement, _ text: String) -> Span? {
    guard names.contains(where: argument.contains), argument.contains("\"") else { return nil }
    let bytes = Array(text.utf8)
    let quote = bytes[statement.span.start..<min(statement.span.end, bytes.count)]
      .firstIndex(of: UInt8(ascii: "\""))
    return quote.map { Span($0, statement.span.end) }
  }
}

extension Expression {
  fileprivate var literalText: String? {
    if case .literal(.string(let text)) = kind { text } else { nil }
  }

  /// Whether something stands in it that a person has made up.
  fileprivate var hasLiteral: Bool {
    switch kind {
    case .literal(.string), .literal(.int), .literal(.double), .interpolated: true
    default: kind.children.contains(where: \.hasLiteral)
    }
  }

  fileprivate func contains(_ isSecret: (Expression) -> Bool) -> Bool {
    isSecret(self) || kind.children.contains { $0.contains(isSecret) }
  }

  /// What goes into a secret place: its own place when it is typed there.
  fileprivate var told: [Span] { hasLiteral ? [span] : [] }

  fileprivate func secrets(_ isSecret: (Expression) -> Bool) -> [Span] {
    switch kind {
    case .call(let callee, let arguments):
      // Of `form.pin.contains("12")` and `form.unlock("1234")` the arguments tell.
      if callee.contains(isSecret) {
        return arguments.flatMap(\.value.told) + callee.secrets(isSecret)
      }
      return callee.secrets(isSecret)
        + arguments.flatMap { argument in
          let label = argument.label.map { Expression(kind: .name($0), span: argument.value.span) }
          return label.map(isSecret) == true
            ? argument.value.told : argument.value.secrets(isSecret)
        }
    case .binary(let symbol, let left, let right) where symbol != "&&" && symbol != "||":
      if left.contains(isSecret) { return left.secrets(isSecret) + right.told }
      if right.contains(isSecret) { return left.told + right.secrets(isSecret) }
    case .dictionary(let pairs):
      return pairs.flatMap { pair in
        let key = pair.key.literalText.map { Expression(kind: .name($0), span: pair.key.span) }
        return key.map(isSecret) == true ? pair.value.told : pair.value.secrets(isSecret)
      }
    default: break
    }
    return kind.children.flatMap { $0.secrets(isSecret) }
  }
}

extension Statement.Kind {
  /// The name that is given to a secret.
  fileprivate func namedSecret(_ isSecret: (Expression) -> Bool) -> String? {
    switch self {
    case .declaration(let name, _, _, let value), .derived(let name, let value):
      return value.contains(isSecret) ? name : nil
    case .assignment(let target, _, let value):
      if case .name(let name) = target.kind { return value.contains(isSecret) ? name : nil }
      return nil
    default: return nil
    }
  }

  /// The expressions whose values go into secret places.
  fileprivate func goingIntoSecrets(_ isSecret: (Expression) -> Bool) -> [Expression] {
    switch self {
    case .assignment(let target, _, let value): target.contains(isSecret) ? [value] : []
    case .whatIf(let inner): inner.goingIntoSecrets(isSecret)
    case .bind(let linking?):
      linking.second.contains(isSecret) || linking.isTwoWay && linking.first.contains(isSecret)
        ? [linking.first, linking.second] : []
    default: []
    }
  }

  fileprivate func secrets(
    _ isSecret: (Expression) -> Bool, _ given: Set<String>
  ) -> [Span] {
    switch self {
    case .assignment(let target, _, let value):
      let own = target.contains(isSecret) ? value.told : value.secrets(isSecret)
      return target.secrets(isSecret) + own
    case .whatIf(let inner): return inner.secrets(isSecret, given)
    case .expectEvents(let target, let value, _), .expectMarbles(let target, let value, _):
      return target.contains(isSecret) ? value.told : value.secrets(isSecret)
    case .declaration(let name, _, _, let value):
      return given.contains(name) ? value.told : value.secrets(isSecret)
    case .derived(_, let value), .expect(let value, _), .waitUntil(let value, _),
      .why(let value, _), .help(let value):
      return value.secrets(isSecret)
    case .expression(let value, let output):
      return value.secrets(isSecret)
        + output.filters.flatMap { filter in
          guard let argument = filter.argument else { return [Span]() }
          return value.contains(isSecret) ? argument.told : argument.secrets(isSecret)
        }
    case .watch(let watching):
      return watching.targets.flatMap { $0.secrets(isSecret) }
        + (watching.condition?.secrets(isSecret) ?? [])
    case .bind(let linking?):
      return linking.first.secrets(isSecret) + linking.second.secrets(isSecret)
    case .meta, .unwatch, .bind(nil), .unbind, .advance, .wait, .waitForJob, .undo, .redo: return []
    }
  }
}
