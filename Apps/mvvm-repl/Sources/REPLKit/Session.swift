public import Bindings
public import ViewModels

/// A running conversation: text in, records out.
///
/// A session owns the variables, watches and bindings, and knows nothing of terminals: the same one
/// serves a prompt, a script, a pipe and a test. It lives on the main actor, as view-models do.
///
/// ```swift
/// let session = Session(catalog: catalog) { record in print(renderer.text(record)) }
/// let status = await session.run(SourceText("let form = LoginForm(); form.clear()"))
/// ```
@MainActor
public final class Session {
  /// The view-model types that can be created.
  public let catalog: Catalog
  /// The models that documents can be decoded as.
  public let models: ModelCatalog
  /// The graph of the session: what it creates belongs there, and everything it does runs there.
  public let graph: Graph
  /// What everything that waits in the session waits on.
  public let clock: SessionClock
  /// The language of the help and of what is said about mistakes.
  public var language: HelpLanguage {
    get { voice.language }
    set { voice.language = newValue }
  }
  /// What the keys of the host's line editor do, for `:keys`; empty when there is none.
  ///
  /// The name is that of the key's function, by which a translation of the text is found.
  public var keys: [(name: String, word: String, text: String)] = []
  /// Takes what `| copy` copies, to hand it to the clipboard; `nil` where there is none.
  public var onCopy: (@MainActor (String) -> Void)?
  /// Takes how much of a running command is done, from 0 to 1, whenever one that the current text waits
  /// for says so.
  public var onProgress: (@MainActor (Double) -> Void)?
  /// How the cells of watched lists are written; a host registers its own cells here.
  public let cellRenderers = CellRenderers<TextRow>.text()
  /// Whether `whatif form.save()` runs the command, on a copy of its view-model.
  ///
  /// Set it when all that the view-models reach outside of themselves asks ``Rehearsal/current`` first;
  /// otherwise a trial would send and write for real.
  public var rehearsesCommands = false
  /// Whether `:quit` was entered or ``finish()`` was called.
  public private(set) var isFinished = false

  /// Called when a recording begins, to note what a replay of it has to begin with.
  public var onRecord: (@MainActor () async -> Void)?

  let emit: @MainActor (Record) -> Void
  var variables: [String: Variable] = [:]
  var watches: [Watch] = []
  var lastWatch = 0
  /// The watches that lie aside with a person's desk.
  var watchesAside: Set<Int> = []
  var bindings: [LiveBinding] = []
  var lastBinding = 0
  var results = Results()
  var lastShown = LastShown()
  /// The words of the tool and of the host.
  var words = ToolWords()
  var hostSettings: [Setting] = []
  var hostLosses: [@MainActor (HelpLanguage) -> String?] = []
  /// Changes when a name is given to something else, so that what follows from it follows again.
  let names: Property<Int>
  /// What derived values are made of, by their name.
  var derivations: [String: Expression] = [:]
  /// The statements that gave the names.
  var declarations: [String: String] = [:]
  /// The view-models that were created here and have a name, and the last one.
  var made: [ObjectIdentifier: Made] = [:]
  var timeline = Timeline()
  let recorder: Recorder
  private let voice: Voice
  let ear: Ear
  /// The names that the host has given.
  var hostNames: Set<String> = []
  var loadDepth = 0
  /// The newest event of each node that an `expect … emits` has seen.
  var asked: [Node: TraceRecord.ID] = [:]
  let writes: SessionTracer.Writes
  /// Where `:marbles clear` has put the beginning of all marbles.
  var marblesStart: (id: TraceRecord.ID?, time: Duration)?
  /// The record of the statement that runs.
  var currentMark: TraceRecord.ID?
  /// The record of the last statement that changed something.
  var lastChange: TraceRecord.ID?
  /// What `:report` has told of a change.
  var keptReport: (change: TraceRecord.ID, report: TraceBatchReport)?
  var jobs: [Int: Job] = [:]
  /// Grows with each job that has ended.
  let jobsEnded: Property<Int>
  var lastJob = 0
  /// The jobs that have failed and that nobody has waited for since.
  var failedJobs: Set<Int> = []
  /// What can be interrupted now; one that comes after the interruption is interrupted at once.
  var running: Running? {
    didSet { if progress.isInterrupted { _ = running?.interrupt() } }
  }
  /// How far the text that runs has come.
  var progress = EntryProgress()
  /// Whether a person is there who can be asked whether to leave, press Ctrl-C and answer.
  public var hasPerson = false
  /// Makes the session in which `:replay` runs the recorded statements.
  ///
  /// Set it when the view-models reach outside of themselves: without it they are made by the session's
  /// own catalog, and send and write once more.
  public var makeReplay: (@MainActor (SessionClock) async -> ReplayStage)?
  /// How long `wait until` waits when it is not told, and how long a manual clock with a limit stands
  /// still for the world outside.
  var patience = Duration.seconds(10)
  /// The lessons that are offered, and the one that is going on.
  var lessons: LessonPlayer?
  /// Where the step of the lesson began, while one of its checks is asked.
  var checkStart: TraceRecord.ID?
  /// The text that is being run, for diagnostics that come from within it.
  var source = SourceText("")

