import Bindings
import ViewModels

extension Evaluator {
  /// Makes a secret of all that has gone into a secret place: of the names and results of which it was made, and
  /// in what is kept of the session.
  ///
  /// - Complexity: O(*n*) in the statements for names and texts that were no secrets before; for others in those
  ///   that were added since.
  func conceal(_ expression: Expression, in secretPlace: Expression) {
    guard let value = untracked({ try? pureValue(of: secretPlace) }), value != .null else { return }
    let typed = scope.givenAway.noteTyped([value])
    let sources = sources(of: expression)
    guard !sources.isEmpty else { return typed.isEmpty ? () : keepOut([], typed, isNew: true) }
    let text = value.text
    let origins = scope.origins(of: sources) { results.origins(of: $0) }
    // A member from which it came has no name of its own, but its value is known.
    if origins.contains(where: { scope[$0]?.viewModel != nil }) {
      let bodies = origins.compactMap { scope.derivations[$0]?.body }
      let values = ([expression] + bodies).flatMap(memberValues) + [value]
      scope.givenAway.note(
        values.filter { $0.tells(text) && Redaction.isTelling($0.text) }, toldBy: [])
    }
    let ofNames = scope.texts(of: origins, thatTell: text)
    var texts = results.conceal(text, madeOf: origins, beside: ofNames)
    let ofResults = origins.contains { $0.hasPrefix("$") } ? texts.union([text]) : []
    let names = Set(scope.conceal(origins, madeInto: text, beside: ofResults))
    if !text.isEmpty { texts.insert(text) }
    for text in ofNames where Redaction.isTelling(text) { scope.concealed.insert(text) }
    let isNew = texts.reduce(!names.isEmpty) { scope.concealed.insert($1) || $0 }
    keepOut(names, texts.union(typed), isNew: isNew || !typed.isEmpty)
  }

  /// Takes note of what was typed into a secret place, so that it is not kept where it is typed elsewhere.
  func noteTyped(_ values: [DynamicValue]) {
    let new = scope.givenAway.noteTyped(values)
    if !new.isEmpty { keepOut([], new, isNew: true) }
  }

  /// Takes note of secrets before a view-model is given them.
  func giveAway(_ secrets: [DynamicValue], to viewModel: any ViewModel) {
    scope.give(away: secrets, to: viewModel)
    noteTyped(secrets)
  }

  /// Keeps secrets out of all that is kept of the session: names whose values are some, and texts.
  private func keepOut(_ names: Set<String>, _ texts: Set<String>, isNew: Bool) {
    let redaction = Redaction(
      names: scope.secretNames, known: scope.knownNames, given: names, texts: texts,
      finder: scope.givenAway.typed)
    let hasChanged = voice.recorder.conceal(names, texts, redaction)
    guard isNew || hasChanged || !voice.recorder.isOn else { return }
    let tells = ByteSearch(names.union(texts))
    let redact = { @Sendable (entry: String) in
      tells.isFound(in: entry) ? redaction.redacted(ParsedText(entry)) : entry
    }
    onConceal?(redact)
    voice.onConceal?(isNew, redact)
    host.onConceal?(redact)
  }

  /// The values of members of view-models, and the elements of such values, of which an expression is made.
  private func memberValues(in expression: Expression) -> [DynamicValue] {
    untracked {
      switch expression.kind {
      case .member, .element:
        if case .element(let base, _) = expression.kind, case .member? = try? place(of: base) {
          return (try? pureValue(of: expression)).map { [$0] } ?? []
        }
        if let place = try? place(of: expression), case .member = place,
          let value = try? value(try read(place, at: expression.span), of: expression)
        {
          return [value]
        }
        fallthrough
      default: return expression.kind.children.flatMap(memberValues)
      }
    }
  }

  /// Makes a secret of what a binding hands on to a secret place now.
  func concealBound(_ source: Expression, _ typed: Expression, to target: Expression) {
    guard case .member(_, let member)? = try? place(of: target), member.isSecure else { return }
    if case .member(_, let origin)? = try? place(of: source), origin.isSecure { return }
    conceal(typed, in: target)
  }

  /// Makes a secret of what a binding hands on to a secret place, now and as long as the subscription is kept.
  func concealingBound(
    _ source: Expression, _ typed: Expression, to target: Expression
  ) -> Subscription? {
    guard case .member(_, let member)? = try? place(of: target), member.isSecure else { return nil }
    let observer = observe(label: "secrets") { [weak self] in
      guard let self, (try? pure(target)) != nil else { return }
      untracked { self.concealBound(source, typed, to: target) }
    }
    scope.givenAway.own(observer)
    return observer
  }
}
