// In a chain of dirty values (for example, all of them have read one property that was written), evaluating the last
// value evaluates each other value inside the closure of its reader. So when little stack is left, the dependencies are
// brought up to date iteratively first, from the far end of the chain.

@MainActor
extension Engine {
  /// Brings all transitive dependencies of `start`, as of its latest evaluation, up to date, the furthest first.
  ///
  /// `start` may no longer read all of these dependencies, so the engine only does this when the stack is nearly used
  /// up. It stops at an evaluation that might be part of a cycle and leaves that evaluation to the reader.
  @inline(never)
  func refreshDependencies(of start: NodeRef) {
    let walk = beginWalk()
    beginPull()
    // A tracer may have come in the middle of the evaluation that needs this.
    if isTracing { asTracedBatch { walkAhead(from: start) } } else { walkAhead(from: start) }
    unsafe state.pointee.pulls -= 1
    endWalk(walk)
  }

  private func walkAhead(from start: NodeRef) {
    let floor = unsafe state.pointee.path.count
    start.flags.insert(.ahead)
    var sub = start
    var link = start.deps
    while true {
      while !link.isNone, !sub.flags.contains(.dead) {
        let dep = link.dep
        let flags = dep.flags
        if !flags.isDisjoint(with: [.running, .ahead]) { return turnBack(sub, to: floor) }
        if flags.isDisjoint(with: [.dirty, .pending]) {
          link = link.nextDep
        } else {
          dep.flags = flags.union(.ahead)
          unsafe state.pointee.path.push(link.offset)
          sub = dep
          link = dep.deps
        }
      }
      sub.flags.remove(.ahead)
      if unsafe state.pointee.path.count == floor { return }
      // All of its dependencies are up to date now.
      if !sub.flags.isDisjoint(with: [.dirty, .pending]) { check(sub) }
      let upper = start.link(unsafe state.pointee.path.pop())
      sub = upper.sub
      link = upper.nextDep
    }
  }

  /// Gives up at `sub`, which has read a node that is being evaluated or that waits for `sub`.
  private func turnBack(_ sub: NodeRef, to floor: Int) {
    sub.flags.remove(.ahead)
    while unsafe state.pointee.path.count > floor {
      sub.link(unsafe state.pointee.path.pop()).sub.flags.remove(.ahead)
    }
  }
}
