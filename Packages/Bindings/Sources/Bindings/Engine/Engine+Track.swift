@MainActor
extension Engine {
  /// Records that the active node read `dep`.
  ///
  /// Reads usually repeat the order of the last evaluation's links, so an unchanged read costs
  /// one comparison.
  @inlinable @inline(__always)
  func track(_ dep: NodeRef) {
    let active = unsafe state.pointee.active
    if active == 0 || active == Engine.idle { return trackFromElsewhere(dep) }
    let sub = node(active)
    let tail = sub.depsTail
    let next = tail.isNone ? sub.deps : tail.nextDep
    guard !next.isNone, unsafe next.header.pointee.dep == dep.offset else {
      return track(dep, by: sub, after: tail, before: next)
    }
    next.version = sub.version
    sub.depsTail = next
  }

  /// Records a read that does not follow the order of the last evaluation's links.
  ///
  /// The last subscriber link of `dep` shows in constant time whether this evaluation has already read `dep`. If
  /// another node has subscribed since, this check fails and the read gets a second link. So after *r* reads in its
  /// newest evaluation a node has at most *r* links: each read reuses the next link or makes a link, and the links
  /// after the last read are dropped.
  @usableFromInline
  @inline(never)
  func track(_ dep: NodeRef, by sub: NodeRef, after tail: LinkRef, before next: LinkRef) {
    if !tail.isNone, tail.dep == dep { return }
    let last = dep.subsTail
    // This evaluation has already read `dep`, and no other node has subscribed since.
    if !last.isNone, last.sub == sub, last.version == sub.version { return }
    addLink(dep: dep, sub: sub, after: tail, before: next, last: last)
  }

  private func addLink(
    dep: NodeRef, sub: NodeRef, after tail: LinkRef, before next: LinkRef, last: LinkRef
  ) {
    let link = sub.link(allocate(MemoryLayout<LinkHeader>.size))
    unsafe link.header.initialize(
      to: LinkHeader(
        version: sub.version, dep: dep.offset, sub: sub.offset, nextDep: next.offset,
        prevSub: last.offset, nextSub: 0))
    if tail.isNone { sub.deps = link } else { tail.nextDep = link }
    sub.depsTail = link
    if last.isNone { dep.subs = link } else { last.nextSub = link }
    dep.subsTail = link
  }

  /// Starts an evaluation of `node` and returns the previously active node.
  @inline(__always)
  func beginTracking(_ node: NodeRef) -> UInt32 {
    let outer = unsafe exchange(&state.pointee.active, with: node.offset)
    node.depsTail = node.link(0)
    node.version &+= 1
    node.flags = node.flags.subtracting([.dirty, .pending, .walked, .stale]).union(.running)
    return outer
  }

  /// Ends an evaluation and drops the links that it did not read.
  @inline(__always)
  func endTracking(_ node: NodeRef, restoring outer: UInt32) {
    unsafe state.pointee.active = outer
    node.flags.remove(.running)
    let tail = node.depsTail
    let rest = tail.isNone ? node.deps : tail.nextDep
    if !rest.isNone {
      if tail.isNone { node.deps = rest.sub.link(0) } else { tail.nextDep = tail.sub.link(0) }
      unlink(from: rest)
    }
    if !node.flags.isDisjoint(with: [.dead, .cyclic, .readItself]) {
      endUnusually(node)
    }
  }

  @inline(never)
  private func endUnusually(_ node: NodeRef) {
    if node.flags.contains(.dead) {
      // The node was disposed of during its own evaluation, and may have read other nodes afterwards.
      dropLinks(of: node)
      doom(node)
    } else {
      if node.flags.contains(.changed) { noteStaleReaders(of: node) }
      if node.flags.contains(.readItself) { markCycles(through: node) }
    }
  }

  /// Removes all dependency links of `node`.
  func dropLinks(of node: NodeRef) {
    let first = node.deps
    node.deps = node.link(0)
    node.depsTail = node.link(0)
    unlink(from: first)
  }

  /// Removes `first` and the later dependency links of the same subscriber from the graph.
  ///
  /// Runs no user code: a dependency that loses its last link is only doomed.
  func unlink(from first: LinkRef) {
    if first.isNone { return }
    let sub = first.sub
    var link = first
    while !link.isNone {
      let next = link.nextDep
      let dep = link.dep
      let before = link.prevSub
      let after = link.nextSub
      if after.isNone { dep.subsTail = before } else { after.prevSub = before }
      if before.isNone { dep.subs = after } else { before.nextSub = after }
      free(link, of: sub)
      if before.isNone, after.isNone, !dep.flags.isDisjoint(with: [.dead, .released]) {
        loseLastLink(dep)
      }
      link = next
    }
  }
}
