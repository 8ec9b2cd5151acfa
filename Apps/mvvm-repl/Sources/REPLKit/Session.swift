public import Bindings
public import ViewModels

/// A running session, which takes text and returns records.
///
/// A session owns the variables, watches and bindings. It is independent of terminals: the same session serves a
/// prompt, a script, a pipe and a test. It lives on the main actor, as view-models do.
///
/// ```swift
/// let session = Session(catalog: catalog) { record in print(renderer.text(record)) }
/// let status = await session.run(SourceText("let form = LoginForm(); form.clear()"))
/// ```
@MainActor
public final class Session {
  /// The settings and callbacks of the host.
  public let host = HostSettings()
  /// Stops computations, from any thread.
  public nonisolated let interruption = Interruption()
  let voice: Voice
  let scope: SessionScope
  let evaluator: Evaluator
  let output: Output
  let watches: Watches
  let links: Links
  let jobs: Jobs
  let chronicle: Chronicle
  let waiting: Waiting
  var lessons: LessonPlayer?
  var talks: TalkPlayer?
  var entry = EntryProgress()

  /// Creates a session that passes all its output to `emit`, in order.
  ///
  /// - Parameters:
  ///   - catalog: The view-models that can be created.
  ///   - models: The models that documents can be decoded as; none by default.
  ///   - clock: The clock of the session and of its view-models; a new clock by default.
  ///   - graph: The graph of everything that the session creates; a new graph by default. Pass the graph of the host's
  ///     view-models if the session is to observe them.
  ///   - emit: Receives the session's output.
  public init(
    catalog: Catalog, models: ModelCatalog = .empty, clock: SessionClock = SessionClock(),
    graph: Graph = Graph(), emit: @escaping @MainActor (Record) -> Void
  ) {
    voice = Voice(emit)
    scope = SessionScope(catalog, models, graph)
    voice.secrets = scope.givenAway
    voice.namingExamples = { [scope] in scope.namingExamples($0) }
    host.screens.masked = { [scope] in scope.givenAway.masked($0) }
    scope.know(host.words.all.flatMap(\.typed))
    scope.givenAway.onNew = { [weak host] in host?.screens.drawAnew() }
    evaluator = Evaluator(scope, voice, host, clock)
    evaluator.interruption = interruption
    output = Output(evaluator)
    watches = Watches(evaluator)
    links = Links(evaluator)
    jobs = Jobs(evaluator)
    chronicle = Chronicle(
      evaluator, hiding: [scope.changes.node, scope.cuts.node, jobs.ended.node])
    scope.symbolMemo = SymbolMemo(chronicle.writes, chronicle.tracer)
    let underway = Underway(scope, chronicle.writes)
    waiting = Waiting(evaluator, chronicle, jobs, underway)
    evaluator.onConceal = { [weak chronicle] in chronicle?.timeline.redact($0) }
    chronicle.isBinding = { [links] in links.isStep($0) }
    chronicle.rebinding = { [links] in links.rebind($0, isUndone: $1) }
    voice.hearIssues(of: graph)
  }

  /// The view-model types that can be created.
  public var catalog: Catalog { scope.catalog }
  /// The models that documents can be decoded as.
  public var models: ModelCatalog { scope.models }
  /// The graph that contains everything the session creates, and in which all its work runs.
  public var graph: Graph { scope.graph }
  /// The clock for all waits of the session.
  public var clock: SessionClock { evaluator.clock }
  /// The language of the help and of errors.
  public var language: HelpLanguage {
    get { voice.language }
    set {
      guard newValue != voice.language else { return }
      voice.language = newValue
      host.screens.drawAnew()
    }
  }
  /// Whether `:quit` was entered, ``finish()`` was called, or the time limit was reached.
  public var isFinished: Bool { entry.isFinished || evaluator.interruption.isOver }

  func emit(_ record: Record) { voice.emit(record) }

  /// Runs statements until the end, the first error or `:quit`.
  ///
  /// The whole text is parsed first; if it is not valid, nothing of it runs. The effects of statements before an error
  /// remain. Only one text runs at a time. Background work gets a turn before each statement, so that typed lines and
  /// lines from a file have the same effect.
  @discardableResult
  public func run(_ text: ParsedText) async -> Status {
    await graph.run { await runInGraph(text) }
  }

  /// Parses a text and runs it.
  @discardableResult
  public func run(_ source: SourceText) async -> Status { await run(ParsedText(source)) }

  private func runInGraph(_ text: ParsedText) async -> Status {
    if entry.nesting == 0 { entry.news.formUnion(chronicle.writes.news) }
    evaluator.isInterrupted = false
    // A copy of a session shares the interruption of the text that it belongs to.
    if entry.nesting == 0, evaluator.interruption === interruption { interruption.lower() }
    entry.waitsForTurn = true
    await giveTurn()
    entry.waitsForTurn = false
    await lessons?.endOfSetup()
    evaluator.source = text.source
    defer {
      chronicle.currentMark = nil
      lessons?.lookBehind()
    }
    let status: Status
    do {
      try await perform(text)
      status = .ok
    } catch {
      status = error.status
      await lessons?.look()
    }
    return status
  }

