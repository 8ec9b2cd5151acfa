// The disposal of nodes.
//
// A node's closure and value belong to the user: releasing them runs the user's deinits, which may write, cancel,
// make nodes and release other nodes. So disposal has two steps. `detach` takes the node out of the graph and
// runs no user code. `bury` then releases the closure and the value and frees the block. Nodes that a deinit releases
// are queued for the running loop, so releasing a chain of a million nodes needs no more stack than a chain of two.

@MainActor
extension Engine {
  /// Disposes of a node whose owner was released or has cancelled it.
  ///
  /// A computed that has subscribers lives until its last subscriber is gone. The closure and the value are
  /// released at once, unless the node's closure is running or a deinit of another node is running: then they
  /// are released directly after that.
  func release(_ node: NodeRef) {
    #if ObservationInterop
      // Observation is no subscriber: the tracking of the node ends with its handle.
      if node.flags.contains(.linked) { endObservation(of: node) }
    #endif
    let flags = node.flags
    if flags.contains(.computed), !node.subs.isNone,
      !flags.contains(.cyclic) || !isDownstreamOfItself(node)
    {
      node.flags = flags.union(.released)
      return
    }
    let isNested = unsafe state.pointee.isDisposing
    if !isNested, mustEnter { return enter { release(node) } }
    let floor = unsafe state.pointee.doomed.count
    // Nodes that lose their last subscriber through this call are doomed, too.
    unsafe state.pointee.isDisposing = true
    detach(node)
    if isNested {
      // A running node is doomed at the end of its evaluation.
      if !flags.contains(.running) { unsafe state.pointee.doomed.push(node.offset) }
      return
    }
    let active = unsafe exchange(&state.pointee.active, with: 0)
    bury(node)
    // Does not bury nodes that an outer evaluation has doomed; they wait for the end of that evaluation.
    buryDoomed(downTo: floor)
    unsafe state.pointee.doomed.shrinkIfEmpty()
    unsafe state.pointee.active = active
    unsafe state.pointee.isDisposing = false
    if unsafe state.pointee.isUnsettled { settle() } else { releaseIfUnused() }
  }

  /// Disposes of a node of a cycle whose handle was released before the cycle was found.
  func releaseAgain(_ node: NodeRef) {
    // A node without subscribers is doomed already.
    let flags = node.flags
    guard flags.contains(.released), !flags.contains(.dead), !node.subs.isNone else { return }
    detach(node)
    // A running node is doomed at the end of its evaluation.
    if !flags.contains(.running) { doom(node) }
  }

  private func buryDoomed(downTo floor: Int) {
    while unsafe state.pointee.doomed.count > floor {
      let node = node(unsafe state.pointee.doomed.pop())
      if !node.flags.contains(.dead) { detach(node) }
      bury(node)
    }
  }

  /// Takes a node out of the graph.
  private func detach(_ node: NodeRef) {
    let flags = node.flags
    assert(flags.contains(.live) && !flags.contains(.dead), "ended twice")
    node.flags = flags.subtracting([.dirty, .pending]).union(.dead)
    #if ObservationInterop
      if flags.contains(.linked) { endObservation(of: node) }
    #endif
    dropLinks(of: node)
    if !flags.isDisjoint(with: [.labelled, .noted]) { forget(node) }
    unsafe state.pointee.nodes -= 1
  }

  /// Releases the closure and the value of a dead node.
  private func bury(_ node: NodeRef) {
    let flags = node.flags
    // A running node is doomed at the end of its evaluation.
    if flags.contains(.running) { return }
    assert(flags.contains(.dead) && !flags.contains(.emptied))
    let hasCell = !flags.isDisjoint(with: [.property, .computed]) && !flags.contains(.plain)
    let hasWork = flags.isDisjoint(with: [.property, .command])
    let work: Work? = hasWork ? unsafe node.work.move() : nil
    if hasCell { node.storedType.empty(node) } else { freeEmptied(node) }
    _ = consume work
  }

  /// Frees the block of a dead node whose closure and value are released, unless a link or the queue refers to it.
  func freeEmptied(_ node: NodeRef) {
    node.flags.insert(.emptied)
    // The flush that finds the node in the queue frees it.
    if node.flags.contains(.queued) { return }
    // An observer has no subscribers; its `subs` field has another use (`NodeRef.cause`).
    if node.flags.contains(.observer) || node.subs.isNone { free(node) }
  }

  /// Handles the loss of the last link to `node`, which has no owner.
  @inline(never)
  func loseLastLink(_ node: NodeRef) {
    let flags = node.flags
    if !flags.contains(.dead) { return doom(node) }
    if flags.contains(.emptied) { free(node) }
  }

  /// Releases a value that a write has replaced, with the graph current; no evaluation records reads of the deinit.
  @inlinable @inline(__always)
  func letGo<Value>(_ value: consuming Value) {
    if _isPOD(Value.self) || !isTracking { return extendLifetime(value) }
    letGoElsewhere(value)
  }

  @usableFromInline
  @inline(never)
  func letGoElsewhere<Value>(_ value: consuming Value) {
    var ending: Value? = value
    perform { _ = ending.take() }
  }

