import Models
import ViewModels

// The parts of a statement that reveal a secret; see ``Redaction``.

extension Expression {
  var literalText: String? {
    if case .literal(.string(let text)) = kind { text } else { nil }
  }

  /// Whether the expression is a string literal.
  private var isText: Bool {
    switch kind {
    case .literal(.string), .interpolated: true
    default: false
    }
  }

  /// Whether the expression contains a string literal.
  fileprivate var hasText: Bool { isText || kind.contains(where: \.hasText) }

  /// The text of a literal; for a number its digits, and for an interpolated string the parts between the values.
  private var ownTexts: [String] {
    switch kind {
    case .literal(.string(let text)): [text]
    case .literal(.int(let number)): ["\(number)"]
    case .literal(.double(let number)):
      // It may have been typed as a whole number.
      ["\(number)"] + (Int(exactly: number).map { ["\($0)"] } ?? [])
    case .interpolated(let parts):
      parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
    default: []
    }
  }

  /// The literals in the expression, without keys; a number only if it is the whole expression, because elsewhere it
  /// may be a count.
  var literalTexts: [String] { ownTexts + values.flatMap(\.innerTexts) }

  /// The secrets inside the texts of the expression, such as a token in an address.
  var secretsInside: [String] {
    (isText ? ownTexts.flatMap(\.secretsInside) : []) + kind.flatMap(\.secretsInside)
  }

  private var values: [Expression] {
    if case .dictionary(let pairs) = kind { pairs.map(\.value) } else { kind.children }
  }

  private var innerTexts: [String] {
    switch kind {
    case .literal(.int), .literal(.double): []
    default: literalTexts
    }
  }

  /// Returns the places where a known secret is typed, with their masks.
  func literals(_ redaction: Redaction) -> [Masking] {
    leaves { leaf in
      leaf.ownNames.contains(where: redaction.isSecretWord)
        || (leaf.ownTexts + leaf.roundedTexts).contains { redaction.isTold(by: $0) }
    }
  }

  /// The whole numbers that may have been typed for a `Double` beyond 2^53, which rounds up to 2049 of them to one value.
  private var roundedTexts: [String] {
    guard case .literal(.double(let number)) = kind, (0x1p53...0x1p63).contains(number.magnitude)
    else { return [] }
    let middle = Int(exactly: number) ?? .max
    let reach = Int(number.ulp) / 2
    let last = middle > .max - reach ? .max : middle + reach
    return (max(middle, .min + reach) - reach...last).map { "\($0)" }
  }

  /// Returns the outermost parts that meet a condition, each masked as a text or a number.
  private func leaves(_ tells: (Expression) -> Bool) -> [Masking] {
    guard !tells(self) else {
      switch kind {
      case .literal(.int): return [Masking(span, "(\(Redaction.mask(of: .int)))")]
      case .literal(.double): return [Masking(span, "(\(Redaction.mask(of: .double)))")]
      default: return [Masking(span)]
      }
    }
    return kind.flatMap { $0.leaves(tells) }
  }

  /// Returns the values that are secrets in a call or dictionary, by their label, their key or the key of a store, and
  /// the values that are compared with secret places.
  fileprivate func valuesUnderSecretNames(_ redaction: Redaction) -> [Expression] {
    switch kind {
    case .call, .dictionary:
      return named(redaction).flatMap {
        $0.isSecret ? [$0.value] : $0.value.valuesUnderSecretNames(redaction)
      }
    case .binary("==", let left, let right), .binary("!=", let left, let right):
      return (redaction.isSecretOrNear(left) ? [right] : [])
        + (redaction.isSecretOrNear(right) ? [left] : [])
    default: return kind.flatMap { $0.valuesUnderSecretNames(redaction) }
    }
  }

