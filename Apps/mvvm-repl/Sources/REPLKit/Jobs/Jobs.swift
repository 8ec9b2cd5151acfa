import Bindings
import ViewModels

/// A command that runs in the background.
struct Job: StandingThing {
  static let kind = Message.job
  let number: Int
  let path: String
  /// The call as it was typed, secrets masked.
  let call: String
  var paths: [String] { [path] }
  let run: CommandRun
  /// The view-model at the start of the path when the job began; the command's questions appear there.
  let root: (any ViewModel)?
  let command: Node?
  let start: SessionClock.Instant
  let waiting: Task<Void, Never>
  /// The subscriptions that report the command's questions.
  let questions: [Subscription]
}

extension ToolCommand {
  static let aboutJobs = [
    ToolCommand(
      "jobs", .commands, "the commands that run in the background", "在后台执行的命令",
      takes: .nothing
    ) { session, _, _ in session.jobs.list() },
    ToolCommand(
      "cancel", .commands, "cancel one of them: :cancel 1, :cancel all",
      "取消后台命令：:cancel 1、:cancel all", takes: .text(["all"])
    ) { session, argument, span in try session.jobs.cancel(argument, at: span) },
  ]
}

final class Jobs: StandingThings<Job> {
  /// A counter that is incremented when a job ends.
  let ended: Property<Int>
  /// The failed jobs that no statement has waited for since.
  private(set) var failed: Set<Int> = []
  /// The questions that were reported and are still open, by the name of their view-model.
  private var told: [String: Set<QuestionID>] = [:]
  /// The name of the view-model whose command is being started.
  private var beginning: String?
  /// Called whenever a job has ended.
  var onEnd: (@MainActor () async -> Void)?

  override init(_ evaluator: Evaluator) {
    ended = Property(0, label: "jobs", graph: evaluator.scope.graph)
    super.init(evaluator)
    evaluator.onLeft = { [weak self] run, call, expression, span in
      guard let self else { return }
      voice.recorder.noteLeft()
      follow(run, call, expression, scope.redaction, since: nil, at: span)
    }
  }

  /// Executes `form.signIn() &`: starts a command and returns to the prompt.
  func start(_ expression: Expression, _ redaction: Redaction) async throws(Diagnostic) {
    guard case .call(let callee, let arguments) = expression.kind, case .member = callee.kind,
      var call = try evaluator.command(try await evaluator.settled(callee))
    else {
      throw Diagnostic(
        .notAValue, .onlyCommandsInBackground, at: expression.span, help: .write("form.signIn() &"))
    }
    let asked = Standstill.Beginning(of: call.path, in: evaluator)
    let name = Standstill.name(in: call.path)
    defer { beginning = nil }
    let run = try await evaluator.begin(&call, arguments, at: expression.span) { beginning = name }
    beginning = nil
    // A rejected command has not begun.
    if case .rejected? = run.outcome, let outcome = run.outcome {
      _ = try evaluator.result(outcome, of: call, at: callee.span)
    }
    follow(run, call, expression, redaction, since: asked, at: callee.span)
  }

  /// Turns a running command into a job, and reports its questions, except for those from its beginning.
  private func follow(
    _ run: CommandRun, _ call: Evaluator.CommandCall, _ expression: Expression,
    _ redaction: Redaction, since asked: Standstill.Beginning?, at span: Span
  ) {
    let path = call.path
    let source = evaluator.source
    let number = last + 1
    let label = evaluator.label(of: expression, redaction)
    emit(.started(job: number, path: path, call: label))
    let waiting = Task {
      let outcome = await run.result
      guard !Task.isCancelled else { return }  // It was dropped.
      remove(number)
      do throws(Diagnostic) {
        var shown: DynamicValue?
        if case .value(let value, _) = try evaluator.result(outcome, of: call, at: span) {
          shown = value
        }
        emit(.finished(job: number, path: path, call: label, value: shown))
      } catch {
        if error.code != .cancelled { failed.insert(number) }
        voice.tell(error.ofJob(number), in: ParsedText(source), redaction)
      }
      ended.value += 1
      await onEnd?()
    }
    let questions = tellQuestions(of: path, since: asked)
    add { number in
      Job(
        number: number, path: path, call: label, run: run,
        root: scope[Standstill.name(in: path)]?.viewModel, command: call.node, start: clock.now,
        waiting: waiting,
        questions: questions)
    }
  }

