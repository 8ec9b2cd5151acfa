import Models
import ViewModels

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

  /// The text of a literal, of a number its digits; of a text with values in it the parts between them.
  private var ownTexts: [String] {
    switch kind {
    case .literal(.string(let text)): [text]
    case .literal(.int(let number)): ["\(number)"]
    case .literal(.double(let number)): ["\(number)"]
    case .interpolated(let parts):
      parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
    default: []
    }
  }

  /// The texts that are typed in it; numbers only where they stand alone, for within something else they may count.
  var literalTexts: [String] { ownTexts + kind.children.flatMap(\.innerTexts) }

  private var innerTexts: [String] {
    switch kind {
    case .literal(.int), .literal(.double): []
    default: ownTexts + kind.children.flatMap(\.innerTexts)
    }
  }

  /// The places where a known secret is typed.
  func literals(_ redaction: Redaction) -> [Span] {
    if case .name(let name) = kind, redaction.isSecretWord(name) { return [span] }
    let isTold = ownTexts.contains { redaction.isTold(by: $0) }
    return isTold
      ? [span] : kind.children.flatMap { $0.literals(redaction) }
  }

  /// The values under the names of secrets in what is handed to a command: behind a label, under a key of an object, or
  /// behind the key under which a store keeps it; and those that are compared with secret places.
  fileprivate func valuesUnderSecretNames(_ redaction: Redaction) -> [Expression] {
    switch kind {
    case .call, .dictionary:
      return named(redaction).flatMap {
        $0.isSecret ? [$0.value] : $0.value.valuesUnderSecretNames(redaction)
      }
    case .binary("==", let left, let right), .binary("!=", let left, let right):
      return (redaction.isSecretOrNear(left) ? [right] : [])
        + (redaction.isSecretOrNear(right) ? [left] : [])
    default: return kind.children.flatMap { $0.valuesUnderSecretNames(redaction) }
    }
  }

  /// The arguments of a call or the values of a dictionary, each with whether it is a secret by its label or key, or by
  /// the first argument, as in `store.put("token", "…")`.
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

  /// Whether it, or something in it, names a secret place.
  func namesSecret(_ redaction: Redaction) -> Bool {
    redaction.isSecret(self) || kind.children.contains { $0.namesSecret(redaction) }
  }

  /// Whether it, or something in it, names a secret place, or was probably meant to.
  private func namesSecretOrNear(_ redaction: Redaction) -> Bool {
    redaction.isSecretOrNear(self) || kind.children.contains { $0.namesSecretOrNear(redaction) }
  }

  /// The place of a value that goes into a secret place or is compared with one, when it is typed there.
  func told(_ redaction: Redaction) -> [Span] {
    redaction.isReference(self) ? [] : [span]
  }

  /// The same places of what is given a name: of an array its elements, so that as many are left.
  fileprivate func toldByName(_ redaction: Redaction) -> [Span] {
    guard case .array(let elements) = kind, !redaction.isReference(self) else {
      return told(redaction)
    }
    return elements.flatMap { $0.toldByName(redaction) }
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
    redaction.isSecretOrNear(other) ? told(redaction) : toldText
  }

  func secrets(_ redaction: Redaction) -> [Span] {
    switch kind {
    case .call(let callee, let arguments):
      // Of `form.pin.contains("12")` and `form.unlock("1234")` the arguments tell.
      if callee.namesSecret(redaction) {
        return arguments.flatMap { $0.value.told(beside: callee, redaction) }
          + callee.secrets(redaction)
      }
      // Of `["12"].contains(form.pin)` what is before the dot.
      if case .member(let base, _, _, _) = callee.kind, !base.namesSecret(redaction),
        arguments.contains(where: { $0.value.namesSecret(redaction) }), base.hasText
      {
        return base.told(redaction) + arguments.flatMap { $0.value.secrets(redaction) }
      }
      return callee.secrets(redaction)
        + named(redaction).flatMap { value, isSecret in
          isSecret || value.literalText?.secretsInside.isEmpty == false
            ? value.told(redaction) : value.secrets(redaction)
        }
    case .binary(let symbol, let left, let right) where symbol != "&&" && symbol != "||":
      if left.namesSecretOrNear(redaction) {
        return left.secrets(redaction) + right.told(beside: left, redaction)
      }
      if right.namesSecretOrNear(redaction) {
        return left.told(beside: right, redaction) + right.secrets(redaction)
      }
    case .element(let base, let index) where index.namesSecret(redaction) && base.hasText:
      return base.told(redaction) + index.secrets(redaction)
    case .dictionary:
      return named(redaction).flatMap { value, isSecret in
        isSecret ? value.told(redaction) : value.secrets(redaction)
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

  /// The places where a known secret is typed.
  func literals(_ redaction: Redaction) -> [Span] { expressions.flatMap { $0.literals(redaction) } }

  /// The expressions in it, in their order.
  private var expressions: [Expression] {
    switch self {
    case .declaration(_, _, _, let value), .derived(_, let value), .help(let value): [value]
    case .assignment(let target, _, let value): [target, value]
    case .expression(let value, let output): [value] + output.filters.compactMap(\.argument)
    case .verb(let statement): statement.expressions
    case .meta: []
    }
  }

  /// The expressions whose values are secrets by where they go: into a secret place, or under the name of a secret.
  func secretValues(_ redaction: Redaction) -> [Expression] {
    let under = expressions.flatMap { $0.valuesUnderSecretNames(redaction) }
    return goingIntoSecrets(redaction) + under + [passwordThatIsNamed(redaction)].compactMap(\.self)
  }

  /// The text that is given to a variable which is called as a secret is.
  private func passwordThatIsNamed(_ redaction: Redaction) -> Expression? {
    guard let (name, value) = naming, value.names.isEmpty else { return nil }
    if case .derived = self { return nil }
    let isNamed = redaction.names.contains(name)
    return isNamed || redaction.isSecretLabel(name) && value.hasText ? value : nil
  }

  /// Whether the mask of a secret is typed in it and taken as it is: a secret place stays as it is then, and tells so.
  func takesMask(_ redaction: Redaction) -> Bool {
    if case .assignment(let target, _, _) = self, redaction.isSecretTarget(target) { return false }
    return expressions.contains { $0.literalTexts.contains(Redaction.mark) }
  }

  /// Whether it assigns the mask of a secret to a secret place, which stays as it is then.
  func leavesSecret(_ redaction: Redaction) -> Bool {
    guard case .assignment(let target, _, let value) = self else { return false }
    return redaction.isSecretTarget(target) && value.literalTexts == [Redaction.mark]
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
    naming.flatMap { $0.value.namesSecret(redaction) ? $0.name : nil }
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
        redaction.isSecretTarget(target)
        ? value.told(redaction)
        : passwordThatIsNamed(redaction) != nil
          ? value.toldByName(redaction) : value.secrets(redaction)
      return target.secrets(redaction) + own
    case .declaration(let name, _, _, let value):
      // A password that is given its name first is one already.
      return redaction.isGiven(name) || passwordThatIsNamed(redaction) != nil
        ? value.toldByName(redaction) : value.secrets(redaction)
    case .derived(_, let value), .help(let value): return value.secrets(redaction)
    case .expression(let value, let output):
      let isCompared =
        value.hasText && !value.namesSecret(redaction)
        && output.filters.contains { $0.argument?.namesSecret(redaction) == true }
      return (isCompared ? value.told(redaction) : value.secrets(redaction))
        + output.filters.flatMap { filter in
          guard let argument = filter.argument else { return [Span]() }
          return value.namesSecret(redaction)
            ? argument.told(beside: value, redaction) : argument.secrets(redaction)
        }
    case .verb(let statement): return statement.secrets(redaction)
    case .meta: return []
    }
  }
}

extension Redaction {
  /// The secrets in values that a command is given: by the labels before them, by keys in them, or by the key under
  /// which a store keeps them.
  ///
  /// A number of a few digits is none, since it stands for much else.
  func secrets(
    in arguments: [Argument], for parameters: [Parameter], isKeyed: Bool
  ) -> [DynamicValue] {
    var secrets: [DynamicValue] = []
    let unlabelled = parameters.filter { $0.label == nil }
    var place = 0
    var isUnderKey = false
    for argument in arguments {
      let parameter = unlabelled.indices.contains(place) ? unlabelled[place].name : nil
      let isSecret =
        isSecretLabel(argument.label ?? parameter ?? "") || argument.label == nil && isUnderKey
      secrets += isSecret ? [argument.value] : argument.value.secretsByName(isSecretKey)
      guard argument.label == nil else { continue }
      if isKeyed, place == 0, case .string(let key) = argument.value {
        isUnderKey = key.isKey && isSecretKey(key)
      }
      place += 1
    }
    return secrets.filter(\.mayBeSecret)
  }
}

extension DynamicValue {
  /// What stands in it under the names of secrets.
  fileprivate func secretsByName(_ isSecret: (String) -> Bool) -> [DynamicValue] {
    switch self {
    case .array(let elements): elements.flatMap { $0.secretsByName(isSecret) }
    case .object(let members):
      members.flatMap { isSecret($0.key) ? [$0.value] : $0.value.secretsByName(isSecret) }
    case .string(let text): text.secretsInside.map { .string($0) }
    default: []
    }
  }

  var mayBeSecret: Bool {
    switch self {
    case .null, .bool: false
    case .string(let text): !text.isEmpty && text != Redaction.mark
    case .array, .object: true
    default: Redaction.isTelling(text)
    }
  }
}

extension String {
  /// The values under the names of secrets in an address, a form or a document: of `/posts?token=abc`, `user=ann&token=abc`
  /// and `{"token": "abc"}` it is `abc`; also the password before the host of an address.
  fileprivate var secretsInside: [String] {
    let start = firstIndex(of: "?").map { index(after: $0) }
    let items =
      start == nil && contains(where: \.isWhitespace) ? "" : self[(start ?? startIndex)...]
    let ofItems = items.split(whereSeparator: { "&;#".contains($0) }).compactMap {
      item -> String? in
      guard let equals = item.firstIndex(of: "="), SecretName.isSecret(item[..<equals]) else {
        return nil
      }
      let value = item[equals...].dropFirst()
      return value.isEmpty ? nil : String(value)
    }
    let ofUser = firstMatch(of: #/://[^/?#@:\s]*:([^/?#@\s]+)@/#).map { [String($0.1)] } ?? []
    guard contains("{") else { return ofItems + ofUser }
    let bytes = Array(utf8)
    let values = SecretText(bytes: bytes) { SecretName.isSecret($0) }
      .values(in: 0..<bytes.count, ofKeysOnly: true)
    let ofDocument = values.map { value in
      let text = String(decoding: bytes[value.start..<value.end], as: UTF8.self)
      // The quotes of a text within a text are escaped.
      let quote = text.prefix { $0 == "\\" } + "\""
      guard text.hasPrefix(quote) else { return text }
      let content = text.dropFirst(quote.count)
      return String(content.hasSuffix(quote) ? content.dropLast(quote.count) : content)
    }
    return ofItems + ofUser + ofDocument
  }

  /// Whether it may be the key of something that is kept, not a path or a sentence.
  fileprivate var isKey: Bool {
    allSatisfy { $0.isLetter || $0.isNumber || "_-.:".contains($0) }
  }
}