  /// Creates a session that hands everything it has to say to `emit`, in order.
  ///
  /// - Parameters:
  ///   - catalog: The view-models that can be created.
  ///   - models: The models that documents can be decoded as; none by default.
  ///   - clock: The clock that the view-models wait on, too; one of its own by default.
  ///   - graph: Where everything belongs that the session creates; a graph of its own by default. Name
  ///     the one of the host's view-models if there are some that the session is to observe.
  ///   - emit: Takes what the session says.
  public init(
    catalog: Catalog, models: ModelCatalog = .empty, clock: SessionClock = SessionClock(),
    graph: Graph = Graph(), emit: @escaping @MainActor (Record) -> Void
  ) {
    self.catalog = catalog
    self.models = models
    self.clock = clock
    self.graph = graph
    names = Property(0, label: "names", graph: graph)
    jobsEnded = Property(0, label: "jobs", graph: graph)
    let (recorder, voice) = (Recorder(), Voice())
    self.recorder = recorder
    self.voice = voice
    self.emit = { record in
      guard !voice.isSilent else { return }
      let record = voice.translated(record)
      recorder.take(record)
      emit(record)
    }
    ear = Ear(self.emit)
    writes = SessionTracer.Writes(clock: clock)
    tracer.add(writes)
    for member in catalog.entries.flatMap(\.schema.members) where member.isSecure {
      progress.secretNames.insert(member.name)
    }
    hearIssues()
  }

  /// What notes everything that happens in the graph.
  var tracer: SessionTracer { .of(graph) }

  /// Tells what the graph finds wrong; of several sessions of a graph the one that asked last does.
  func hearIssues() {
    graph.onIssue = { [weak ear] issue in
      // A failed command is its own affair; what the graph could not do is the script's.
      if issue.code != .unobservedError { ear?.hasHeard = true }
      ear?.emit(.diagnostic(Diagnostic(.graph, issue.message, at: nil), in: SourceText("")))
    }
  }

  /// What the graph tells its issues, in the session's place: a weak reference to the session itself
  /// would make each use of it dearer.
  final class Ear {
    let emit: @MainActor (Record) -> Void
    /// Whether the graph was in trouble, which fails a script that nobody watches.
    var hasHeard = false

    init(_ emit: @escaping @MainActor (Record) -> Void) { self.emit = emit }
  }

  /// Runs statements until the end, the first mistake or `:quit`.
  ///
  /// The whole text is parsed first; when it is not in the language, nothing of it runs. What ran
  /// before a mistake stays. Only one text runs at a time.
  @discardableResult
  public func run(_ source: SourceText) async -> Status {
    await graph.run { await runInGraph(source) }
  }

  private func runInGraph(_ source: SourceText) async -> Status {
    self.source = source
    progress.isInterrupted = false
    progress.lastPause = .now
    defer { currentMark = nil }
    let status: Status
    do {
      try await perform(source)
      status = .ok
    } catch { status = error.status }
    if lessons != nil { await lookAtStep() }
    return status
  }

