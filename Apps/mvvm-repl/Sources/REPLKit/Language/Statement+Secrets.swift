// The parts of a statement that tell a secret: see ``Redaction``.

extension Expression {
  var literalText: String? {
    if case .literal(.string(let text)) = kind { text } else { nil }
  }

  /// Whether a text stands in it that a person has made up.
  fileprivate var hasText: Bool {
    switch kind {
    case .literal(.string), .interpolated: true
    default: kind.children.contains(where: \.hasText)
    }
  }

  /// The places where one of some texts, or a number with its digits, is typed as it is.
  fileprivate func literals(of texts: Set<String>) -> [Span] {
    let isText =
      switch kind {
      case .literal(.string(let own)): texts.contains(own)
      case .literal(.int(let number)): texts.contains("\(number)")
      case .literal(.double(let number)): texts.contains("\(number)")
      default: false
      }
    return isText ? [span] : kind.children.flatMap { $0.literals(of: texts) }
  }

  func contains(_ isSecret: (Expression) -> Bool) -> Bool {
    isSecret(self) || kind.children.contains { $0.contains(isSecret) }
  }

  /// The place of a value that goes into a secret place or is compared with one, when it is typed there.
  func told(_ redaction: Redaction) -> [Span] {
    redaction.isReference(self) ? [] : [span]
  }

  /// The texts beside something that was made of a secret: a text may tell it, a number is a count.
  fileprivate var toldText: [Span] {
    guard hasText else { return [] }
    if case .binary(_, let left, let right) = kind { return left.toldText + right.toldText }
    if case .conditional = kind { return kind.children.flatMap(\.toldText) }
    return [span]
  }

  /// The places beside a secret place, or beside something that was made of one.
  fileprivate func told(beside other: Expression, _ redaction: Redaction) -> [Span] {
    redaction.isSecret(other) ? told(redaction) : toldText
  }

  func secrets(_ redaction: Redaction) -> [Span] {
    let isSecret = redaction.isSecret
    switch kind {
    case .call(let callee, let arguments):
      // Of `form.pin.contains("12")` and `form.unlock("1234")` the arguments tell.
      if callee.contains(isSecret) {
        return arguments.flatMap { $0.value.told(beside: callee, redaction) }
          + callee.secrets(redaction)
      }
      // Of `["12"].contains(form.pin)` what is before the dot.
      if case .member(let base, _, _, _) = callee.kind, !base.contains(isSecret),
        arguments.contains(where: { $0.value.contains(isSecret) }), base.hasText
      {
        return base.told(redaction) + arguments.flatMap { $0.value.secrets(redaction) }
      }
      return callee.secrets(redaction)
        + arguments.flatMap { argument in
          let label = argument.label.map { Expression(kind: .name($0), span: argument.value.span) }
          return label.map(isSecret) == true
            ? argument.value.told(redaction) : argument.value.secrets(redaction)
        }
    case .binary(let symbol, let left, let right) where symbol != "&&" && symbol != "||":
      if left.contains(isSecret) {
        return left.secrets(redaction) + right.told(beside: left, redaction)
      }
      if right.contains(isSecret) {
        return left.told(beside: right, redaction) + right.secrets(redaction)
      }
    case .element(let base, let index) where index.contains(isSecret) && base.hasText:
      return base.told(redaction) + index.secrets(redaction)
    case .dictionary(let pairs):
      return pairs.flatMap { pair in
        let key = pair.key.literalText.map { Expression(kind: .name($0), span: pair.key.span) }
        return key.map(isSecret) == true
          ? pair.value.told(redaction) : pair.value.secrets(redaction)
      }
    default: break
    }
    return kind.children.flatMap { $0.secrets(redaction) }
  }
}

extension Statement.Kind {
  /// The name that it gives, and the expression that tells what to.
  var naming: (name: String, value: Expression)? {
    switch self {
    case .declaration(let name, _, _, let value), .derived(let name, let value):
      return (name, value)
    case .assignment(let target, _, let value):
      if case .name(let name) = target.kind { return (name, value) }
      return nil
    default: return nil
    }
  }

  /// The places where one of some texts is typed as it is.
  func literals(of texts: Set<String>) -> [Span] {
    let expressions: [Expression] =
      switch self {
      case .declaration(_, _, _, let value), .derived(_, let value), .help(let value): [value]
      case .assignment(let target, _, let value): [target, value]
      case .expression(let value, let output): [value] + output.filters.compactMap(\.argument)
      case .verb(let statement): statement.expressions
      case .meta: []
      }
    return expressions.flatMap { $0.literals(of: texts) }
  }

  /// The name that it declares.
  var declaredName: String? {
    switch self {
    case .declaration(let name, _, _, _), .derived(let name, _): name
    default: nil
    }
  }

  /// The name that is given to a secret.
  func namedSecret(_ redaction: Redaction) -> String? {
    naming.flatMap { $0.value.contains(redaction.isSecret) ? $0.name : nil }
  }

  /// The expressions whose values go into secret places.
  func goingIntoSecrets(_ redaction: Redaction) -> [Expression] {
    switch self {
    case .assignment(let target, _, let value): redaction.isSecretTarget(target) ? [value] : []
    case .verb(let statement): statement.goingIntoSecrets(redaction)
    default: []
    }
  }

  func secrets(_ redaction: Redaction) -> [Span] {
    switch self {
    case .assignment(let target, _, let value):
      let own =
        redaction.isSecretTarget(target) ? value.told(redaction) : value.secrets(redaction)
      return target.secrets(redaction) + own
    case .declaration(let name, _, _, let value):
      // A password that is given its name first is one already.
      let isPassword = redaction.names.contains(name) && value.names.isEmpty
      return redaction.isGiven(name) || isPassword
        ? value.told(redaction) : value.secrets(redaction)
    case .derived(_, let value), .help(let value): return value.secrets(redaction)
    case .expression(let value, let output):
      let isCompared =
        value.hasText && !value.contains(redaction.isSecret)
        && output.filters.contains { $0.argument?.contains(redaction.isSecret) == true }
      return (isCompared ? value.told(redaction) : value.secrets(redaction))
        + output.filters.flatMap { filter in
          guard let argument = filter.argument else { return [Span]() }
          return value.contains(redaction.isSecret)
            ? argument.told(beside: value, redaction) : argument.secrets(redaction)
        }
    case .verb(let statement): return statement.secrets(redaction)
    case .meta: return []
    }
  }
}