  /// Keeps a value that an evaluation has replaced until its deinit may run.
  @inlinable
  func discard<Value>(_ value: consuming Value) {
    if !_isPOD(Value.self) { discard(any: value) }
  }

  @usableFromInline
  func discard(any value: Any) {
    unsafe context.discarded.append(value)
    settleSoon()
  }

  /// Queues a node without owner and subscribers for the next loop that buries nodes.
  @inline(never)
  func doom(_ node: NodeRef) {
    unsafe state.pointee.doomed.push(node.offset)
    unsafe state.pointee.isUnsettled = true
  }

  /// Records that some work waits for `settle`.
  func settleSoon() { unsafe state.pointee.isUnsettled = true }

  /// Does the work that had to wait for the end of evaluations: releases replaced values, reports issues and
  /// runs observers that were queued during the evaluations.
  ///
  /// The engine calls it at the end of an evaluation when work waits. All of this may run user code, so it waits
  /// while an edit has borrowed a value.
  @inline(never)
  func settle() {
    guard unsafe state.pointee.pulls == 0, unsafe !state.pointee.isDisposing else { return }
    if unsafe Engine.pausedPulls > 0 || Engine.lent > 0 {
      if unsafe state.pointee.written.count > 0 { markDeferred() }
      return settleAfterOthers()
    }
    if mustEnter { return enter(settle) }
    unsafe state.pointee.holds += 1
    let active = unsafe exchange(&state.pointee.active, with: 0)
    while unsafe state.pointee.isUnsettled {
      unsafe state.pointee.isUnsettled = false
      if unsafe state.pointee.written.count > 0 { markDeferred() }
      unsafe state.pointee.isDisposing = true
      repeat { buryDoomed(downTo: 0) } while unsafe context.discarded.popLast() != nil
      unsafe state.pointee.isDisposing = false
      Engine.settleOthers()
      if unsafe state.pointee.flushing { continue }
      if unsafe state.pointee.batches == 0 { flush() }
      if unsafe state.pointee.firstRuns == 0, context.hasIssues { context.tell() }
    }
    unsafe state.pointee.isUnsettled = context.hasIssues
    unsafe state.pointee.doomed.shrinkIfEmpty()
    let isLarge = unsafe context.discarded.capacity > Engine.largestEmptyTable
    if isLarge { unsafe context.discarded = [] }
    unsafe state.pointee.written.shrinkIfEmpty()
    unsafe state.pointee.active = active
    unsafe state.pointee.holds -= 1
    releaseIfUnused()
  }
}

extension Engine {
  /// Begins a walk of the graph; until its end, blocks that the walk may refer to are not reused.
  ///
  /// - Returns: The argument for `endWalk`.
  @inline(__always)
  func beginWalk() -> UInt32 {
    let outer = unsafe state.pointee.walkSerial
    unsafe state.pointee.walks += 1
    unsafe state.pointee.walkSerial = state.pointee.serial
    return outer
  }

  /// Begins a pull: an evaluation that a read requests.
  @inline(__always)
  func beginPull() {
    if unsafe state.pointee.pulls == 0 {
      unsafe state.pointee.pullSerial = state.pointee.serial
    }
    unsafe state.pointee.pulls += 1
  }

  /// Ends a walk; the end of the outermost walk frees the blocks in quarantine.
  @inline(__always)
  func endWalk(_ outer: UInt32) {
    unsafe state.pointee.walkSerial = outer
    unsafe state.pointee.walks -= 1
    if unsafe state.pointee.walks == 0
      && (state.pointee.quarantine.count > 0 || state.pointee.orphaned)
    {
      emptyQuarantine()
    }
  }

  /// Runs `body` as a walk, so that no existing block is reused before it returns.
  func walking<Result>(_ body: () -> Result) -> Result {
    let outer = beginWalk()
    defer { endWalk(outer) }
    return body()
  }

  @inline(never)
  private func emptyQuarantine() {
    while unsafe state.pointee.quarantine.count > 0 {
      let offset = unsafe state.pointee.quarantine.pop()
      // The lowest bit distinguishes links from nodes.
      recycle(offset & ~1)
    }
    unsafe state.pointee.quarantine.shrinkIfEmpty()
    releaseIfUnused()
  }

  /// Whether no walk can refer to `node` or its links: no walk is in progress, or the node is younger than the walk.
  ///
  /// So nodes that an evaluation both makes and releases are recycled at once.
  @inline(__always)
  private func isOutOfReach(_ node: NodeRef) -> Bool {
    unsafe state.pointee.walks == 0 || node.serial > state.pointee.walkSerial | state.pointee.reach
  }

  /// Frees a block now, or after the walks in progress.
  @inline(__always)
  private func free(_ node: NodeRef) {
    if isOutOfReach(node) {
      recycle(node.offset)
    } else {
      unsafe state.pointee.quarantine.push(node.offset)
    }
  }

  /// Frees a link of `sub` now, or after the walks in progress.
  @inline(__always)
  func free(_ link: LinkRef, of sub: NodeRef) {
    if isOutOfReach(sub) {
      recycle(link.offset)
    } else {
      // Offsets are multiples of 8, so the lowest bit can distinguish links from nodes.
      unsafe state.pointee.quarantine.push(link.offset | 1)
    }
  }
}