  /// Runs statements, also nested in a running statement; an error is reported at its place in their text.
  ///
  /// A failed statement is the last one, unless `passesOver` is set, which then receives it.
  func perform(
    _ text: ParsedText, passesOver: ((Statement) -> Void)? = nil
  ) async throws(Diagnostic) {
    let outer = evaluator.source
    evaluator.source = text.source
    let outerRedaction = entry.redaction
    // Whether the current statement, and therefore its error, is recorded; the error of an invalid text is not.
    var isHeard = false
    var isTold = false
    entry.nesting += 1
    defer {
      evaluator.source = outer
      entry.redaction = outerRedaction
      entry.nesting -= 1
    }
    do throws(Diagnostic) {
      let statements = try text.statements.get()
      entry.redaction = scope.redaction
      entry.redaction.learn(from: statements)
      // The typed secrets stay secret even if the statements fail or their names are redefined.
      evaluator.noteTyped(entry.redaction.learnt.map { .string($0) })
      for (index, statement) in statements.enumerated() where !isFinished {
        try await pause(before: statement, isFirst: index == 0)
        let statement = statement.asToolWord { scope[$0] != nil }
        entry.redaction.learn(scope.givenAway.typed)
        isHeard = isRecorded(statement)
        if entry.nesting == 1 { lessons?.noteTyped(statement) }
        do throws(Diagnostic) {
          try await traced(statement)
          noteEnd(.ok)
        } catch {
          let told = tell(error, in: text, isHeard: isHeard)
          let isLast = passesOver == nil || evaluator.isInterrupted
          let rest = statements.count - index - 1
          if isLast, rest > 0 { tellRest(.restDidNotRun(rest)) }
          noteEnd(told.status)
          if entry.nesting == 1 { lessons?.noteFailed() }
          guard let passesOver, !isLast else {
            isTold = true
            throw told
          }
          passesOver(statement)
        }
        // The lesson is checked as if each statement had been typed alone, so a script passes a lesson like a person.
        if entry.nesting == 1 { await lessons?.look() }
      }
    } catch {
      guard !isTold else { throw error }
      let told = tell(error, in: text, isHeard: isHeard)
      if text.losesStatements { tellRest(.noneRan) }
      throw told
    }
  }

  /// Tells a person what did not run because of a mistake elsewhere; the output of a script ends there anyway.
  private func tellRest(_ rest: Message) {
    guard host.hasPerson, entry.nesting == 1, talks?.place == nil else { return }
    voice.aside(.note(rest))
  }

  /// Notifies the host that a statement begins; nested statements, as in `:load`, are a part of it.
  func noteBegin(_ text: String) {
    guard entry.nesting == 1, !voice.isSilent, let mark = chronicle.currentMark else { return }
    let origin = Origin(number: mark.number, text: text)
    entry.origin = origin
    host.onStatement?(.began(origin))
  }

  private func noteEnd(_ status: Status) {
    guard entry.nesting == 1, let origin = entry.origin else { return }
    entry.origin = nil
    host.onStatement?(.ended(origin, interruption.isOver ? .timeUp : status))
  }

  /// Reports an error in a text, and records it if the statement is recorded.
  ///
  /// - Returns: The error as it was reported.
  private func tell(_ mistake: Diagnostic, in text: ParsedText, isHeard: Bool) -> Diagnostic {
    let told =
      mistake.asQuestion(in: self)
      ?? mistake.asFullWidth(in: text.source, knowing: scope.knownNames)
      ?? (mistake.code == .unexpected ? mistake.asSlip(in: self) : mistake.asOfValue(in: self))
    let wasListening = voice.recorder.isListening
    voice.recorder.isListening = isHeard
    defer { voice.recorder.isListening = wasListening }
    voice.tell(told, in: text, scope.redaction)
    return told
  }

  /// Cancels the command that the current text waits for, and skips the text's other statements.
  ///
  /// A second call stops waiting for the command.
  ///
  /// The call needs the main actor, which a long computation blocks; ``interruption`` ends such a computation.
  ///
  /// - Returns: Whether a text runs.
  @discardableResult
  public func cancelRunning() -> Bool {
    evaluator.interruption.lower()
    // A text that waits for other work does not run; a turn of other work alone is too short to be interrupted.
    let isInterrupted = entry.nesting > 0 || entry.waitsForTurn && clock.isWaking
    clock.leaveWork()
    if isInterrupted { evaluator.isInterrupted = true }
    if entry.nesting > 0 { voice.recorder.noteInterrupted() }
    return evaluator.interrupt?() ?? isInterrupted
  }

  /// Runs started work until it waits for something.
  public func settle() async { await clock.settle() }

  /// Prevents all further statements from running.
  public func finish() { entry.isFinished = true }

  /// Ends the session: waits for running commands, then ends all watches and bindings.
  ///
  /// A command that was started by a change, for example to save something, is not lost. Waits on a manual clock are
  /// cancelled, since nobody will advance it.
  public func close() async {
    await graph.run { await closeInGraph() }
  }

  private func closeInGraph() async {
    clock.end()
    let desks = [lessons?.desk, talks?.desk].compactMap(\.self)
    let aside = desks.flatMap { $0.names.variables.values.compactMap(\.viewModel) }
    // The name of a job's view-model may have been redefined.
    let viewModels = scope.viewModels + aside + jobs.all.compactMap(\.root)
    let questions = UnansweredQuestions(of: viewModels)
    defer { questions.subscriptions.forEach { $0.cancel() } }
    for job in jobs.all { await job.waiting.value }
    for viewModel in viewModels {
      for member in type(of: viewModel).schema.members {
        await member.command(in: viewModel)?.settled()
      }
    }
    host.screens.end()
    for follower in host.screens.followed { follower.end() }
    watches.endAll()
    links.endAll()
    scope.clear()
    chronicle.endLive()
    chronicle.timeline = Timeline()
    (lessons, talks) = (nil, nil)
  }
}
