// The traced variants of the engine's operations. The untraced paths test one bit.

@MainActor
extension Engine {
  var tracing: TraceState? { context.tracing }

  func install(_ tracer: (any Tracer)?) {
    // The notes name records that the new tracer has not received, of changes that may be old.
    context.notes = TraceNotes()
    let old = exchange(&context.tracing, with: tracer.map { TraceState($0) })
    unsafe Engine.tracers += (tracer == nil ? 0 : 1) - (old == nil ? 0 : 1)
    if tracer == nil {
      unsafe state.pointee.guards.remove(.tracing)
      // Without a tracer, no write would show the values again.
      if old != nil { for node in allNodes { node.flags.remove(.veiled) } }
    } else {
      unsafe state.pointee.guards.insert(.tracing)
    }
    // The deinit of the old tracer may write, which is not allowed during an evaluation.
    discard(old)
    settle()
  }

  /// Makes a record and gives it to the tracer.
  @discardableResult
  func emit(
    _ kind: TraceRecord.Kind, cause: TraceRecord.ID? = Trace.current, node: Node? = nil,
    label: String? = nil, source: TraceSource? = nil, new: TraceValue? = nil,
    otherCauses: [TraceRecord.ID] = [], detail: String? = nil, error: (any Error)? = nil
  ) -> TraceRecord.ID? {
    guard let tracing else { return nil }
    joinBatchOfAll()
    let id = Trace.nextID()
    let isInBatch = unsafe tracing.isOpen || state.pointee.batches > 0
    tell(
      TraceRecord(
        id: id, kind: kind, cause: cause, otherCauses: otherCauses,
        batch: isInBatch ? joinBatch(tracing) : nil,
        node: node, label: label, source: source, new: new, detail: detail,
        error: error),
      to: tracing)
    return id
  }

  /// Gives a record to the tracer, whose reads are not tracked.
  private func tell(_ record: TraceRecord, to tracing: TraceState) {
    untracked { tracing.tracer.record(record) }
  }

  /// Describes a value, unless the graph is not traced or the node is secure.
  func traceValue<Value>(_ value: Value, of node: NodeRef) -> TraceValue? {
    guard isTracing else { return nil }
    return hides(node) ? .hidden : untracked { TraceValue(value) }
  }

  func traceValue<Event>(_ event: Event) -> TraceValue? {
    guard Event.self != Void.self, isTracing else { return nil }
    return Trace.hidesValues ? .hidden : untracked { TraceValue(event) }
  }

  /// The description of the value in the node's cell, which is not brought up to date.
  func storedValue(of node: NodeRef) -> TraceValue? {
    guard node.hasType else { return nil }
    return hides(node)
      ? .hidden : untracked { node.storedType.value(of: node).map { TraceValue($0) } }
  }

  /// Hides a value that was written or computed while values were hidden; it stays hidden until the next value.
  private func veil(_ record: inout TraceRecord, of node: NodeRef, _ hidesValues: Bool) {
    let isKnown = node.flags.contains(.live) && !node.flags.contains(.dead)
    if isKnown, node.flags.contains(.veiled) {
      record.old = record.old.map { _ in .hidden }
      if record.hasChanged {
        node.flags.remove(.veiled)
      } else {
        record.new = record.new.map { _ in .hidden }
      }
    }
    guard hidesValues else { return }
    record.new = record.new.map { _ in .hidden }
    // The tracer may have been removed meanwhile.
    if isKnown, record.hasChanged, isTracing { node.flags.insert(.veiled) }
  }

  /// Whether `node` has read a value that is hidden, in its latest evaluation.
  func hasReadHidden(_ node: NodeRef) -> Bool {
    if node.flags.contains(.dead) { return false }
    var link = node.deps
    while !link.isNone {
      if link.dep.isVeiled { return true }
      link = link.nextDep
    }
    return false
  }

  private func hides(_ node: NodeRef) -> Bool {
    node.flags.contains(.secure) || Trace.hidesValues
  }
}

@MainActor
extension Engine {
  /// Whether the running evaluation of a computed has read a hidden value, with or without depending on it.
  @exclusivity(unchecked)
  nonisolated(unsafe) static var hasReadHidden = false