  /// Returns the arguments of a call or the values of a dictionary, and whether each is a secret by its label or key,
  /// or by the first argument, as in `store.put("token", "…")`.
  private func named(_ redaction: Redaction) -> [(value: Expression, isSecret: Bool)] {
    switch kind {
    case .call(let callee, let arguments):
      let key = callee.isMember ? arguments.first?.value.literalText : nil
      let isKept = key.map { $0.isKey && redaction.isSecretKey($0) } == true
      return arguments.enumerated().map { index, argument in
        let isLabelled = argument.label.map { redaction.isSecretLabel($0) } == true
        return (argument.value, isLabelled || isKept && index > 0)
      }
    case .dictionary(let pairs):
      return pairs.map { pair in
        (pair.value, pair.key.literalText.map { redaction.isSecretKey($0) } == true)
      }
    default: return []
    }
  }

  /// Whether the expression, or a part of it, names a secret place.
  func namesSecret(_ redaction: Redaction) -> Bool {
    redaction.isSecret(self) || kind.contains { $0.namesSecret(redaction) }
  }

  /// Whether the expression, or a part of it, names a secret place, or probably mistypes its name.
  private func namesSecretOrNear(_ redaction: Redaction) -> Bool {
    redaction.isSecretOrNear(self) || kind.contains { $0.namesSecretOrNear(redaction) }
  }

  /// Returns the typed parts of a value that is compared with a secret place or has a secret name; empty if it is only
  /// a reference or masked already.
  ///
  /// The masks keep the count and the types of the texts and numbers, and the arrays, closures and so on around them.
  /// The type is that of a value with a secret name, whose keys are names, too; it is `nil` for a compared value.
  func told(_ redaction: Redaction, as type: ValueType? = nil) -> [Masking] {
    if redaction.isReference(self) || isMasked(redaction) { return [] }
    let element = type?.element
    switch (kind, type?.present ?? .any) {
    case (.array(let elements), _):
      return elements.flatMap { $0.told(redaction, as: element) }
    case (.dictionary(let pairs), _):
      let keys = type == nil ? pairs.flatMap { $0.key.told(redaction) } : []
      return keys + pairs.flatMap { $0.value.told(redaction, as: element) }
    case (.conditional(let condition, let first, let second), _):
      return condition.leaves(\.isText) + condition.secrets(redaction)
        + [first, second].flatMap { $0.told(redaction, as: type) }
    // The names of secrets stay, so that the masked text is treated as the original was.
    case _ where namesSecret(redaction): break
    case (_, .int), (_, .double), (_, .string):
      return [Masking(span, Redaction.mask(of: type?.present ?? .any))]
    case (.binary("??", let first, let second), _):
      return [first, second].flatMap { $0.told(redaction, as: type) }
    case (_, .any) where !hasParts: return [Masking(span)]
    default: break
    }
    return leaves { $0.isText || $0.tellsAlone(redaction) }
  }

  /// The parts that make up the value: the arguments of a command or type, keys and names of files are none.
  var ownParts: [Expression] {
    guard hasOthers else { return [self] }
    return switch kind {
    case _ where isOfOthers: []
    case .element(let base, _): base.ownParts
    default: kind.flatMap(\.ownParts)
    }
  }

  /// Whether the value comes from a command, a type or a document.
  private var isOfOthers: Bool {
    switch kind {
    case .call(let callee, _):
      switch callee.kind {
      case .name(let name): Conversion(rawValue: name) == nil
      case .member(_, let name, _, _): !ValueMembers.methodNames.contains(name)
      default: true
      }
    case .decode: true
    default: false
    }
  }

  /// Whether a part of the value comes from elsewhere.
  private var hasOthers: Bool {
    let isElement = if case .element(let base, _) = kind { !base.names.isEmpty } else { false }
    return isOfOthers || isElement || kind.contains(where: \.hasOthers)
  }

  /// Returns the typed parts of a value with a secret name.
  fileprivate func namedParts(_ redaction: Redaction, as type: ValueType = .any) -> [Masking] {
    guard hasOthers else { return told(redaction, as: type) }
    return secrets(redaction)
      + ownParts.flatMap { part in part.leaves { $0.isText || $0.tellsAlone(redaction) } }
  }

  /// Whether the expression is a number of more than a few digits, or a text that was typed without quotes.
  private func tellsAlone(_ redaction: Redaction) -> Bool {
    switch kind {
    case .name(let name): redaction.isUnknown(name)
    case .literal(.int), .literal(.double): ownTexts.contains(where: Redaction.isTelling)
    default: false
    }
  }

