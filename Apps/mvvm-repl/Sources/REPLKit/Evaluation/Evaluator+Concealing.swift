import Bindings
import ViewModels

extension Evaluator {
  /// Makes a secret of all that has gone into a secret place: of the names and results of which it was made, and in what
  /// is kept of the session.
  func conceal(_ expression: Expression, in secretPlace: Expression) {
    let sources = expression.sources
    guard !sources.isEmpty, let value = untracked({ try? pureValue(of: secretPlace) }),
      value != .null
    else { return }
    let text = value.text
    let names = scope.conceal(sources, madeInto: text)
    scope.note(concealed: text)
    results.conceal(text)
    let redaction = Redaction(
      names: scope.secretNames, known: scope.knownNames, given: Set(names),
      text: text.isEmpty ? nil : text)
    voice.recorder.conceal(Set(names), text, redaction)
    onConceal? { statement in
      let tells = names.contains(where: statement.contains) || statement.contains(text)
      return tells ? redaction.redacted(ParsedText(statement)) : statement
    }
    host.onConceal? { entry in redaction.redacted(ParsedText(entry)) }
  }

  /// The same of what a binding hands on to a secret place.
  func concealBound(_ source: Expression, _ typed: Expression, to target: Expression) {
    guard case .member(_, let member)? = try? place(of: target), member.isSecure else { return }
    if case .member(_, let origin)? = try? place(of: source), origin.isSecure { return }
    conceal(typed, in: target)
  }
}