  /// Performs `:jobs`: lists the background work.
  func list() {
    let now = clock.now
    let work = evaluator.host.work?()
    if let work { emit(.note(.goesOn(work.name, for: work.start.duration(to: .now).roundedText))) }
    guard work == nil || !all.isEmpty else { return }
    list(.inBackground, orThat: .nothingInBackground) { job in
      let done = untracked { job.run.progress }.map { ", \(Int(($0 * 100).rounded())) %" } ?? ""
      let time = job.start.duration(to: now).roundedText
      return "\(job.call)  \(Message.forTime(time).text(in: voice.language))\(done)"
    }
  }

  /// Performs `:cancel 1`, `:cancel all`, or `:cancel` for the only job.
  func cancel(_ argument: String, at span: Span) throws(Diagnostic) {
    let work = evaluator.host.work?()
    if argument == "all" {
      work?.cancel()
      return cancelAll()
    }
    if let work, argument.isEmpty, all.isEmpty { return work.cancel() }
    let digits = argument.first == "#" ? argument.dropFirst() : argument[...]
    let only = all.count == 1 && argument.isEmpty ? all[0] : nil
    guard let job = only ?? Int(digits).flatMap({ self[$0] }) else {
      guard argument.isEmpty else { throw missing("#\(digits)", at: span) }
      throw Diagnostic(
        .unknownNumber, .noJobToCancel, at: span, help: Suggestion.list(all.map { "#\($0.number)" })
      )
    }
    job.run.cancel()
  }

  func cancelAll() { for job in all { job.run.cancel() } }

  /// Cancels the jobs with higher numbers without reporting their end; their numbers are reused.
  func drop(behind number: Int) {
    for job in all where job.number > number {
      remove(job.number)
      job.waiting.cancel()
      job.run.cancel()
    }
    failed = failed.filter { $0 <= number }
    goOn(behind: number)
  }

  /// The selected jobs that still run.
  func selected(_ selection: Selection) -> [Job] {
    guard case .number(let number, _) = selection else { return all }
    return self[number].map { [$0] } ?? []
  }

  /// Whether the selected job still runs; throws if the job never existed.
  func isRunning(_ selection: Selection) throws(Diagnostic) -> Bool {
    guard case .number(let number, let span) = selection else { return !all.isEmpty }
    if self[number] != nil { return true }
    // A job may end before a statement waits for it.
    guard (1...max(1, last)).contains(number), last > 0 else {
      throw missing("#\(number)", at: span)
    }
    return false
  }

  /// Throws an error if jobs of the selection have failed; each failure is reported once.
  func tellFailure(of selection: Selection, at span: Span) throws(Diagnostic) {
    var told = failed
    if case .number(let number, _) = selection { told.formIntersection([number]) }
    failed.subtract(told)
    guard !told.isEmpty else { return }
    throw Diagnostic(.failed, .jobsFailed(told.sorted().map { "#\($0)" }), at: span)
  }

  /// Reports the current and future questions of a job, each question once even if several commands run.
  private func tellQuestions(
    of path: String, since asked: Standstill.Beginning?
  ) -> [Subscription] {
    let name = Standstill.name(in: path)
    guard let viewModel = scope[name]?.viewModel else { return [] }
    told[name, default: []].formUnion(asked?.asked ?? [])
    let number = last + 1
    let tell = { @MainActor [weak self] in
      // A question from the beginning of a command is reported after the number of its job.
      guard let self, beginning != name else { return }
      let isAlone =
        self[number] == nil || all.count { Standstill.name(in: $0.path) == name } == 1
      let questions = scope.questions(of: name)
      for question in questions where told[name, default: []].insert(question.id).inserted {
        guard let (text, place) = question.cause.question else { continue }
        emit(.note(.asks(isAlone ? "\(path)()" : name, text, answer: place)))
      }
      told[name]?.formIntersection(questions.map(\.id))
    }
    return Reach(from: [(name, viewModel)]).steps.compactMap { step in
      switch step.viewModel {
      case let prompts as Prompts: prompts.$stack.observe { _ in tell() }
      case let navigator as Navigator: navigator.$tree.observe { _ in tell() }
      default: nil
      }
    }
  }
}

extension Duration {
  /// The duration in whole units that are easy to read: `340ms`, `12s`.
  fileprivate var roundedText: String {
    rounded(to: self < .seconds(1) ? .milliseconds(1) : .seconds(1)).shortText
  }
}
