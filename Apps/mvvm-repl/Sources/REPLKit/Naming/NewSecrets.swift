/// Names and texts that became secrets, and what they hide in texts that were kept before.
struct NewSecrets: Sendable {
  let names: Set<String>
  let texts: Set<String>
  /// The redaction by all secrets that are known now.
  private let all: Redaction
  /// The redaction by the new secrets alone, however short a text is.
  private let own: Redaction
  /// A search that costs little and finds whatever may contain one of them.
  private let search: ByteSearch

  @MainActor
  init(_ names: Set<String>, _ texts: Set<String>, in scope: SessionScope) {
    (self.names, self.texts) = (names, texts)
    search = ByteSearch(names.union(texts.flatMap(TextFinder.forms)))
    var finder = TextFinder()
    for text in texts {
      finder.insert(formsOf: text)
      finder.insert(text, .asWordAnywhere)
    }
    all = Redaction(
      names: scope.secretNames, known: scope.knownNames, given: names, texts: texts,
      finder: scope.givenAway.typed)
    own = Redaction(
      names: names, known: scope.knownNames, given: names, texts: texts, finder: finder)
  }

  /// Returns a kept text with its secrets masked; what is masked already stays so.
  func redacted(_ text: String) -> String {
    search.mayBeFound(in: text) ? all.redacted(ParsedText(text)) : text
  }

  /// Whether a text, as it was typed, contains one of the secrets or reads one of the names, so that its answer may
  /// show a secret.
  func areTold(by text: String) -> Bool {
    guard search.mayBeFound(in: text) else { return false }
    let parsed = ParsedText(text)
    let statements = (try? parsed.statements.get()) ?? []
    return statements.contains { !$0.kind.names.isDisjoint(with: names) }
      || own.redacted(parsed) != text
  }
}

extension Statement.Kind {
  /// The names that the statement reads or declares, also in the argument of a tool command.
  fileprivate var names: Set<String> {
    if case .meta(_, let argument) = self {
      return (try? Parser.parse(argument))?.reduce(into: []) { $0.formUnion($1.kind.names) } ?? []
    }
    return expressions.reduce(into: Set([declaredName].compactMap(\.self))) {
      $0.formUnion($1.names)
    }
  }
}
