// A chain of which each value is out of date by itself, because all of them have read one property, say, is evaluated
// from its end: each value inside the closure of the one that reads it. So when the stack becomes short what was read
// before is brought up to date first, from the far end, which needs no more of it.

@MainActor
extension Engine {
  /// Brings what `start` has read in its latest evaluation up to date, the furthest first.
  ///
  /// It may be that `start` does not read all of that any more. So this is for a stack that is nearly used up, and an
  /// evaluation that might be part of a cycle is left to who asks for it.
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
      decide(sub)
      let upper = start.link(unsafe state.pointee.path.pop())
      sub = upper.sub
      link = upper.nextDep
    }
  }

  /// Evaluates a node, of which all that it has read is up to date, if anything of that has changed.
  private func decide(_ node: NodeRef) {
    let flags = node.flags
    if flags.contains(.dead) { return }
    if flags.contains(.dirty) {
      _ = isTracing ? updateTraced(node, as: node.evaluation) : evaluate(node, as: node.evaluation)
    } else if flags.contains(.pending) {
      node.flags = flags.subtracting(.pending)
      if isTracing { noteSkip(node) }
    }
  }

  /// Gives up at `sub`, which has read something that is being evaluated, or that waits for it.
  private func turnBack(_ sub: NodeRef, to floor: Int) {
    sub.flags.remove(.ahead)
    while unsafe state.pointee.path.count > floor {
      sub.link(unsafe state.pointee.path.pop()).sub.flags.remove(.ahead)
    }
  }
}
