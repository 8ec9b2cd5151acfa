extension Command {
  /// Runs the command with `input`.
  ///
  /// - Returns: The execution: finished, running, waiting or rejected.
  @discardableResult
  public func execute(_ input: Input) -> Execution<Output> {
    guard state.isEnabled.peek(), unsafe !isInside else { return reject() }
    switch body {
    case .immediate(let body): return runImmediately(body, input)
    case .suspending: return schedule(input)
    }
  }

  private func runImmediately(
    _ body: @MainActor (Input) throws -> Output, _ input: Input
  ) -> Execution<Output> {
    let engine = state.engine
    unsafe isInside = true
    engine.beginBatch()
    state.hold { { [weak self] in self?.cancel() } }
    defer {
      unsafe isInside = false
      state.release()
      engine.endBatch()
    }
    if engine.isTracing { return runTraced(body, input) }
    do {
      let output = try engine.perform { () throws in try body(input) }
      succeed(output)
      return Execution(.success(output))
    } catch {
      return Execution(.run(fail(error)))
    }
  }

  @inline(never)
  private func runTraced(
    _ body: @MainActor (Input) throws -> Output, _ input: Input
  ) -> Execution<Output> {
    let start = state.traceStart(input, cause: Trace.current)
    do {
      let output = try Trace.withCause(start) {
        try state.engine.perform { () throws in try body(input) }
      }
      withEnd(.success(output), start) { succeed(output) }
      return Execution(.success(output))
    } catch {
      return Execution(.run(withEnd(.failure(error), start) { fail(error) }))
    }
  }

  private func succeed(_ output: Output) {
    if unsafe resultSource.hasObservers { resultSource.send(output) }
    state.succeed()
  }

  private func fail(_ error: any Error) -> CommandRun<Output> {
    state.fail(error)
    let run = makeRun()
    run.settle(.failure(error))
    return run
  }

  /// Records the end of an execution; `body` makes the changes that it causes.
  private func withEnd<Result>(
    _ outcome: Outcome<Output>, _ start: TraceRecord.ID?, cancel: TraceRecord.ID? = nil,
    _ body: () -> Result
  ) -> Result {
    resultSource.isSecure = node.isSecure
    return Trace.withCause(state.traceEnd(outcome, start: start, cancel: cancel), body)
  }

  private func schedule(_ input: Input) -> Execution<Output> {
    let running = live.peek()
    let run: CommandRun<Output>
    switch policy.decision(running: running.count - waiting.count, waiting: waiting.count) {
    case .start:
      run = makeRun()
      start(run, input)
    case .wait:
      run = makeRun()
      waiting.append((run, input))
      admit(run)
    case .replace:
      for earlier in running { cancel(earlier) }
      run = makeRun()
      start(run, input)
    case .join:
      guard let first = running.first else { return reject() }
      run = first
    case .reject:
      return reject()
    }
    return Execution(.run(run))
  }

  private func makeRun() -> CommandRun<Output> {
    let run = CommandRun<Output>(state: state) { [weak self] in self?.cancel($0) }
    if state.engine.isTracing { run.trace = Trace.current }
    return run
  }

  private func start(_ run: CommandRun<Output>, _ input: Input) {
    if state.engine.isTracing {
      run.trace = state.traceStart(input, cause: run.trace)
      Trace.withCause(run.trace) { startUntraced(run, input) }
    } else {
      startUntraced(run, input)
    }
  }

  private func startUntraced(_ run: CommandRun<Output>, _ input: Input) {
    guard case .suspending(let body) = body else { return }
    state.engine.perform {
      admit(run)
      run.task = startTask {
        do {
          let output = try await Progress.$current.withValue(run.progressBox) {
            try await body(input)
          }
          self.finish(run, run.isCancelled ? .cancelled : .success(output))
        } catch {
          let wasCancelled = run.isCancelled || error is CancellationError
          self.finish(run, wasCancelled ? .cancelled : .failure(error))
        }
      }
      // The body may have ended already.
      if run.outcome != nil { run.task = nil }
    }
  }

  /// Shows a run that has begun or waits.
  private func admit(_ run: CommandRun<Output>) {
    state.graphBatch {
      if !live.peek().contains(where: { $0 === run }) { live.value = live.peek() + [run] }
      update()
    }
  }

  private func finish(_ run: CommandRun<Output>, _ outcome: Outcome<Output>) {
    if state.engine.isTracing {
      withEnd(outcome, run.trace, cancel: run.cancelTrace) { finishUntraced(run, outcome) }
    } else {
      finishUntraced(run, outcome)
    }
  }

  private func finishUntraced(_ run: CommandRun<Output>, _ outcome: Outcome<Output>) {
    state.graphBatch {
      run.settle(outcome)
      live.value = live.peek().filter { $0 !== run }
      switch outcome {
      case .success(let output):
        state.succeed()
        resultSource.send(output)
      case .failure(let error): state.fail(error)
      case .cancelled, .rejected: break
      }
      startNext()
      update()
    }
  }

  private func startNext() {
    while !waiting.isEmpty, policy.admitsNext(running: live.peek().count - waiting.count) {
      let next = waiting.removeFirst()
      let reasons = state.conditionReasons
      guard reasons.isEmpty else {
        let rejection = Rejection(command: label, code: .disabled, reasons: reasons)
        if state.engine.isTracing { state.traceRejection(rejection) }
        live.value = live.peek().filter { $0 !== next.run }
        next.run.settle(.rejected(rejection))
        continue
      }
      start(next.run, next.input)
    }
  }

  private func cancel(_ run: CommandRun<Output>) {
    guard run.outcome == nil else { return }
    run.isCancelled = true
    if state.engine.isTracing { run.cancelTrace = Trace.current }
    if let index = waiting.firstIndex(where: { $0.run === run }) {
      waiting.remove(at: index)
      finish(run, .cancelled)
    } else {
      run.task?.cancel()
    }
  }

  /// Derives the state from the runs.
  private func update() {
    let running = live.peek().count - waiting.count
    state.isExecuting.value = running > 0
    state.isSaturated.value =
      policy.decision(running: running, waiting: waiting.count) == .reject
    if running > 0 { state.hold { { [weak self] in self?.cancel() } } } else { state.release() }
  }

  private func reject() -> Execution<Output> {
    let rejection = state.makeRejection()
    if state.engine.isTracing { state.traceRejection(rejection) }
    return Execution(.rejected(rejection))
  }
}

extension Command {
  /// Asks everything that runs to stop and drops what waits.
  ///
  /// A body notices at its next cancellation point; until it returns, the command is executing.
  public func cancel() {
    for run in live.peek() { cancel(run) }
  }

  /// A command that cancels this one, enabled while there is something to cancel.
  public func makeCancelCommand() -> Command<Void, Void> {
    Command<Void, Void>(
      label: "\(label).cancel", enabled: state.isExecuting, graph: state.graph
    ) {
      self.cancel()
    }
  }
}

/// Starts `body` at once, up to its first suspension, where the system can.
@MainActor
private func startTask(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    Task.immediate { @MainActor in await body() }
  } else {
    Task { @MainActor in await body() }
  }
}
