import Bindings
import ViewModels

extension Evaluator {
  /// Makes a secret of all that has gone into a secret place: of the names and results of which it was made, and
  /// in what is kept of the session.
  ///
  /// - Complexity: O(*n*) in the statements for names and texts that were no secrets before; for others in those
  ///   that were added since.
  func conceal(_ expression: Expression, in secretPlace: Expression) {
    let sources = sources(of: expression)
    guard !sources.isEmpty, let value = untracked({ try? pureValue(of: secretPlace) }),
      value != .null
    else { return }
    let text = value.text
    let origins = scope.origins(of: sources, results.origins)
    let ofNames = scope.texts(of: origins, thatTell: text)
    var texts = results.conceal(text, madeOf: origins, beside: ofNames)
    let ofResults = origins.contains { $0.hasPrefix("$") } ? texts.union([text]) : []
    let names = Set(scope.conceal(origins, madeInto: text, beside: ofResults))
    if !text.isEmpty { texts.insert(text) }
    for text in ofNames where Redaction.isTelling(text) { scope.note(concealed: text) }
    let isNew = texts.reduce(!names.isEmpty) { scope.note(concealed: $1) || $0 }
    let redaction = Redaction(
      names: scope.secretNames, known: scope.knownNames, given: names, texts: texts)
    let hasChanged = voice.recorder.conceal(names, texts, redaction)
    guard isNew || hasChanged || !voice.recorder.isOn else { return }
    onConceal? { statement in
      let tells = (names.union(texts)).contains(where: statement.contains)
      return tells ? redaction.redacted(ParsedText(statement)) : statement
    }
    voice.onConceal?(isNew) { entry in redaction.redacted(ParsedText(entry)) }
    host.onConceal? { entry in redaction.redacted(ParsedText(entry)) }
  }

  /// The same of what a binding hands on to a secret place.
  func concealBound(_ source: Expression, _ typed: Expression, to target: Expression) {
    guard case .member(_, let member)? = try? place(of: target), member.isSecure else { return }
    if case .member(_, let origin)? = try? place(of: source), origin.isSecure { return }
    conceal(typed, in: target)
  }
}
