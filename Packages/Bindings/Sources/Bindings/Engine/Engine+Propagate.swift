@MainActor
extension Engine {
  // An entry of `path` is the offset of a link that a walk has followed upwards and to which it will return, or an
  // offset combined with a flag below; offsets are multiples of 8.

  /// The flag for the offset of a node that is being evaluated.
  nonisolated static var evaluation: UInt32 { 1 }
  /// The flag for the offset of a link whose dependency is being evaluated for a walk that stands at its
  /// subscriber.
  nonisolated static var evaluationForSub: UInt32 { 2 }

  /// The computed nodes that are being evaluated and, between them, those that wait for a dependency; each has
  /// read the node before it, innermost first.
  var waiting: [NodeRef] {
    stride(from: unsafe state.pointee.path.count - 1, through: 0, by: -1).flatMap { index in
      let entry = unsafe state.pointee.path[index]
      if entry & Engine.evaluation != 0 { return [node(entry & ~Engine.evaluation)] }
      let link = node(0).link(entry & ~Engine.evaluationForSub)
      return entry & Engine.evaluationForSub == 0 ? [link.sub] : [link.dep, link.sub]
    }
  }

  /// Marks everything downstream of `source`, which has a new value: direct subscribers as dirty,
  /// all others as pending.
  ///
  /// Queues the observers among them.
  ///
  /// - Parameters:
  ///   - source: The node that has changed.
  ///   - direct: The mark for direct subscribers.
  func propagate(from source: NodeRef, as direct: NodeFlags = .dirty) {
    let floor = unsafe state.pointee.path.count
    var link = source.subs
    var mark = direct
    while true {
      while !link.isNone {
        let sub = link.sub
        let flags = sub.flags
        if flags.isDisjoint(with: [.running, .pending, .dirty]) {
          if flags.contains(.observer) {
            sub.flags = flags.union(mark)
            enqueue(sub, because: source)
          } else {
            sub.flags = flags.union(mark)
            let below = sub.subs
            if !below.isNone {
              let next = link.nextSub
              if !next.isNone { unsafe state.pointee.path.push(next.offset) }
              link = below
              mark = .pending
              continue
            }
          }
        } else if !flags.contains(.running) {
          // The nodes below it are marked already; a direct write turns pending into dirty.
          sub.flags = flags.union(mark)
        } else if link.version == sub.version {
          if flags.contains(.observer) {
            // A running observer writes a property that it has read, so it runs once more afterwards.
            sub.flags = flags.union(mark)
            if !flags.contains(.queued), !flags.contains(.dead) { enqueue(sub, because: source) }
          } else {
            // A computed has read a node that an object of its list writes, so it is evaluated again afterwards.
            markLater(sub)
          }
        }
        link = link.nextSub
      }
      if unsafe state.pointee.path.count == floor { return }
      link = source.link(unsafe state.pointee.path.pop())
      mark = link.dep == source ? direct : .pending
    }
  }

  /// Marks the pending subscribers of `dep` as dirty, because `dep` was just recomputed to a new value.
  @inline(__always)
  private func confirmChange(of dep: NodeRef) {
    var link = dep.subs
    while !link.isNone {
      let sub = link.sub
      if sub.flags.contains(.pending) { sub.flags.insert(.dirty) }
      link = link.nextSub
    }
  }

  /// Whether the pending node `start` must be evaluated: brings its dependencies up to date, in
  /// reading order, until one has changed.
  ///
  /// The caller has begun a walk.
  func isStale(_ start: NodeRef) -> Bool {
    let floor = unsafe state.pointee.path.count
    var sub = start
    var link = start.deps
    while true {
      var dirty = false
      if !sub.flags.isDisjoint(with: [.dirty, .stale]) {
        dirty = true
      } else if !link.isNone, !sub.flags.contains(.dead) {
        let dep = link.dep
        let flags = dep.flags
        if flags.contains(.running) {
          // A cycle, unless `sub` no longer reads `dep`; only the evaluation of `sub` shows this.
          dirty = true
        } else if flags.contains(.dirty) {
          let entry = link.offset | Engine.evaluationForSub
          if update(dep, as: entry) { dirty = true }
        } else if flags.contains(.pending) {
          if flags.isDisjoint(with: .cyclic) || entersCycle(at: dep) {
            unsafe state.pointee.path.push(link.offset)
            sub = dep
            link = dep.deps
            continue
          }
          // The walk has come around.
          dirty = true
        }
        if !dirty {
          link = link.nextDep
          if !link.isNone { continue }
        }
      }
      // `sub` is decided, so the walk returns to the node that waits for it.
      while true {
        if unsafe state.pointee.path.count == floor { return dirty && !start.flags.contains(.dead) }
        if dirty {
          dirty = !sub.flags.contains(.dead) && update(sub, as: sub.evaluation)
        } else {
          sub.flags.subtract([.pending, .walked])
          if isTracing { noteSkip(sub) }
        }
        let upper = start.link(unsafe state.pointee.path.pop())
        sub = upper.sub
        if sub.flags.contains(.dirty) { dirty = true }
        if dirty { continue }
        link = sub.flags.contains(.dead) ? sub.link(0) : upper.nextDep
        if !link.isNone { break }
      }
    }
  }

