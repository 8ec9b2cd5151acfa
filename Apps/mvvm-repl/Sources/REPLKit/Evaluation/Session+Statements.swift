import Bindings
import Models
import ViewModels

extension Session {
  func command(of statement: Statement) -> ToolCommand? {
    if case .meta(let word, _) = statement.kind { host.words[word] } else { nil }
  }

  /// Whether a statement is part of a recording; some tool commands are not, and neither are settings of the host.
  func isRecorded(_ statement: Statement) -> Bool {
    guard let command = command(of: statement), case .meta(_, let argument) = statement.kind else {
      return true
    }
    guard command.argument == .setting else { return command.isRecorded(argument) }
    let name = argument.prefix { !$0.isWhitespace }
    return !name.isEmpty && !host.settings.contains { $0.name == name }
  }

  /// Runs a statement, and records it, its output and its changes.
  func traced(_ statement: Statement) async throws(Diagnostic) {
    if entry.nesting == 1 { chronicle.currentMark = nil }
    chronicle.noteMeanwhile()
    waiting.noteUnderway()
    let command = command(of: statement)
    if command?.isQuit != true { entry.isLeavingAsked = false }
    let isRecorded = isRecorded(statement)
    let (recorder, text) = (voice.recorder, evaluator.source)
    let wasListening = recorder.isListening
    recorder.isListening = isRecorded
    defer { recorder.isListening = wasListening }
    let typed = String(text.slice(statement.span))
    let hidden = entry.redaction.hidden(of: statement, in: text.text)
    if case .meta(let word, _) = statement.kind, word != "help" {
      // A tool command uses its unparsed argument and may show it, so its secrets are recorded here.
      let secrets = hidden.map { place in
        let written = String(text.slice(place.span))
        return (try? ModelDecoder().decode(DynamicValue.self, from: written)) ?? .string(written)
      }.filter { Redaction.isTelling($0.text) }
      scope.givenAway.note(secrets, toldBy: [])
      evaluator.noteTyped(secrets)
    }
    let shown = Redaction.text(
      typed, without: hidden.map { $0.moved(by: -statement.span.start) })
    if entry.nesting == 1, talks?.place == nil { host.onMark?(shown) }
    if isRecorded {
      let news = entry.nesting == 1 ? entry.takeNews() : []
      recorder.begin(
        typed, shownAs: shown, without: hidden.map { String(text.slice($0.span)) },
        in: language, clock.mode, after: news.isEmpty ? nil : waiting.statement(after: news))
    }
    if statement.mayBeginUnseen { entry.mayHaveBegun = true }
    let isStep = statement.isStep || command?.isStep == true
    evaluator.hasCut = false
    scope.computeAgain(whatIsReadBy: typed)
    try await chronicle.trace(shown, isStep: isStep, isRecorded: isRecorded) {
      () async throws(Diagnostic) in
      self.noteBegin(shown)
      try await self.execute(statement)
      guard !self.evaluator.hasCut else {
        recorder.noteInterrupted()
        throw Diagnostic(.cancelled, .computationCancelled, at: statement.span)
      }
    }
  }

  /// Lets background work run, as it does while a person types; a long text can be interrupted here, and its progress
  /// can be shown.
  func pause(before statement: Statement, isFirst: Bool) async throws(Diagnostic) {
    if !isFirst {
      // The background work that runs now does not follow from a running statement.
      chronicle.currentMark = nil
      await giveTurn()
    }
    guard !evaluator.isInterrupted else {
      throw Diagnostic(.cancelled, .restCancelled, at: statement.span)
    }
  }

  /// Lets background work run until it waits for something, as ``settle()`` does.
  ///
  /// Work that takes no time of the clock finishes, however long a busy machine takes for it. If no command has begun
  /// since the last time, no view-model is busy and all other work sleeps, only the work that waits for the main actor
  /// runs. If no command executes and nothing happens any more, there are fewer turns.
  func giveTurn() async {
    let writes = chronicle.writes
    var (seen, quiet) = (writes.count, 0)
    defer {
      (entry.beginnings, entry.runs) = (writes.beginnings, writes.runs)
      entry.mayHaveBegun = false
    }
    if !entry.mayHaveBegun, entry.beginnings == writes.beginnings, !waiting.isAwake,
      !waiting.isUnderway
    {
      var passes = entry.runs == writes.runs ? 1 : EntryProgress.passesBehindRuns
      seen = writes.count
      while passes > 0, writes.count == seen, !waiting.isAwake {
        await MainQueue.pass()
        passes -= 1
      }
      guard writes.count != seen || waiting.isAwake else { return }
    }
    for _ in 0..<EntryProgress.mostTurns {
      await clock.allAwake()
      await Task.yield()
      let isQuiet = writes.count == seen && !waiting.isAwake
      (seen, quiet) = (writes.count, isQuiet ? quiet + 1 : 0)
      if quiet == EntryProgress.mostQuietTurns { return }
    }
  }

