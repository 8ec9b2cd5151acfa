import Bindings
import ViewModels

extension Evaluator {
  /// Marks everything that has gone into a secret place as secret: the names and results from which it was computed,
  /// and their texts in all that the session stores.
  ///
  /// - Complexity: O(*n*) in the statements for names and texts that were not secret before; for others, in the
  ///   statements that were added since.
  func conceal(_ expression: Expression, in secretPlace: Expression) {
    guard let value = untracked({ try? pureValue(of: secretPlace) }), value != .null else { return }
    let sources = sources(of: expression)
    guard !sources.isEmpty else { return noteTyped([value]) }
    let typed = scope.givenAway.noteTyped([value])
    let text = value.text
    let origins = scope.origins(of: sources) { results.origins(of: $0) }
    // A member among the sources has no name of its own, but its value is known.
    if origins.contains(where: { scope[$0]?.viewModel != nil }) {
      let bodies = origins.compactMap { scope.derivations[$0]?.body }
      let values = ([expression] + bodies).flatMap(memberValues) + [value]
      scope.givenAway.note(
        values.filter { $0.tells(text) && Redaction.isTelling($0.text) }, toldBy: [])
    }
    let made = products(of: origins, telling: text)
    let ofNames = scope.texts(of: origins, thatTell: text).union(made.values.compactMap(\.ownText))
    var texts = results.conceal(text, madeOf: origins, and: made.keys, beside: ofNames)
    let ofResults = origins.contains { $0.hasPrefix("$") } ? texts.union([text]) : []
    let names = Set(scope.conceal(origins, madeInto: text, and: made.keys, beside: ofResults))
    if !text.isEmpty { texts.insert(text) }
    for text in ofNames where Redaction.isTelling(text) { scope.concealed.insert(text) }
    let isNew = texts.reduce(!names.isEmpty) { scope.concealed.insert($1) || $0 }
    keepOut(names, texts.union(typed.texts), isNew: isNew || typed.areNew)
  }

  /// Returns the names and results that were computed from those sources of a secret that contain it, with their values.
  ///
  /// A variable counts only if its value still contains the secret.
  private func products(
    of sources: Set<String>, telling text: String
  ) -> [String: DynamicValue] {
    guard !text.isEmpty else { return [:] }
    let results = Dictionary(results.numbered.map { (Results.name($0.number), $0) }) { $1 }
    let origins = scope.origins.merging(results.mapValues(\.sources)) { $1 }
    var uses: [String: Set<String>] = [:]
    for (name, sources) in origins {
      for source in sources { uses[source, default: []].insert(name) }
    }
    func value(of name: String) -> DynamicValue? {
      results[name]?.operand.value ?? scope[name]?.value
    }
    func tells(_ name: String) -> Bool { value(of: name)?.text.contains(text) == true }
    let made = sources.filter(tells).reaching { name in
      uses[name, default: []].filter { name in
        if case .variable? = scope[name] { tells(name) } else { true }
      }
    }
    return made.subtracting(sources).reduce(into: [:]) { values, name in
      if let value = value(of: name), value.mayBeSecret { values[name] = value }
    }
  }

  /// Records values that were typed into a secret place, so that they are redacted where they are typed elsewhere.
  func noteTyped(_ values: [DynamicValue]) {
    let typed = scope.givenAway.noteTyped(values)
    // A known one may have been typed since, for example earlier in the same entry.
    keepOut([], typed.texts, isNew: typed.areNew)
  }

  /// Records secrets before they are passed to a view-model.
  func giveAway(_ secrets: [DynamicValue], to viewModel: any ViewModel) {
    scope.give(away: secrets, to: viewModel)
    noteTyped(secrets)
  }

  /// Redacts all that the session stores: names with secret values, and secret texts.
  private func keepOut(_ names: Set<String>, _ texts: Set<String>, isNew: Bool) {
    guard !names.isEmpty || !texts.isEmpty else { return }
    let secrets = NewSecrets(names, texts, in: scope)
    let hasChanged = voice.recorder.conceal(secrets)
    guard isNew || hasChanged || !voice.recorder.isOn else { return }
    let redact = { @Sendable entry in secrets.redacted(entry) }
    onConceal?(redact)
    voice.onConceal?(isNew, redact)
    host.onConceal?(redact)
  }

  /// Returns the values of members of view-models, and their elements, from which an expression is computed.
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
      default: return expression.kind.flatMap(memberValues)
      }
    }
  }

  /// Marks the value that a binding now transfers to a secret place as secret.
  func concealBound(_ source: Expression, _ typed: Expression, to target: Expression) {
    guard case .member(_, let member)? = try? place(of: target), member.isSecure else { return }
    if case .member(_, let origin)? = try? place(of: source), origin.isSecure { return }
    conceal(typed, in: target)
  }

  /// Marks the values that a binding transfers to a secret place as secret, now and while the subscription is retained.
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