  /// Runs statements, also from within one that runs; a mistake is told with its place in their text.
  func perform(_ source: SourceText) async throws(Diagnostic) {
    let outer = self.source
    self.source = source
    let outerRedaction = progress.redaction
    // Whether the statement that runs is recorded, and with it the mistake that ends it; a text that is
    // not in the language has none.
    var isHeard = false
    progress.nesting += 1
    defer {
      self.source = outer
      progress.redaction = outerRedaction
      progress.nesting -= 1
    }
    do throws(Diagnostic) {
      let statements = try Parser.parse(source.text)
      progress.redaction = redaction
      progress.redaction.learn(from: statements)
      for statement in statements where !isFinished {
        try await pause(before: statement)
        let statement = statement.asToolWord { variables[$0] != nil }
        isHeard = isRecorded(statement)
        try await traced(statement)
      }
    } catch {
      let told = error.code == .unexpected ? error.asSlip(in: self) : error
      let wasListening = recorder.isListening
      recorder.isListening = isHeard
      defer { recorder.isListening = wasListening }
      tell(told, in: source, redaction)
      throw told
    }
  }

  /// Does something without a word, also about mistakes.
  func silently(_ work: () async throws(Diagnostic) -> Void) async throws(Diagnostic) {
    voice.isSilent = true
    defer { voice.isSilent = false }
    try await work()
  }

  /// Whether `text` can be run as it is, be it right or wrong; `false` when it is not finished yet:
  /// a bracket or string is open, or an operator waits for its right side.
  public nonisolated static func isComplete(_ text: String) -> Bool {
    do {
      _ = try Parser.parse(text)
      return true
    } catch {
      return !error.isIncomplete
    }
  }

  /// Cancels the command that the current text waits for, and lets none of its further statements run; a
  /// second call stops waiting for the command.
  ///
  /// - Returns: Whether a text runs.
  @discardableResult
  public func cancelRunning() -> Bool {
    if progress.nesting > 0 { progress.isInterrupted = true }
    return running?.interrupt() ?? (progress.nesting > 0)
  }

  /// Lets no further statement run.
  public func finish() { isFinished = true }

  /// Ends the session: waits for what still executes, then ends all watches and bindings.
  ///
  /// A command that was started by a change, to save something, say, is not lost. What waits on a
  /// manual clock is cancelled, since nobody will advance it.
  public func close() async {
    await graph.run { await closeInGraph() }
  }

  private func closeInGraph() async {
    clock.end()
    let aside = lessons?.desk?.variables ?? [:]
    let viewModels = (Array(variables.values) + Array(aside.values)).compactMap { variable in
      if case .viewModel(let viewModel) = variable { viewModel } else { nil }
    }
    let questions = UnansweredQuestions(of: viewModels)
    defer { questions.subscriptions.forEach { $0.cancel() } }
    for job in jobs.values.sorted(by: { $0.number < $1.number }) { await job.waiting.value }
    for viewModel in viewModels {
      for member in type(of: viewModel).schema.members {
        await member.command(in: viewModel)?.settled()
      }
    }
    watches = []
    bindings = []
    variables = [:]
    timeline = Timeline()
    lessons = nil
  }
}

/// What a name stands for.
enum Variable {
  case viewModel(any ViewModel)
  case constant(DynamicValue, ValueType)
  /// A constant that was made of a secret; of a variable its node knows.
  case secret(DynamicValue, ValueType)
  case variable(Property<DynamicValue>, ValueType)
  case derived(Computed<Derived>)

  /// Whether it never changes.
  var isConstant: Bool {
    switch self {
    case .constant, .secret: true
    case .viewModel, .variable, .derived: false
    }
  }

  /// A derived value, or why it has none now.
  enum Derived: Hashable, CustomStringConvertible {
    case value(DynamicValue)
    /// One that was made of a secret.
    case secret(DynamicValue)
    case failure(Diagnostic)

    init(_ operand: Operand, _ value: DynamicValue) {
      self = operand.isSecret ? .secret(value) : .value(value)
    }

    /// As traces and diagrams show it.
    var description: String {
      switch self {
      case .value(let value): value.description
      case .secret: TextRenderer.mask
      case .failure(let problem): problem.message
      }
    }

    func get() throws(Diagnostic) -> DynamicValue {
      switch self {
      case .value(let value), .secret(let value): return value
      case .failure(let problem): throw problem
      }
    }
  }
}

/// The language in which a session speaks.
@MainActor
private final class Voice {
  var language = HelpLanguage.english
  var isSilent = false

  func translated(_ record: Record) -> Record {
    guard language == .chinese else { return record }
    return switch record {
    case .diagnostic(let mistake, let source):
      .diagnostic(mistake.translated(to: language), in: source)
    case .explanation(let lines): .explanation(Chinese.explained(lines))
    case .note(let text): .note(Chinese.noted(text))
    default: record
    }
  }
}