  func execute(_ statement: Statement) async throws(Diagnostic) {
    switch statement.kind {
    case .meta(let name, let argument):
      try await meta(name, argument, at: statement.span)
    case .declaration(let name, let isConstant, let type, let value):
      try await declare(name, isConstant: isConstant, type, value)
    case .derived(let name, let body):
      try await derive(name, body)
    case .assignment(let target, let operation, let value):
      try await assign(target, operation, value)
    case .expression(let expression, let output):
      if output.isInBackground {
        try await jobs.start(expression, entry.redaction)
      } else {
        try await self.output.show(expression, output, entry.redaction)
      }
    case .help(let expression):
      try help(
        evaluator.text(of: expression), at: expression.span, from: expression.span.start)
    case .verb(let verb): try await verb.run(self, statement.span)
    }
  }

}

// MARK: - Naming

extension Session {
  private func declare(
    _ name: String, isConstant: Bool, _ type: Statement.TypeName?, _ expression: Expression
  ) async throws(Diagnostic) {
    let wanted = try type.map { (written) throws(Diagnostic) in try scope.resolved(written) }
    do throws(Diagnostic) { try evaluator.refuseNothing(in: expression) } catch {
      guard error.span == expression.span else { throw error }
      throw Diagnostic(.notAValue, .returnsNothingToName, at: expression.span)
    }
    let operand = try await evaluator.evaluate(expression)
    switch operand {
    case .viewModel(let viewModel):
      if let type, !isWanted(viewModel, wanted) {
        let found = Swift.type(of: viewModel).schema.typeName
        throw Diagnostic(.typeMismatch, .isWanted(type.type, thisIs: found), at: expression.span)
      }
      giveTellingLoss(name, .viewModel(viewModel))
      let snapshot = ViewModelSnapshot(viewModel)
      emit(.viewModel(output.lastShown.take(snapshot, of: viewModel, as: name, isNew: true)))
    case .value(let value, let found), .secret(let value, let found):
      let type =
        switch wanted {
        case .value(let type)?: type
        case nil: found
        case .viewModel(let name)?:
          throw Diagnostic(
            .typeMismatch, .isWanted(.named(name), operand.text, is: value.type),
            at: expression.span)
        }
      guard type.accepts(value) else {
        try evaluator.refuseCase(expression, notOf: type)
        throw Diagnostic(
          .typeMismatch, .isWanted(type, operand.text, is: value.type), at: expression.span,
          replacement: operand.isSecret ? nil : type.nearestCase(to: value))
      }
      let value = value.converted(to: type)
      if case .string = value, scope.redaction.isSecretLabel(name) { evaluator.noteTyped([value]) }
      if operand.isSecret { scope.noteSecret(name) }
      if isConstant {
        giveTellingLoss(name, operand.isSecret ? .secret(value, type) : .constant(value, type))
      } else {
        let node = Property(value, label: name)
        node.node.isSecure = operand.isSecret
        giveTellingLoss(name, .variable(node, type))
      }
      scope.note(name, madeOf: evaluator.sources(of: expression))
    case .nothing:
      throw Diagnostic(.notAValue, .returnsNothingToName, at: expression.span)
    }
  }

  func give(_ name: String, _ variable: Variable) {
    let old = scope.give(name, variable, by: chronicle.origin?.text)
    chronicle.learn(name, insteadOf: old)
    guard old != nil else { return }
    links.renew(of: name)
    endScreenOfNothing()
    chronicle.endLiveGraphOfNothing()
  }

  /// Defines a name, and reports the loss of the host's value, or of a view-model of a type other than the new value's.
  private func giveTellingLoss(_ name: String, _ variable: Variable) {
    let isOfHost = scope.hostNames.contains(name)
    let before = scope[name]?.viewModel.map { Swift.type(of: $0).schema.typeName }
    give(name, variable)
    if isOfHost {
      emit(.note(.nameStandsForElse(name)))
    } else if let before, variable.viewModel.map({ Swift.type(of: $0).schema.typeName }) != before {
      emit(.note(.nameWasLost(name, before)))
    }
  }

  private func isWanted(_ viewModel: any ViewModel, _ wanted: DeclaredType?) -> Bool {
    if case .viewModel(let name)? = wanted { viewModel.isInstance(ofType: name) } else { false }
  }

