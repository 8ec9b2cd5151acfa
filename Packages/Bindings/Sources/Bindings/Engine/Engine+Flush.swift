@MainActor
extension Engine {
  /// Queues an observer downstream of `source`, which was written.
  @inline(__always)
  func enqueue(_ observer: NodeRef, because source: NodeRef) {
    let serial = observer.serial
    if unsafe serial < state.pointee.lastQueued { unsafe state.pointee.unsorted = true }
    unsafe state.pointee.lastQueued = serial
    observer.flags.insert(.queued)
    if unsafe state.pointee.queue.count == 0 { unsafe Engine.queues += 1 }
    unsafe state.pointee.queue.push(observer.offset)
    observer.cause = unsafe Engine.flushes > 0 ? noteCause(of: observer, source) : 0
  }

  /// Handles a new value of a property: marks the nodes downstream and, outside a batch, runs the observers.
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
    if unsafe state.pointee.batches == 0 && !state.pointee.flushing
      && (state.pointee.queue.count > 0 || isTracing)
    {
      flush()
    }
  }

  /// Runs the queued observers, pass after pass, until nothing is queued.
  ///
  /// Within a pass, observers run in subscription order; observers that they queue run in the next pass. The
  /// writes of all passes to other graphs form one batch there. Observers of those graphs run when nothing is
  /// queued here; their writes to this graph cause further passes.
  @usableFromInline
  @inline(never)
  func flush() {
    let isEmpty = unsafe state.pointee.queue.count == 0
    if isEmpty, !isTracing { return }
    // A batch inside a computed does not run observers, which wait for the end of the evaluation.
    if unsafe state.pointee.pulls > 0 { return settleSoon() }
    if mustHold, !isEmpty || tracing?.isOpen == true { return hold() }
    if isEmpty {
      tracing?.closeBatch()
      return
    }
    if mustEnter { enter(flushEntered) } else { flushEntered() }
  }

  private func flushEntered() {
    unsafe state.pointee.flushing = true
    unsafe Engine.flushes += 1
    let run = unsafe Engine.causes.run
    let walk = beginWalk()
    let outer = unsafe exchange(&state.pointee.active, with: 0)
    // If a deinit has caused this flush, the flush still disposes of objects that its observers release at once.
    let isDisposing = unsafe exchange(&state.pointee.isDisposing, with: false)
    repeat {
      Engine.beginBatchOfAll()
      runPasses()
      Engine.endBatchOfAll()
    } while hasQueued
    unsafe Engine.flushes -= 1
    if unsafe Engine.flushes == 0 {
      unsafe Engine.causes.removeAll()
    } else {
      unsafe Engine.causes.run = run
    }
    unsafe Engine.queues -= 1
    unsafe state.pointee.queue.removeAll()
    unsafe state.pointee.guards.remove(.hiding)
    unsafe state.pointee.path.shrinkIfEmpty()
    unsafe state.pointee.queueHead = 0
    unsafe state.pointee.lastQueued = 0
    unsafe state.pointee.active = outer
    unsafe state.pointee.isDisposing = isDisposing
    unsafe state.pointee.flushing = false
    if isTracing { tracing?.closeBatch() }
    let isUnsettled = unsafe state.pointee.isUnsettled
    endWalk(walk)
    if isUnsettled { settle() }
    Engine.runChecks()
  }

  private func runPasses() {
    while hasQueued {
      let end = unsafe state.pointee.queue.count
      if unsafe state.pointee.unsorted { sortPass() }
      unsafe state.pointee.lastQueued = 0
      while unsafe state.pointee.queueHead < end {
        if unsafe state.pointee.guards.contains(.hiding) {
          runHidden(to: end)
        } else {
          runNext()
        }
      }
    }
  }

  @inline(__always)
  private func runNext() {
    let head = unsafe state.pointee.queueHead
    unsafe state.pointee.queueHead = head + 1
    runQueued(node(unsafe state.pointee.queue[head]))
  }

  /// Runs the rest of a pass with values hidden from tracers in everything that the observers do.
  @inline(never)
  private func runHidden(to end: Int) {
    Trace.hiding(true) {
      while unsafe state.pointee.queueHead < end { runNext() }
    }
  }

  /// Whether an observer waits in the queue.
  @inline(__always)
  var hasQueued: Bool { unsafe state.pointee.queueHead < state.pointee.queue.count }

  // Not isolated, because an isolated comparison closure would check its actor at every call.
  @inline(never)
  private nonisolated func sortPass() {
    unsafe state.pointee.unsorted = false
    var pass = unsafe state.pointee.queue.slice(from: state.pointee.queueHead)
    unsafe pass.sort { node($0).serial < node($1).serial }
  }

  @inline(__always)
  private func runQueued(_ observer: NodeRef) {
    let flags = observer.flags.subtracting(.queued)
    observer.flags = flags
    if flags.contains(.dead) {
      if flags.contains(.emptied) { freeEmptied(observer) }
      return
    }
    let cause = observer.cause
    unsafe Engine.causes.run = cause
    // At this point the flush refers to this observer only.
    unsafe state.pointee.walkSerial = state.pointee.serial
    if flags.contains(.dirty) || isStaleAlone(observer) {
      if !observer.flags.contains(.dead), cause == 0 || mayRun(observer, cause) {
        run(observer)
      } else if isTracing {
        _ = context.notes.take(observer)
      }
    } else {
      observer.flags.remove(.pending)
      if isTracing { noteSkip(observer) }
    }
    if unsafe state.pointee.isUnsettled { settle() }
  }

  /// Calls `isStale` as a pull of its own, because no other node waits for the observer.
  @inline(__always)
  private func isStaleAlone(_ observer: NodeRef) -> Bool {
    beginPull()
    let isStale = isStale(observer)
    unsafe state.pointee.pulls -= 1
    return isStale
  }

  /// Runs an observer's closure and records its reads.
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
    let walk = beginWalk()
    beginBatch()
    Engine.beginBatchOfAll()
    unsafe state.pointee.firstRuns += 1
    if mustEnter { enter { run(node) } } else { run(node) }
    unsafe state.pointee.firstRuns -= 1
    Engine.endBatchOfAll()
    endBatch()
    endWalk(walk)
    if unsafe state.pointee.isUnsettled { settle() }
    return node
  }

  /// Runs an observer and records the run if there is a tracer.
  @inline(__always)
  private func run(_ observer: NodeRef) {
    if isTracing { runTraced(observer) } else { evaluate(observer: observer) }
  }

  /// Runs `body` while no engine records reads.
  @inlinable
  func untracked<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Engines that are not at work record no reads in any case.
    let engine = unsafe Engine(base: Engine.working ?? base)
    let outer = unsafe exchange(&engine.state.pointee.active, with: 0)
    defer { unsafe engine.state.pointee.active = outer }
    return try body()
  }
}
