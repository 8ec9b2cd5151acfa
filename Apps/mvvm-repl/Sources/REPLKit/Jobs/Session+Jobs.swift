import Bindings
import ViewModels

/// A command that runs in the background.
struct Job {
  let number: Int
  let path: String
  let run: CommandRun
  let start: SessionClock.Instant
  let waiting: Task<Void, Never>
  /// Tells what the command asks.
  let questions: [Subscription]
}

extension ToolCommand {
  static let aboutJobs = [
    ToolCommand(
      "jobs", .commands, "the commands that run in the background", "在后台运行的命令",
      takes: .nothing
    ) { session, _, _ in session.listJobs() },
    ToolCommand(
      "cancel", .commands, "cancel one of them: :cancel 1, :cancel all",
      "取消后台命令：:cancel 1、:cancel all", takes: .text(["all"])
    ) { session, argument, span in try session.cancelJob(argument, at: span) },
  ]
}

extension Session {
  /// `form.signIn() &`: starts a command and returns to the prompt.
  func start(_ expression: Expression) async throws(Diagnostic) {
    guard case .call(let callee, let arguments) = expression.kind, case .member = callee.kind,
      let call = try command(try await settled(callee))
    else {
      throw Diagnostic(
        .notAValue, "only a command can run in the background", at: expression.span,
        help: "Write form.signIn() &")
    }
    let asked = Standstill.Beginning(of: call.path, in: self)
    let run = try await begin(call, arguments, at: expression.span)
    let path = call.path
    let (source, redaction) = (source, progress.redaction)
    lastJob += 1
    let number = lastJob
    emit(.started(job: number, path: path))
    let waiting = Task {
      let outcome = await run.result
      jobs[number] = nil
      do throws(Diagnostic) {
        var shown: DynamicValue?
        if case .value(let value, _) = try result(outcome, of: call, at: callee.span) {
          shown = value
        }
        emit(.finished(job: number, path: path, value: shown))
      } catch {
        if error.code != .cancelled { failedJobs.insert(number) }
        tell(error, in: source, redaction)
      }
      jobsEnded.value += 1
      if currentMark == nil { await lookAtStep() }
    }
    jobs[number] = Job(
      number: number, path: path, run: run, start: clock.now, waiting: waiting,
      questions: tellQuestions(of: path, since: asked))
  }

  /// Lists what runs in the background, as `:jobs` does.
  func listJobs() {
    guard !jobs.isEmpty else {
      return emit(.note("Nothing runs in the background. Write form.signIn() &, say."))
    }
    let now = clock.now
    emit(
      .page(
        title: title("In the background"),
        rows: jobs.values.sorted { $0.number < $1.number }.map { job in
          let done = untracked { job.run.progress }.map { ", \(Int(($0 * 100).rounded())) %" } ?? ""
          return (
            "#\(job.number)", "\(job.path)()  for \(job.start.duration(to: now).roundedText)\(done)"
          )
        }))
  }

  /// `:cancel 1`, `:cancel all`, or `:cancel` for the only one.
  func cancelJob(_ argument: String, at span: Span) throws(Diagnostic) {
    if argument == "all" { return cancelJobs() }
    let digits = argument.first == "#" ? argument.dropFirst() : argument[...]
    let only = jobs.count == 1 && argument.isEmpty ? jobs.keys.first : nil
    guard let number = only ?? Int(digits), let job = jobs[number] else {
      throw Diagnostic(
        missing: "job", argument.isEmpty ? "to cancel" : "#\(digits)", at: span,
        among: jobs.keys.sorted().map { "#\($0)" })
    }
    job.run.cancel()
  }

  /// `wait #1`, `wait all`: until commands in the background have ended.
  func wait(
    for selection: Selection, within limit: Duration?, at span: Span
  ) async throws(Diagnostic) {
    if case .number(let number, let span) = selection, jobs[number] == nil {
      // A job may have ended before one comes to wait for it.
      guard (1...max(1, lastJob)).contains(number), lastJob > 0 else {
        throw Diagnostic(
          missing: "job", "#\(number)", at: span, among: jobs.keys.sorted().map { "#\($0)" })
      }
      return try tellFailure(of: selection, at: span)
    }
    let hasEnded = { @MainActor [self] () throws(Diagnostic) -> Bool in
      _ = jobsEnded.value
      if case .number(let number, _) = selection { return jobs[number] == nil }
      return jobs.isEmpty
    }
    guard try await comes(true: hasEnded, within: limit, at: span) else {
      throw Diagnostic(
        .timeout, "it has not ended\(limit.map { " within \($0.shortText)" } ?? "")", at: span,
        help: "Type :jobs to see what runs.")
    }
    try tellFailure(of: selection, at: span)
  }

  /// Ends the wait as the jobs have ended that were waited for; each failure is told so once.
  private func tellFailure(of selection: Selection, at span: Span) throws(Diagnostic) {
    var failed = failedJobs
    if case .number(let number, _) = selection { failed.formIntersection([number]) }
    failedJobs.subtract(failed)
    guard !failed.isEmpty else { return }
    let list = failed.sorted().map { "#\($0)" }.joined(separator: ", ")
    throw Diagnostic(.failed, "job \(list) has failed", at: span)
  }

  /// How a script ends that has not waited for a job which has failed.
  public var backgroundStatus: Status {
    failedJobs.isEmpty && !ear.hasHeard ? .ok : .runtimeError
  }
}

extension Duration {
  /// The duration in whole units that are easy to read: `340ms`, `12s`.
  fileprivate var roundedText: String {
    let seconds = self / .seconds(1)
    return seconds < 1
      ? Duration.milliseconds(Int((seconds * 1_000).rounded())).shortText
      : Duration.seconds(Int(seconds.rounded())).shortText
  }
}