  /// Whether the expression contains an array, a dictionary or a closure.
  private var hasParts: Bool {
    switch kind {
    case .array, .dictionary, .closure: true
    case .interpolated: false
    default: kind.contains(where: \.hasParts)
    }
  }

  /// Whether every part that may reveal a secret is masked already.
  private func isMasked(_ redaction: Redaction) -> Bool {
    hasText
      && leaves { leaf in
        leaf.isText ? leaf.literalText != Redaction.mark : leaf.tellsAlone(redaction)
      }.isEmpty
  }

  /// Returns the texts, also without quotes, beside a value computed from a secret; a text may reveal the secret, a
  /// number is a count.
  fileprivate func toldText(_ redaction: Redaction) -> [Masking] {
    leaves { leaf in
      if case .name(let name) = leaf.kind { redaction.isUnknown(name) } else { leaf.isText }
    }
  }

  /// Returns the parts that reveal a secret beside a secret place, or beside a value that was computed from one.
  fileprivate func told(beside other: Expression, _ redaction: Redaction) -> [Masking] {
    // A number beside a count tells no secret, and a mistyped name is needed to tell of it.
    if case .member(_, "count", _, _) = other.kind { return leaves(\.isText) }
    return redaction.isSecretOrNear(other) ? told(redaction) : toldText(redaction)
  }

  func secrets(_ redaction: Redaction) -> [Masking] {
    switch kind {
    case .call(let callee, let arguments):
      // The arguments reveal the secret in `form.pin.contains("12")` and `form.unlock("1234")`.
      if callee.namesSecret(redaction) {
        return arguments.flatMap { $0.value.told(beside: callee, redaction) }
          + callee.secrets(redaction)
      }
      // The part before the dot reveals the secret in `["12"].contains(form.pin)`.
      if case .member(let base, _, _, _) = callee.kind, !base.namesSecret(redaction),
        arguments.contains(where: { $0.value.namesSecret(redaction) }),
        base.hasText || base.firstName == nil && base.names.contains(where: redaction.isUnknown)
      {
        return base.told(redaction) + arguments.flatMap { $0.value.secrets(redaction) }
      }
      return callee.secrets(redaction)
        + named(redaction).flatMap { value, isSecret in
          isSecret ? value.told(redaction, as: .any) : value.secrets(redaction)
        }
    case .binary(let symbol, let left, let right) where symbol != "&&" && symbol != "||":
      if left.namesSecretOrNear(redaction) {
        return left.secrets(redaction) + right.told(beside: left, redaction)
      }
      if right.namesSecretOrNear(redaction) {
        return left.told(beside: right, redaction) + right.secrets(redaction)
      }
    case .element(let base, let index) where index.namesSecret(redaction) && base.hasText:
      return base.toldText(redaction) + index.secrets(redaction)
    case .dictionary:
      return named(redaction).flatMap { value, isSecret in
        isSecret ? value.told(redaction, as: .any) : value.secrets(redaction)
      }
    case _ where isText && ownTexts.contains { !$0.secretsInside.isEmpty }: return [Masking(span)]
    default: break
    }
    return kind.flatMap { $0.secrets(redaction) }
  }
}

extension Statement.Kind {
  /// The name that the statement sets, and the expression of its value.
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

  /// Returns the places where a known secret is typed, with their masks.
  func literals(_ redaction: Redaction) -> [Masking] {
    let type: Statement.TypeName? =
      if case .declaration(_, _, let type, _) = self { type } else { nil }
    let names = type?.names.filter { redaction.isSecretWord($0.name) } ?? []
    return expressions.flatMap { $0.literals(redaction) } + names.map { Masking($0.span) }
  }

  var expressions: [Expression] {
    switch self {
    case .declaration(_, _, _, let value), .derived(_, let value), .help(let value): [value]
    case .assignment(let target, _, let value): [target, value]
    case .expression(let value, let output):
      [value] + output.filters.compactMap(\.argument) + [output.file?.name].compactMap(\.self)
    case .verb(let statement): statement.expressions
    case .meta: []
    }
  }