  /// Notes the read of a hidden value, and stops the program at a value that is lent to an edit.
  @usableFromInline
  @inline(never)
  static func noteRead(of node: NodeRef) {
    if node.flags.contains(.borrowed) { stopAtBorrowed(node) }
    node.noteHiddenRead()
  }
}

extension NodeRef {
  /// Whether values derived from this value are hidden, because it was written or computed while values were hidden.
  ///
  /// Boolean values are exempt, because they reveal next to nothing, such as whether a command with a secret executes.
  var isVeiled: Bool { flags.contains(.veiled) && storedType != Stored<Bool>.self }

  /// Records a read of the value, if it is hidden, for the computed that is being evaluated or else for the run of the
  /// observer, whose tasks, signals and commands it also concerns.
  @MainActor
  func noteHiddenRead() {
    guard isVeiled else { return }
    unsafe Engine.hasReadHidden = true
    if !engine.isComputing { Trace.observerRun?.noteHidden() }
  }
}

@MainActor
extension Engine {
  /// Makes a record of an event of `node` in the current batch.
  private func makeRecord(
    _ kind: TraceRecord.Kind, of node: NodeRef, _ tracing: TraceState,
    because notes: TraceNotes.Note
  ) -> TraceRecord {
    TraceRecord(
      id: Trace.nextID(), kind: kind, cause: notes.cause, otherCauses: notes.otherCauses,
      batch: joinBatch(tracing), node: Node(node), label: label(node), source: node.source,
      evaluation: node.version &+ 1, period: tracing.period)
  }

  /// Takes the notes on why `node` runs now; without a noted cause, the cause is the current record.
  private func takeNotes(_ node: NodeRef) -> TraceNotes.Note {
    var notes = context.notes.take(node)
    notes.cause = notes.cause ?? Trace.current
    return notes
  }

  /// Does the work of `didWrite` when the write path needs care (`guards`); records the new value if there is a tracer.
  ///
  /// Describing a value and recording it run user code. So this happens after everything downstream of the write is
  /// marked, and before an observer runs.
  func didWriteGuarded(
    _ node: NodeRef, old: TraceValue?, isEdited: Bool, new: () -> TraceValue?
  ) {
    guard let tracing else { return didWriteUntraced(node) }
    joinBatchOfAll()
    beginBatch()
    var record = makeRecord(
      .write, of: node, tracing, because: TraceNotes.Note(cause: Trace.current))
    let hidesValues = Trace.hidesValues || isEdited && node.isVeiled
    if !defersMarks(of: node) {
      propagate(from: node)
      noteCause(record.id, below: node, hidesValues)
    }
    (record.old, record.new) = (old, new())
    veil(&record, of: node, hidesValues)
    tell(record, to: tracing)
    endBatch()
  }

  /// Records a write of an equal value.
  func noteEqualWrite(_ node: NodeRef, _ value: TraceValue?) {
    guard let tracing, !isComputing else { return }
    joinBatchOfAll()
    var record = makeRecord(
      .equalWrite, of: node, tracing, because: TraceNotes.Note(cause: Trace.current))
    (record.old, record.new, record.hasChanged) = (value, value, false)
    veil(&record, of: node, Trace.hidesValues)
    tell(record, to: tracing)
  }

  /// Evaluates a node like `evaluate` and records it.
  ///
  /// Describing a value and recording it run user code in the middle of a walk: that code may release nodes but, as in
  /// an evaluation, must not write.
  @inline(never)
  func updateTraced(_ node: NodeRef, as entry: UInt32) -> Bool {
    guard let tracing else { return evaluate(node, as: entry) }
    // Made before the evaluation, which may end the node.
    let notes = takeNotes(node)
    var record = makeRecord(.recompute, of: node, tracing, because: notes)
    let outer = unsafe exchange(&Engine.hasReadHidden, with: false)
    record.hasChanged = Trace.$current.withValue(record.id) {
      evaluate(node, as: entry) {
        record.old = storedValue(of: node)
        return !node.flags.contains(.dead)
      }
    }
    let readsHidden = unsafe exchange(&Engine.hasReadHidden, with: outer) || hasReadHidden(node)
    let hidesValues = Trace.hidesValues || notes.hidesValues || readsHidden
    computing(entry) {
      record.new = record.hasChanged ? storedValue(of: node) : record.old
      veil(&record, of: node, hidesValues)
      tell(record, to: tracing)
    }
    if record.hasChanged { noteCause(record.id, below: node, hidesValues) }
    return record.hasChanged
  }

