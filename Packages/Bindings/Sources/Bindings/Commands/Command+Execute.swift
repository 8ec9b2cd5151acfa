// State changes first, then events: the end of an execution updates the whole state of the command, and may start the
// next execution, before `results` or `errors` send an event. So an observer of these events may execute again.

extension Command {
  /// Runs the command with `input`.
  ///
  /// - Returns: The execution: finished, running, waiting or rejected.
  @inlinable
  @discardableResult
  public func execute(_ input: Input) -> Execution<Output> {
    guard state.isEnabled.peek(), unsafe !isInside else { return reject() }
    switch unsafe body {
    case .immediate(let body): return runImmediately(body, input)
    case .suspending, .ended: return schedule(input)
    }
  }

  // Inlinable, because an unspecialized function would look up the metadata of the execution's types at each call; that
  // takes longer than a short body.
  @inlinable
  func runImmediately(
    _ body: @MainActor (Input) throws -> Output, _ input: Input
  ) -> Execution<Output> {
    let engine = state.engine
    engine.beginBatch()
    // A batch of all graphs, because the body may make another graph.
    Engine.beginBatchOfAll()
    defer {
      Engine.endBatchOfAll()
      engine.endBatch()
    }
    unsafe isInside = true
    let start = engine.isTracing ? traceStart(input) : nil
    do {
      let output = try caused(by: start) {
        try engine.perform { () throws in try body(input) }
      }
      unsafe isInside = false
      if resultSource.isObserved || state.hasFailed || engine.isTracing {
        tell(of: output, start)
      }
      return Execution(.success(output))
    } catch {
      unsafe isInside = false
      return fail(error, start)
    }
  }

  @usableFromInline
  @inline(never)
  func traceStart(_ input: Input) -> TraceRecord.ID? {
    state.trace(.commandStart, new: state.traceValue(input))
  }

  /// Ends an execution whose synchronous body has thrown.
  @usableFromInline
  @inline(never)
  func fail(_ error: any Error, _ start: TraceRecord.ID?) -> Execution<Output> {
    let run = makeRun()
    run.settle(.failure(error))
    conclude(.failure(error), start, run)
    tell()
    return Execution(.run(run))
  }

  @usableFromInline
  @inline(never)
  func tell(of output: Output, _ start: TraceRecord.ID?) {
    conclude(.success(output), start)
    tell()
  }

  @usableFromInline
  func schedule(_ input: Input) -> Execution<Output> {
    guard live.mayBeWritten() else { return refuse() }
    switch policy.decision(running: runs.count - waiting, waiting: waiting) {
    case .start: break
    case .wait:
      let run = makeRun()
      // Not `trace`, which is nil without a tracer: the body may reach a graph with a tracer.
      let cause = Trace.current
      run.turn = { run in Trace.withCause(cause) { self.start(run, input) } }
      waiting += 1
      enlist(run)
      if state.engine.isTracing {
        let queued = state.trace(.commandQueued)
        // The tracer may have cancelled the running execution or this one.
        if run.turn != nil { run.trace = queued }
      }
      update()
      return Execution(.run(run))
    case .replace:
      // A handler of the cancellation has executed the command; the execution that is about to start replaces it.
      guard unsafe !isReplacing else { return makeCancelled() }
      unsafe isReplacing = true
      if let latest { cancel(latest) }
      unsafe isReplacing = false
    case .join:
      if let latest, latest.outcome == nil, !latest.isCancelled { return Execution(.run(latest)) }
    case .reject: return reject()
    }
    let run = makeRun()
    start(run, input)
    return Execution(.run(run))
  }

  /// Returns an execution that is cancelled before its start.
  private func makeCancelled() -> Execution<Output> {
    let run = makeRun()
    run.isCancelled = true
    finish(run, .cancelled)
    return Execution(.run(run))
  }

  /// Returns a cancelled execution for a request inside a computed, without any change of the command's state.
  private func refuse() -> Execution<Output> {
    let run = makeRun()
    run.settle(.cancelled)
    return Execution(.run(run))
  }

  private func makeRun() -> ExecutionState<Output> {
    let run = ExecutionState<Output>(state: state) { [weak self] in self?.cancel($0) }
    if state.engine.isTracing { run.trace = Trace.current }
    // Set even without a tracer: a tracer may be installed later, and the body may reach a graph with a tracer.
    run.hidesValues = Trace.hidesValues
    return run
  }

  /// Starts a run and hides its values if needed; the run whose end starts a queued run may differ in this.
  private func start(_ run: ExecutionState<Output>, _ input: Input) {
    Trace.hiding(run.hidesValues) { begin(run, input) }
  }

  private func begin(_ run: ExecutionState<Output>, _ input: Input) {
    guard case .suspending(let body) = unsafe body else { return }
    latest = run
    enlist(run)
    if state.engine.isTracing {
      run.trace = state.trace(.commandStart, cause: run.trace, new: state.traceValue(input))
    }
    caused(by: run.trace) {
      state.engine.perform {
        update()
        // An observer of the start may have cancelled the run.
        guard !run.isCancelled else { return finish(run, .cancelled) }
        let task = BodyTask.start {
          run.task.begin()
          if run.isCancelled { run.task.cancel() }
          do {
            let output = try await CommandProgress.$current.withValue(run.progressBox) {
              try await body(input)
            }
            self.finish(run, run.isCancelled ? .cancelled : .success(output))
          } catch {
            let wasCancelled = run.isCancelled || error is CancellationError
            self.finish(run, wasCancelled ? .cancelled : .failure(error))
          }
        }
        if run.outcome == nil { run.task.suspend(task, isCancelled: run.isCancelled) }
      }
    }
  }

