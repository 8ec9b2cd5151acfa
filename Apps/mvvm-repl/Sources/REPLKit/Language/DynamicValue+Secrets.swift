import Models
import ViewModels

// The secrets in the arguments of a command; see ``Redaction``.

extension Redaction {
  /// Returns the values in secret places of a command's arguments, by their labels, by keys in them, or by the key of a
  /// store; they may be masks, or no secrets.
  func secrets(
    in arguments: [LabeledArgument], for parameters: [Parameter], isKeyed: Bool
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
    return secrets
  }
}

extension DynamicValue {
  /// Returns the values under secret names in this value.
  func secretsByName(_ isSecret: (String) -> Bool) -> [DynamicValue] {
    switch self {
    case .array(let elements): elements.flatMap { $0.secretsByName(isSecret) }
    case .object(let members):
      members.flatMap { isSecret($0.key) ? [$0.value] : $0.value.secretsByName(isSecret) }
    case .string(let text): text.secretsInside.map { .string($0) }
    default: []
    }
  }

  /// The value with `…` for each part of it that stands under the name of a secret, and may be one; for all of it if that
  /// is so of `name`.
  public func maskingSecrets(under name: String = "") -> DynamicValue {
    if isHidden(under: name) { return .string(Redaction.mark) }
    return switch self {
    case .array(let elements): .array(elements.map { $0.maskingSecrets() })
    case .object(let members):
      .object(
        Dictionary(uniqueKeysWithValues: members.map { ($0, $1.maskingSecrets(under: $0)) }))
    case .string(let text) where text.secretsInside.contains { DynamicValue.string($0).mayBeSecret }:
      .string(Redaction.mark)
    default: self
    }
  }

  /// Whether the value may be a secret by its name; amounts, such as `maxTokens`, and empty collections are none.
  private func isHidden(under name: String) -> Bool {
    guard mayBeSecret, SecretName.isSecret(name) else { return false }
    return switch self {
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    case .string: true
    default: !Redaction.isAmount(name)
    }
  }

  /// Whether the value is, or contains, what may be a secret by the name under which it stands.
  public func hasSecret(under name: String = "") -> Bool { maskingSecrets(under: name) != self }

  /// Whether the value in a secret place may be a secret.
  ///
  /// A number of fewer than four digits is none, because it may mean many other things.
  var mayBeSecret: Bool {
    switch self {
    case .null, .bool: false
    case .string(let text): !text.isEmpty && !Redaction.isMask(text)
    case .array, .object: true
    default: Redaction.isTelling(text)
    }
  }
}

extension String {
  /// The values under secret names in an address, form or document, such as `abc` in `/posts?token=abc`,
  /// `user=ann&token=abc` and `{"token": "abc"}`; also the password before the host of an address.
  var secretsInside: [String] {
    // Most texts have none of the signs that come with a secret.
    guard utf8.contains(where: { "=@{".utf8.contains($0) }) else { return [] }
    let start = firstIndex(of: "?").map { index(after: $0) }
    let items =
      start == nil && contains(where: \.isWhitespace) ? "" : self[(start ?? startIndex)...]
    let ofItems = items.split(whereSeparator: { "&;#".contains($0) }).compactMap {
      item -> String? in
      guard let equals = item.firstIndex(of: "="), SecretName.isSecret(item[..<equals]) else {
        return nil
      }
      let value = item[equals...].dropFirst()
      // A truth value or a small number is no more a secret than elsewhere.
      let isWord =
        value.count < 4 && value.allSatisfy(\.isNumber) || ["true", "false"].contains(value)
      return isWord ? nil : String(value)
    }
    // A regular expression is parsed on each use, which costs more than a statement.
    let ofUser =
      contains("@")
      ? firstMatch(of: #/://[^/?#@:\s]*:([^/?#@\s]+)@/#).map { [String($0.1)] } ?? [] : []
    guard contains("{") else { return ofItems + ofUser }
    let bytes = Array(utf8)
    let values = SecretText(bytes: bytes) { SecretName.isSecret($0) }
      .values(in: 0..<bytes.count, ofKeysOnly: true)
    let ofDocument = values.compactMap { value -> String? in
      let text = String(decoding: bytes[value.start..<value.end], as: UTF8.self)
      // The quotes of a text within a text are escaped.
      let quote = text.prefix { $0 == "\\" } + "\""
      guard text.hasPrefix(quote) else { return Redaction.isTelling(text) ? text : nil }
      let content = text.dropFirst(quote.count)
      return String(content.hasSuffix(quote) ? content.dropLast(quote.count) : content)
    }
    return ofItems + ofUser + ofDocument
  }

  /// Whether the text may be the key of a stored value, and not a path or a sentence.
  var isKey: Bool {
    allSatisfy { $0.isLetter || $0.isNumber || "_-.:".contains($0) }
  }
}
