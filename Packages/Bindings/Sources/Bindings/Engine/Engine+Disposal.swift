// The end of nodes.
//
// A node's closure and value are the user's: releasing them runs his deinits, which may write, cancel,
// make nodes and release others. So an end has two steps. `detach` takes the node out of the graph and
// runs nobody's code. `bury` then releases what it held and frees the block. What a deinit releases
// joins the loop that is running, so that a chain of a million nodes needs no more stack than two.

extension Engine {
  /// Ends a node whose owner is gone or has cancelled it.
  ///
  /// A computed that has subscribers lives on until the last of them has let go. What the node held is
  /// released at once, unless its closure is running or a deinit of another node's is: then directly
  /// after that.
  @usableFromInline
  @MainActor
  func release(_ node: NodeRef) {
    #if ObservationInterop
      // Observation is no subscriber: what it tracks ends with its handle.
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
    // Nodes that lose their last subscriber by this are doomed, too.
    unsafe state.pointee.isDisposing = true
    detach(node)
    if isNested {
      // The end of its evaluation dooms a running one.
      if !flags.contains(.running) { unsafe state.pointee.doomed.push(node.offset) }
      return
    }
    let active = unsafe state.pointee.active
    unsafe state.pointee.active = 0
    bury(node)
    // Not what an evaluation further up has doomed: it waits for the end of that.
    buryDoomed(downTo: floor)
    unsafe state.pointee.doomed.shrinkIfEmpty()
    unsafe state.pointee.active = active
    unsafe state.pointee.isDisposing = false
    if unsafe state.pointee.isUnsettled { settle() } else { releaseIfUnused() }
  }

  /// Ends a node of a cycle whose handle went before the cycle was found.
  @MainActor
  func releaseAgain(_ node: NodeRef) {
    // One without subscribers is doomed already.
    let flags = node.flags
    guard flags.contains(.released), !flags.contains(.dead), !node.subs.isNone else { return }
    detach(node)
    // The end of its evaluation dooms a running one.
    if !flags.contains(.running) { doom(node) }
  }

  @MainActor
  private func buryDoomed(downTo floor: Int) {
    while unsafe state.pointee.doomed.count > floor {
      let node = node(unsafe state.pointee.doomed.pop())
      if !node.flags.contains(.dead) { detach(node) }
      bury(node)
    }
  }

  /// Takes a node out of the graph.
  @MainActor
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

  /// Releases what a dead node held.
  private func bury(_ node: NodeRef) {
    let flags = node.flags
    // The end of its evaluation dooms a running one.
    if flags.contains(.running) { return }
    assert(flags.contains(.dead) && !flags.contains(.emptied))
    let hasCell = !flags.isDisjoint(with: [.property, .computed]) && !flags.contains(.plain)
    if flags.isDisjoint(with: [.property, .command]) {
      let work = unsafe node.work.move()
      if hasCell { node.storedType.empty(node) } else { freeEmptied(node) }
      _ = consume work
    } else if hasCell {
      node.storedType.empty(node)
    } else {
      freeEmptied(node)
    }
  }

  /// Frees the block of a dead node that holds nothing more, unless a link or the queue leads to it.
  func freeEmptied(_ node: NodeRef) {
    node.flags.insert(.emptied)
    // The flush that finds it in the queue frees it.
    if node.flags.contains(.queued) { return }
    // An observer has no subscribers; it uses their place for something else.
    if node.flags.contains(.observer) || node.subs.isNone { free(node) }
  }

  /// The last link to `node`, which has no owner, is gone.
  @inline(never)
  func loseLastLink(_ node: NodeRef) {
    let flags = node.flags
    if !flags.contains(.dead) { return doom(node) }
    if flags.contains(.emptied) { free(node) }
  }

  /// Lets go of a value that a write has replaced: on behalf of the graph, and nobody records the reads.
  @inlinable @inline(__always)
  @MainActor
  func letGo<Value>(_ value: consuming Value) {
    if _isPOD(Value.self) || !isTracking { return extendLifetime(value) }
    letGoElsewhere(value)
  }

  @usableFromInline
  @inline(never)
  @MainActor
  func letGoElsewhere<Value>(_ value: consuming Value) {
    var ending: Value? = value
    perform { _ = ending.take() }
  }