  /// Adds a run before user code learns about it and may execute again.
  private func enlist(_ run: ExecutionState<Output>) {
    if run.place < 0 { runs.append(run) }
  }

  private func finish(_ run: ExecutionState<Output>, _ outcome: Outcome<Output>) {
    // The previous error may be an object; its deinit must see the new state.
    let last = unsafe state.failure
    defer { withExtendedLifetime(last) {} }
    state.graph.batch {
      run.settle(outcome)
      runs.remove(run)
      runs.closeHoles()
      if latest === run { latest = nil }
      let cause = conclude(outcome, run.trace, run, cancel: run.cancelTrace)
      caused(by: cause) { settle() }
      tell()
    }
  }

  /// Sets `lastError` from an outcome and queues the outcome for its event.
  ///
  /// - Returns: The record of the end, which is the cause of the following records.
  @discardableResult
  private func conclude(
    _ outcome: Outcome<Output>, _ start: TraceRecord.ID?, _ run: ExecutionState<Output>? = nil,
    cancel: TraceRecord.ID? = nil
  ) -> TraceRecord.ID? {
    var cause = unsafe Engine.tracers > 0 ? Trace.current : nil
    if state.engine.isTracing {
      cause = state.traceEnd(outcome, start: start, cancel: cancel)
    }
    caused(by: cause) {
      switch outcome {
      case .success, .failure: state.show(run?.failure)
      case .cancelled, .rejected: break
      }
    }
    news.append((outcome, run, cause, Trace.hidesValues))
    return cause
  }

  /// Starts the queued executions that may run now, and updates the state.
  private func settle() {
    // A body that ends at once calls this method again: the loop continues instead of nesting.
    settling.run {
      // The condition may read the command's own state.
      if waiting > 0, runs.count == waiting, state.condition != nil { update() }
      guard runs.count == waiting, let next = runs.first, let turn = next.turn else { return }
      next.turn = nil
      waiting -= 1
      let conditions = state.engine.untracked { state.falseConditions }
      if conditions.isEmpty {
        turn(next)
      } else {
        let rejection = Rejection(
          command: label, code: .disabled, falseConditions: conditions)
        caused(by: next.trace) {
          if state.engine.isTracing { state.traceRejection(rejection) }
        }
        runs.remove(next)
        runs.closeHoles()
        next.settle(.rejected(rejection))
        settle()
      }
    }
    if !settling.isRunning { update() }
  }

  /// Sends the events for the outcomes in order, once the command's state is final.
  private func tell() {
    guard !settling.isRunning, unsafe !isTelling else { return }
    unsafe isTelling = true
    while let next = news.popFirst() {
      Trace.hiding(next.hidesValues) {
        Engine.caused(by: next.cause) { tell(of: next.outcome, next.run) }
      }
    }
    unsafe isTelling = false
  }

  private func tell(of outcome: Outcome<Output>, _ run: ExecutionState<Output>?) {
    switch outcome {
    case .success(let output):
      resultSource.isSecure = state.isSecure
      resultSource.send(output)
    case .failure(let error):
      // An observer of the event may stop observing, so this is checked first.
      if state.errorSource.isObserved { unsafe run?.failure?.isObserved = true }
      state.errorSource.isSecure = state.isSecure
      state.errorSource.send(error)
    case .cancelled, .rejected: break
    }
  }

  private func cancel(_ run: ExecutionState<Output>) {
    // A computed may cancel a task, which ends later, but must not change the state at once.
    guard run.outcome == nil, !run.isCancelled, run.turn == nil || live.mayBeWritten()
    else { return }
    run.isCancelled = true
    if state.engine.isTracing { run.cancelTrace = Trace.current }
    guard let turn = run.turn else { return run.task.cancel() }
    run.turn = nil
    waiting -= 1
    finish(run, .cancelled)
    // The deinit of the input may execute the command again.
    withExtendedLifetime(turn) {}
  }

  /// Derives the state from the runs.
  private func update() {
    let running = runs.count - waiting
    state.graph.batch {
      live.value = Population(version: live.cell.value.version &+ 1, count: runs.count)
      state.isExecuting.value = running > 0
      state.isSaturated.value = policy.decision(running: running, waiting: waiting) == .reject
    }
  }

  @usableFromInline
  func reject() -> Execution<Output> {
    let rejection = state.makeRejection()
    if state.engine.isTracing { state.traceRejection(rejection) }
    return Execution(.rejected(rejection))
  }

  @inlinable @inline(__always)
  func caused<Result>(
    by cause: TraceRecord.ID?, _ body: () throws -> Result
  ) rethrows -> Result {
    state.engine.isTracing ? try Trace.withCause(cause, body) : try body()
  }

  /// Cancels running executions and drops queued ones.
  ///
  /// A body detects the cancellation at its next cancellation point; until it returns, the command is executing.
  public func cancel() {
    state.graph.batch {
      for run in runs.members { cancel(run) }
    }
  }
}