  /// Returns the expressions whose values are secrets, because they go into a secret place or have a secret name.
  func secretValues(_ redaction: Redaction) -> [Expression] {
    let under = expressions.flatMap { $0.valuesUnderSecretNames(redaction) }
    let named = passwordThatIsNamed(redaction).map(\.ownParts) ?? []
    return goingIntoSecrets(redaction) + under + named
  }

  /// Returns the value that is assigned to a variable with the name of a secret.
  private func passwordThatIsNamed(_ redaction: Redaction) -> Expression? {
    guard let (name, value) = naming, !value.namesSecret(redaction) else { return nil }
    // The texts beside the values that a derived value reads are words for them, such as a hint.
    if case .derived = self, !value.names.isEmpty { return nil }
    let tells =
      value.hasText
      || !Redaction.isAmount(name)
        && (value.literalTexts.contains(where: Redaction.isTelling)
          || value.names.contains(where: redaction.isUnknown))
    return redaction.names.contains(name) || tells && redaction.isSecretLabel(name) ? value : nil
  }

  /// Whether the statement uses the mask of a secret as a value; an assignment to a secret place does not, because it
  /// leaves the place unchanged and reports that.
  func takesMask(_ redaction: Redaction) -> Bool {
    if case .assignment(let target, _, _) = self, redaction.isSecretTarget(target) { return false }
    return expressions.contains { $0.literalTexts.contains(Redaction.mark) }
  }

  /// Whether the statement assigns the mask of a secret to a secret place, which then stays unchanged.
  func leavesSecret(_ redaction: Redaction) -> Bool {
    guard case .assignment(let target, _, let value) = self else { return false }
    return redaction.isSecretTarget(target) && value.literalTexts == [Redaction.mark]
  }

  /// The name that the statement declares.
  var declaredName: String? {
    switch self {
    case .declaration(let name, _, _, _), .derived(let name, _): name
    default: nil
    }
  }

  /// Returns the name that the statement gives to a secret.
  func namedSecret(_ redaction: Redaction) -> String? {
    naming.flatMap { $0.value.namesSecret(redaction) ? $0.name : nil }
  }

  /// Returns the expressions whose values go into secret places.
  func goingIntoSecrets(_ redaction: Redaction) -> [Expression] {
    switch self {
    case .assignment(let target, _, let value): redaction.isSecretTarget(target) ? [value] : []
    case .verb(let statement): statement.goingIntoSecrets(redaction)
    default: []
    }
  }

  func secrets(_ redaction: Redaction) -> [Masking] {
    switch self {
    case .assignment(let target, _, let value):
      // A secret place of any type accepts the mask, and stays unchanged.
      let own =
        redaction.isSecretTarget(target)
        ? redaction.isReference(value) ? [] : [Masking(value.span)]
        : passwordThatIsNamed(redaction)?.namedParts(redaction) ?? value.secrets(redaction)
      return target.secrets(redaction) + own
    case .declaration(let name, _, let type, let value):
      // A value whose name goes into a secret place later is a secret in its declaration, too.
      let type = type?.type ?? .any
      return redaction.isGiven(name)
        ? value.told(redaction, as: type)
        : passwordThatIsNamed(redaction)?.namedParts(redaction, as: type)
          ?? value.secrets(redaction)
    case .derived(_, let value):
      return passwordThatIsNamed(redaction)?.namedParts(redaction) ?? value.secrets(redaction)
    case .help(let value): return value.secrets(redaction)
    case .expression(let value, let output):
      let isCompared =
        value.hasText && !value.namesSecret(redaction)
        && output.filters.contains { $0.argument?.namesSecret(redaction) == true }
      return (isCompared ? value.told(redaction) : value.secrets(redaction))
        + output.filters.flatMap { filter in
          guard let argument = filter.argument else { return [Masking]() }
          return value.namesSecret(redaction)
            ? argument.told(beside: value, redaction) : argument.secrets(redaction)
        }
    case .verb(let statement): return statement.secrets(redaction)
    case .meta: return []
    }
  }
}