  /// Runs an observer like `evaluate(observer:)`; the record comes before the records of the observer's actions.
  ///
  /// The actions of an observer that has read a hidden value are hidden, too.
  @inline(never)
  func runTraced(_ observer: NodeRef) {
    guard let tracing else { return evaluate(observer: observer) }
    let notes = takeNotes(observer)
    let record = makeRecord(.observerRun, of: observer, tracing, because: notes)
    tell(record, to: tracing)
    // The tracer may have ended the observer.
    if observer.flags.contains(.dead) { return }
    let context = context
    var run = exchange(&context.spareRun, with: nil) ?? TracedRun()
    Trace.hiding(Trace.hidesValues || notes.hidesValues || hasReadHidden(observer)) {
      Trace.$observerRun.withValue(run) {
        Trace.$current.withValue(record.id) { evaluate(observer: observer) }
      }
    }
    // A task that the observer has made keeps its run.
    if !run.hasReadHidden, isKnownUniquelyReferenced(&run) { context.spareRun = run }
  }

  /// Runs `body`, which brings nodes up to date; outside of batches, this is a batch of its own.
  func asTracedBatch(_ body: () -> Void) {
    joinBatchOfAll()
    let isAlone = unsafe tracing?.isOpen == false && state.pointee.batches == 0
    if isAlone { tracing?.openBatch() }
    body()
    if isAlone { tracing?.closeBatch() }
  }

  /// Records that a pending node does not need an evaluation.
  @inline(never)
  func noteSkip(_ node: NodeRef) {
    guard let tracing, !node.flags.contains(.dead) else { return }
    _ = context.notes.take(node)
    var record = makeRecord(.skip, of: node, tracing, because: TraceNotes.Note())
    computing(node.evaluation) {
      (record.new, record.hasChanged) = (storedValue(of: node), false)
      veil(&record, of: node, Trace.hidesValues)
      tell(record, to: tracing)
    }
  }

  private func noteCause(_ id: TraceRecord.ID, below node: NodeRef, _ hidesValues: Bool) {
    var link = node.subs
    while !link.isNone {
      if link.sub.flags.contains(.dirty) {
        context.notes.addCause(id, of: link.sub, hidesValues: hidesValues)
      }
      link = link.nextSub
    }
  }

  /// The number of graphs with a tracer.
  @exclusivity(unchecked)
  nonisolated(unsafe) static var tracers = 0

  /// Runs `body`, which comes later than its cause, with that cause; a graph with a tracer may be reached from a graph
  /// without one.
  static func caused(by cause: TraceRecord.ID?, _ body: () -> Void) {
    if unsafe tracers > 0 { Trace.withCause(cause, body) } else { body() }
  }

  /// Does the work of `didWrite` in an untraced graph.
  ///
  /// If values are hidden now, they stay hidden until the end of the flush, because a queued observer may write the
  /// value to a traced graph.
  private func didWriteUntraced(_ node: NodeRef) {
    if node.subs.isNone { return }
    let isDeferred = defersMarks(of: node)
    if !isDeferred { didWrite(node) }
    guard unsafe Engine.tracers > 0, isDeferred || hasQueued, Trace.hidesValues else { return }
    unsafe state.pointee.guards.insert(.hiding)
  }

  func label(_ node: NodeRef) -> String? {
    node.flags.contains(.labelled) ? context.labels[node.offset] : nil
  }
}

@MainActor
extension Engine {
  /// Makes all records until the end of a batch of all graphs part of one batch in this graph.
  private func joinBatchOfAll() {
    if mustHold, unsafe !state.pointee.flushing { hold() }
  }

  /// Returns the number of the current batch and opens a batch if there is none.
  ///
  /// Outside of batches, a record is a batch of its own.
  private func joinBatch(_ tracing: TraceState) -> Int {
    if !tracing.isOpen {
      tracing.openBatch()
      if unsafe !state.pointee.flushing && state.pointee.batches == 0 { tracing.closeBatch() }
    }
    return tracing.batch
  }
}