  /// Whether a walk continues at a node that was part of a cycle.
  ///
  /// It does not if it is already at the node, because it would never end.
  @inline(never)
  private func entersCycle(at node: NodeRef) -> Bool {
    if node.flags.contains(.walked) { return false }
    node.flags.insert(.walked)
    return true
  }

  /// Evaluates a computed node and records the evaluation if there is a tracer.
  ///
  /// - Returns: Whether its value changed.
  @inline(__always)
  func update(_ node: NodeRef, as entry: UInt32) -> Bool {
    isTracing ? updateTraced(node, as: entry) : evaluate(node, as: entry)
  }

  /// Evaluates a computed node, unless `isWanted` returns false.
  ///
  /// - Parameters:
  ///   - node: The node to evaluate.
  ///   - entry: The entry for the evaluation in `path`.
  ///   - isWanted: Returns whether the node is still to be evaluated.
  /// - Returns: Whether its value changed.
  @inline(__always)
  func evaluate(_ node: NodeRef, as entry: UInt32, _ isWanted: () -> Bool = { true }) -> Bool {
    let outer = beginTracking(node)
    computing(entry) { if isWanted() { node.callWork() } }
    endTracking(node, restoring: outer)
    let flags = node.flags
    guard flags.contains(.changed) else { return false }
    node.flags = flags.subtracting(.changed)
    confirmChange(of: node)
    return true
  }

  /// Runs `body` as part of an evaluation that has the given entry in `path`; writes are forbidden in `body`.
  @inline(__always)
  func computing<Result>(_ entry: UInt32, _ body: () -> Result) -> Result {
    unsafe state.pointee.computing += 1
    unsafe state.pointee.guards.insert(.computing)
    unsafe state.pointee.path.push(entry)
    let result = body()
    _ = unsafe state.pointee.path.pop()
    unsafe state.pointee.computing -= 1
    if unsafe state.pointee.computing == 0 { unsafe state.pointee.guards.remove(.computing) }
    return result
  }

  /// Brings a computed node up to date that may be out of date, and notes the read if the value is hidden.
  @usableFromInline
  @inline(never)
  func refresh(_ node: NodeRef) {
    let flags = node.flags
    if !flags.isDisjoint(with: [.running, .veiled]), isUpToDate(node) { return }
    if mustEnter {
      if Engine.isPulling { checkStack(node) }
      return enter { refresh(node) }
    }
    if unsafe state.pointee.pulls % StackRoom.interval == StackRoom.interval - 1 {
      saveStack(node)
      if node.flags.isDisjoint(with: [.dirty, .pending]) { return node.noteHiddenRead() }
    }
    pull(node)
    if unsafe state.pointee.isUnsettled && state.pointee.pulls == 0 { settle(before: node) }
  }

  @inline(__always)
  private func pull(_ node: NodeRef) {
    let outer = beginWalk()
    beginPull()
    if isTracing { pullTraced(node) } else { check(node) }
    unsafe state.pointee.pulls -= 1
    endWalk(outer)
  }

  @inline(never)
  private func pullTraced(_ node: NodeRef) {
    asTracedBatch { check(node) }
    node.noteHiddenRead()
  }

  /// Whether a node that is being evaluated, which is a cycle, or whose last value was hidden needs no evaluation.
  @inline(never)
  private func isUpToDate(_ node: NodeRef) -> Bool {
    let flags = node.flags
    if flags.contains(.running) {
      reportCycle(through: node)
    } else if !flags.isDisjoint(with: [.dirty, .pending]) {
      return false
    }
    node.noteHiddenRead()
    return true
  }

  /// Evaluates a marked node, unless none of its dependencies has changed.
  @inline(__always)
  func check(_ node: NodeRef) {
    if node.flags.contains(.dirty) || isStale(node) {
      _ = update(node, as: node.evaluation)
    } else {
      node.flags.remove(.pending)
      if isTracing { noteSkip(node) }
    }
  }

  /// Does the work that waited for the end of a pull, which may change dependencies of `node`, and brings the node up
  /// to date again.
  @inline(never)
  private func settle(before node: NodeRef) {
    walking {
      for _ in 0..<Engine.settleLimit {
        settle()
        let flags = node.flags
        guard !flags.isDisjoint(with: [.dirty, .pending]),
          flags.isDisjoint(with: [.running, .dead])
        else { return }
        pull(node)
      }
      settle()
    }
  }

  /// The number of times that a read repeats an evaluation that `settle` puts out of date again, for example through an
  /// issue handler that writes a dependency; after that, the read returns the current value.
  private nonisolated static var settleLimit: Int { 16 }
}

extension NodeRef {
  /// The entry that stands for the node's evaluation in `path`.
  @inline(__always)
  var evaluation: UInt32 { offset | Engine.evaluation }
}
