@MainActor
extension Engine {
  /// An observer may run this often in one flush.
  nonisolated static var runLimit: UInt32 { 100 }

  @inline(__always)
  func enqueue(_ observer: NodeRef) {
    let serial = observer.serial
    if unsafe serial < state.pointee.lastQueued { unsafe state.pointee.unsorted = true }
    unsafe state.pointee.lastQueued = serial
    observer.flags.insert(.queued)
    unsafe state.pointee.queue.push(observer.offset)
  }

  /// A property has a new value: marks and, outside a batch, runs the observers.
  @usableFromInline
  func didWrite(_ node: NodeRef) {
    propagate(from: node)
    if unsafe state.pointee.batches == 0 && !state.pointee.flushing { flush() }
  }

  @inlinable @inline(__always)
  func beginBatch() { unsafe state.pointee.batches += 1 }

  @inlinable @inline(__always)
  func endBatch() {
    unsafe state.pointee.batches -= 1
    if unsafe state.pointee.batches == 0 && state.pointee.queue.count > 0
      && !state.pointee.flushing
    {
      flush()
    }
  }

  /// Runs the queued observers, pass after pass, until nothing is queued.
  ///
  /// Within a pass they run in subscription order; what they queue comes in the next pass.
  @usableFromInline
  @inline(never)
  func flush() {
    if unsafe state.pointee.queue.count == 0 { return }
    if mustHold { return hold() }
    if mustEnter { return enter(flush) }
    if isTracing, !beginTracedFlush() { return }
    unsafe state.pointee.flushing = true
    unsafe state.pointee.flush &+= 1
    unsafe state.pointee.walks += 1
    let outer = unsafe state.pointee.active
    unsafe state.pointee.active = 0
    if isTracing { runPassesTraced() } else { runPasses(isTraced: false) }
    unsafe state.pointee.queue.count = 0
    unsafe state.pointee.queueHead = 0
    unsafe state.pointee.lastQueued = 0
    unsafe state.pointee.active = outer
    unsafe state.pointee.guards.remove(.cycleHunt)
    unsafe state.pointee.flushing = false
    if isTracing { tracing?.closeBatch() }
    endWalk()
  }

  @inline(never)
  private func runPassesTraced() { runPasses(isTraced: true) }

  // Inlined for each case, so that a run need not ask.
  @inline(__always)
  private func runPasses(isTraced: Bool) {
    while unsafe state.pointee.queueHead < state.pointee.queue.count {
      let end = unsafe state.pointee.queue.count
      if unsafe state.pointee.unsorted { sortPass() }
      unsafe state.pointee.lastQueued = 0
      while unsafe state.pointee.queueHead < end {
        let head = unsafe state.pointee.queueHead
        unsafe state.pointee.queueHead = head + 1
        runQueued(node(unsafe state.pointee.queue[head]), isTraced: isTraced)
      }
    }
  }

  // Not isolated: an isolated comparison would ask for its actor at every call.
  @inline(never)
  private nonisolated func sortPass() {
    unsafe state.pointee.unsorted = false
    var pass = unsafe state.pointee.queue.slice(from: state.pointee.queueHead)
    unsafe pass.sort { node($0).serial < node($1).serial }
  }

  @inline(__always)
  private func runQueued(_ observer: NodeRef, isTraced: Bool) {
    let flags = observer.flags.subtracting(.queued)
    observer.flags = flags
    if flags.contains(.dead) { return free(observer) }
    if !flags.contains(.dirty), !isStale(observer) {
      observer.flags.remove(.pending)
      if isTraced { noteSkip(observer) }
      return
    }
    guard !observer.flags.contains(.dead), mayRun(observer) else { return }
    if isTraced { runTraced(observer) } else { evaluate(observer: observer) }
  }

  /// Counts the run; refuses the one past the limit.
  @inline(__always)
  private func mayRun(_ observer: NodeRef) -> Bool {
    let flush = unsafe state.pointee.flush
    if observer.flushStamp != flush {
      observer.flushStamp = flush
      observer.flushRuns = 1
      return true
    }
    let runs = observer.flushRuns
    observer.flushRuns = runs + 1
    return runs < Engine.runLimit - 3 || mayRunNearLimit(observer, runs: runs)
  }

  @inline(never)
  private func mayRunNearLimit(_ observer: NodeRef, runs: UInt32) -> Bool {
    // The last runs are watched, so that the report can name the cycle.
    unsafe state.pointee.guards.insert(.cycleHunt)
    if runs < Engine.runLimit { return true }
    observer.flags = observer.flags.subtracting([.dirty, .pending])
    reportRunaway(observer)
    return false
  }

  /// Runs an observer's closure and keeps what it reads.
  @inline(__always)
  func evaluate(observer: NodeRef) {
    let outer = beginTracking(observer)
    observer.callWork()
    endTracking(observer, restoring: outer)
  }

  /// Makes an observer and runs it for the first time.
  @usableFromInline
  func observe(
    label: String?, file: StaticString, line: UInt,
    _ body: consuming @escaping @MainActor () -> Void
  ) -> NodeRef {
    let node = makeNode(
      .observer, size: NodeHeader.observerSize, label: label, file: file, line: line)
    node.setWork(body)
    unsafe state.pointee.walks += 1
    beginBatch()
    if mustEnter {
      enter { runFirst(node) }
    } else {
      runFirst(node)
    }
    endBatch()
    endWalk()
    return node
  }

  @inline(__always)
  private func runFirst(_ observer: NodeRef) {
    if isTracing { runTraced(observer) } else { evaluate(observer: observer) }
  }

  /// Runs `body` while no engine records reads.
  @inlinable
  func untracked<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Others than the engine at work record nothing anyhow.
    let engine = unsafe Engine(base: Engine.working ?? base)
    let outer = unsafe engine.state.pointee.active
    unsafe engine.state.pointee.active = 0
    defer { unsafe engine.state.pointee.active = outer }
    return try body()
  }
}