  /// Keeps a value that an evaluation has replaced until its end may run the user's code.
  @inlinable
  func discard<Value>(_ value: consuming Value) {
    if _isPOD(Value.self) { return }
    let start = unsafe state.pointee.discarded.push(ValueCell<Value>.size, Stored<Value>.self)
    unsafe ValueCell<Value>.prepare(at: start)
    unsafe ValueCell<Value>(at: start).initialize(value)
    unsafe state.pointee.isUnsettled = true
  }

  /// Marks a node that nobody owns nor reads any more for the next loop that buries.
  @inline(never)
  func doom(_ node: NodeRef) {
    unsafe state.pointee.doomed.push(node.offset)
    unsafe state.pointee.isUnsettled = true
  }

  /// Something waits for `settle`.
  func settleSoon() { unsafe state.pointee.isUnsettled = true }

  /// Does what had to wait for the end of evaluations: releases what they have replaced, tells issues,
  /// runs observers that were queued in the middle.
  ///
  /// Whoever has ended an evaluation calls it when something waits. All of it may be the user's code, so it waits
  /// until no value is lent to an edit.
  @inline(never)
  @MainActor
  func settle() {
    guard unsafe state.pointee.pulls == 0, unsafe !state.pointee.isDisposing else { return }
    if unsafe Engine.pausedPulls > 0 || Engine.lent > 0 {
      if unsafe state.pointee.written.count > 0 { markDeferred() }
      return settleAfterOthers()
    }
    if mustEnter { return enter(settle) }
    unsafe state.pointee.holds += 1
    let active = unsafe state.pointee.active
    unsafe state.pointee.active = 0
    while unsafe state.pointee.isUnsettled {
      unsafe state.pointee.isUnsettled = false
      if unsafe state.pointee.written.count > 0 { markDeferred() }
      unsafe state.pointee.isDisposing = true
      while unsafe state.pointee.doomed.count > 0 || state.pointee.discarded.count > 0 {
        buryDoomed(downTo: 0)
        if unsafe state.pointee.discarded.count > 0 {
          unsafe state.pointee.discarded.lastType.endDiscarded(in: self)
        }
      }
      unsafe state.pointee.isDisposing = false
      Engine.settleOthers()
      if unsafe state.pointee.flushing { continue }
      if unsafe state.pointee.batches == 0 && state.pointee.queue.count > 0 { flush() }
      if unsafe state.pointee.firstRuns == 0, context.hasIssues { context.tell() }
    }
    unsafe state.pointee.isUnsettled = context.hasIssues
    unsafe state.pointee.doomed.shrinkIfEmpty()
    unsafe state.pointee.discarded.shrinkIfEmpty()
    unsafe state.pointee.written.shrinkIfEmpty()
    unsafe state.pointee.active = active
    unsafe state.pointee.holds -= 1
    releaseIfUnused()
  }
}

extension Engine {
  /// Begins a walk of the graph, while which blocks it may stand on are not handed out again.
  ///
  /// - Returns: What `endWalk` takes.
  @inline(__always)
  func beginWalk() -> UInt32 {
    let outer = unsafe state.pointee.walkSerial
    unsafe state.pointee.walks += 1
    unsafe state.pointee.walkSerial = state.pointee.serial
    return outer
  }

  /// Begins an evaluation by need.
  @inline(__always)
  func beginPull() {
    if unsafe state.pointee.pulls == 0 {
      unsafe state.pointee.pullSerial = state.pointee.serial
    }
    unsafe state.pointee.pulls += 1
  }

  /// Ends a walk; the last one frees what was held back.
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

  /// Keeps every block that there is now until `body` has returned.
  func walking<Result>(_ body: () -> Result) -> Result {
    let outer = beginWalk()
    defer { endWalk(outer) }
    return body()
  }

  @inline(never)
  private func emptyQuarantine() {
    while unsafe state.pointee.quarantine.count > 0 {
      let offset = unsafe state.pointee.quarantine.pop()
      // The lowest bit tells links from nodes.
      recycle(offset & ~1)
    }
    unsafe state.pointee.quarantine.shrinkIfEmpty()
    releaseIfUnused()
  }

  /// Whether no walk can stand on `node` or its links: there is none, or the node is younger.
  ///
  /// So what an evaluation makes and drops again takes up no room.
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
    unsafe state.pointee.links -= 1
    if isOutOfReach(sub) {
      recycle(link.offset)
    } else {
      // Offsets are multiples of 8: the lowest bit tells links from nodes.
      unsafe state.pointee.quarantine.push(link.offset | 1)
    }
  }
}