  private func derive(_ name: String, _ written: Expression) async throws(Diagnostic) {
    let body = try evaluator.keepingResults(written, isInBraces: true)
    guard !scope.follows(body.names, from: name) else {
      throw Diagnostic(.notAValue, .followsFromItself(name), at: body.span, help: .giveAnotherName)
    }
    try await evaluator.loadElements(of: body)
    let isSecret = untracked { (try? evaluator.pure(body))?.isSecret == true }
    let node = evaluator.node(named: name, of: body, isSecret: isSecret)
    let result = node.value
    let value = try result.get()
    giveTellingLoss(name, .derived(node))
    scope.derive(
      name, from: SessionScope.Derivation(body: body, text: evaluator.text(of: body)),
      type: value.type)
    scope.note(name, madeOf: evaluator.sources(of: body))
    if isSecret { scope.noteSecret(name) }
    emit(
      isSecret || result.isSecret
        ? Record(secret: value, value.type) : .value(value, type: value.type))
  }
}

// MARK: - Assigning

extension Session {
  private func assign(
    _ target: Expression, _ operation: String?, _ expression: Expression
  ) async throws(Diagnostic) {
    if operation == nil, case .name(let name) = target.kind, scope[name] == nil,
      name.count < 3 || Suggestion.nearest(to: name, among: scope.variables.keys) == nil
    {
      let meant = scope.members(named: name) { $0.isSettable }.map(\.path)
      guard meant.isEmpty else {
        throw Diagnostic(.unknownName, .noName(name), at: target.span, Suggestion(meant: meant))
      }
      let declared = "let \(name)"
      throw Diagnostic(
        .unknownName, .noName(name), at: target.span, help: .declareFirst, replacement: declared)
    }
    if operation == nil, case .name(let name) = target.kind, case .viewModel? = scope[name],
      case .call(let callee, _) = expression.kind, case .name(let type) = callee.kind,
      scope.catalog[type] != nil
    {
      throw Diagnostic(
        .readOnly, .cannotReplaceViewModel, at: target.span, help: .declareAgain,
        replacement: "let \(name)")
    }
    let ready = try await evaluator.settled(target)
    do throws(Diagnostic) { try await set(ready, operation, expression, shownAs: target) } catch {
      let type = evaluator.settableType(of: try? evaluator.place(of: ready))
      throw error.quoting(expression, as: type)
    }
  }

  private func set(
    _ ready: Expression, _ operation: String?, _ expression: Expression, shownAs target: Expression
  ) async throws(Diagnostic) {
    var place = try evaluator.place(of: ready)
    let value = try await evaluator.settledValue(expression, for: place)
    // While the value waited, the path may have come to lead elsewhere.
    if expression.mayWait { place = try evaluator.place(of: ready) }
    guard case .element(let element)? = place else {
      try evaluator.assign(value, to: place, operation, shownAs: target)
      if evaluator.hasLeftSecret { return }
      if case .member(_, let member)? = place, member.isSecure {
        evaluator.conceal(expression, in: ready)
      } else if case .name(let name) = target.kind {
        scope.note(name, madeOf: evaluator.sources(of: expression))
      }
      return
    }
    guard let set = element.set else {
      throw Diagnostic(.readOnly, .elementCannotBeSet, at: target.span)
    }
    let written = try evaluator.pure(value)
    try evaluator.refuseSecret(written, at: value.span)
    let new = try evaluator.combined(operation, .element(element), target, written, of: value)
    if case .element(let base, let index) = ready.kind,
      case .viewModel(let keyed)? = try evaluator.place(of: base)
    {
      var secrets = new.secretsByName(scope.redaction.isSecretKey)
      var typed = secrets
      if case .string(let key)? = try? evaluator.pureValue(of: index),
        scope.redaction.isSecretKey(key)
      {
        (secrets, typed) = ([new], [try evaluator.pureValue(of: value)])
      }
      try evaluator.refuseMask(typed, at: value.span)
      secrets = secrets.filter(\.mayBeSecret)
      if !secrets.isEmpty { evaluator.giveAway(secrets, to: keyed) }
    }
    let path = evaluator.text(of: target)
    do {
      try await evaluator.interruptible(path, at: target.span) { try await set(new) }
    } catch {
      throw error as? Diagnostic
        ?? Diagnostic(.failed, .wasNotSet(path, Message(error)), at: target.span)
    }
  }
}

// MARK: - What goes on

extension Statement {
  /// Whether the statement may start a task that no record shows: a tool command, a verb, or a call.
  fileprivate var mayBeginUnseen: Bool {
    switch kind {
    case .meta, .verb: true
    case .declaration(_, _, _, let value): value.isCall
    case .derived, .help: false
    case .assignment(_, _, let value): value.isCall
    case .expression(let expression, let output): output.isInBackground || expression.isCall
    }
  }
}

extension Expression {
  fileprivate var isCall: Bool { if case .call = kind { true } else { false } }
}
