@MainActor
extension Engine {
  /// Whether a write is allowed; called when `guards` is not empty.
  @usableFromInline
  @inline(never)
  func mayWrite(_ node: NodeRef) -> Bool {
    guard let engine = computingEngine else { return true }
    engine.refuseWrite(to: node)
    return false
  }

  /// Whether an edit is allowed, which reads the old value; called when `guards` is not empty.
  @usableFromInline
  func mayEdit(_ node: NodeRef) -> Bool {
    guard mayWrite(node) else { return false }
    node.noteHiddenRead()
    return true
  }

  /// Whether a computed is being evaluated in this graph, in the graph at work or in a paused one.
  @usableFromInline var isComputing: Bool { computingEngine != nil }

  private var computingEngine: Engine? {
    if let working = unsafe Engine.working {
      let engine = unsafe Engine(base: working)
      if unsafe engine.state.pointee.guards.contains(.computing) { return engine }
    }
    if unsafe state.pointee.guards.contains(.computing) { return self }
    return unsafe Engine.pausedComputing.map { unsafe Engine(base: $0) }
  }

  /// Reports a write during the evaluation of a computed of this graph; the write is dropped.
  private func refuseWrite(to node: NodeRef) {
    let reader = innermostComputed
    context.report(
      .writeInComputed,
      "'\(name(reader))' wrote '\(node.engine.name(node))' while computing its value; the write was "
        + "dropped. Derive the value, or write in an observer or a command.", [reader, node])
  }

  /// Reports an attempt to make an observer during the evaluation of a computed; no observer is made.
  @usableFromInline
  @inline(never)
  func refuseObserver(label: String?, file: StaticString, line: UInt) {
    let engine = computingEngine ?? self
    let reader = engine.innermostComputed
    let observer = label.map { "'\($0)'" } ?? "at \(file):\(line)"
    engine.context.report(
      .observerInComputed,
      "'\(engine.name(reader))' made the observer \(observer) while computing its value; "
        + "the observer was not made. Observe where the computed is used.", [reader])
  }

  /// The innermost computed that is being evaluated.
  private var innermostComputed: NodeRef { waiting.first ?? node(0) }

  @inlinable var hasMetCycle: Bool { unsafe state.pointee.hasMetCycle }

  /// Reports a cycle, found by a read of a running computed.
  func reportCycle(through node: NodeRef) {
    unsafe state.pointee.hasMetCycle = true
    node.flags.insert(.readItself)
    // A closure that is called for each row of a list may read it as often.
    let path = unsafe state.pointee.path
    let read = [path.count > 0 ? path[path.count - 1] : 0, node.serial, node.version]
    if node.flags.contains(.hasValue), context.lastCyclicRead == read { return }
    context.lastCyclicRead = read
    let waiting = waiting
    let end = waiting.firstIndex(of: node) ?? waiting.count - 1
    // The members may be each other's last subscribers, but must be released with their handles all the same.
    for member in waiting[...end] { member.flags.insert(.cyclic) }
    let cycle = withoutRepeats(waiting[...end].reversed())
    guard node.flags.contains(.hasValue) else {
      let places = cycle.map { "'\(name($0))' (\($0.place))" }
      // Not a precondition, whose message is missing in optimized programs.
      fatalError(
        "\(places.joined(separator: " and ")) need their own value to compute their first value.")
    }
    let names = cycle.map { "'\(name($0))'" }
    context.report(
      .cycle,
      "\(names.joined(separator: " and ")) depend on their own value; "
        + "the value from before this evaluation was used.", cycle + cycle.prefix(1))
  }

  /// Removes the detours of a path: parts that return to the node at which they begin.
  ///
  /// A walk that stands at a node may meet the node again further down and evaluate it there.
  private func withoutRepeats(_ nodes: [NodeRef]) -> [NodeRef] {
    var way: [NodeRef] = []
    var places: [UInt32: Int] = [:]
    for node in nodes {
      if let place = places[node.offset] {
        for repeated in way[(place + 1)...] { places[repeated.offset] = nil }
        way.removeSubrange((place + 1)...)
      } else {
        places[node.offset] = way.count
        way.append(node)
      }
    }
    return way
  }

  /// Marks all nodes of the cycles through a node that has read itself, after its evaluation.
  ///
  /// `reportCycle` finds only one path around the cycle. Another path may lead through a node that was already up to
  /// date when the evaluation reached it.
  @inline(never)
  func markCycles(through node: NodeRef) {
    node.flags.remove(.readItself)
    let below = reached(from: node, dependents)
    let members = reached(from: node, dependencies).filter(below.contains).map(self.node)
    for member in members { member.flags.insert(.cyclic) }
    for member in members { releaseAgain(member) }
  }

  /// Notes which nodes have read the value that `node`, a member of a cycle, had before this evaluation.
  ///
  /// They are not marked, because the cycle would never come to rest; but when it is gone, they must be evaluated even
  /// if `node` keeps its value.
  func noteStaleReaders(of node: NodeRef) {
    var link = node.subs
    while !link.isNone {
      if link.sub.flags.isDisjoint(with: [.pending, .dirty, .running]) {
        link.sub.flags.insert(.stale)
      }
      link = link.nextSub
    }
  }

  /// Returns the offsets of all nodes reachable from `node` through `next`, including `node` only if it is on a cycle.
  private func reached(from node: NodeRef, _ next: (NodeRef) -> [NodeRef]) -> Set<UInt32> {
    var seen: Set<UInt32> = []
    var rest = [node]
    while let last = rest.popLast() {
      for reached in next(last) where seen.insert(reached.offset).inserted { rest.append(reached) }
    }
    return seen
  }

  func dependencies(of node: NodeRef) -> [NodeRef] {
    ends(from: node.deps, { $0.nextDep }, { $0.dep }).filter { !$0.flags.contains(.dead) }
  }

  func dependents(of node: NodeRef) -> [NodeRef] {
    node.flags.contains(.observer) ? [] : ends(from: node.subs, { $0.nextSub }, { $0.sub })
  }

  /// Returns the nodes at one end of `first` and of the links after it, without duplicates.
  private func ends(
    from first: LinkRef, _ next: (LinkRef) -> LinkRef, _ end: (LinkRef) -> NodeRef
  ) -> [NodeRef] {
    var found: [NodeRef] = []
    var seen: Set<UInt32> = []
    var link = first
    while !link.isNone {
      let node = end(link)
      if seen.insert(node.offset).inserted { found.append(node) }
      link = next(link)
    }
    return found
  }

  /// Whether a node that was in a cycle is still in one.
  ///
  /// Nodes that the search leaves without a way to a cycle are not searched again: the releases of all nodes that were in
  /// one cycle take time in proportion to their number.
  @inline(never)
  func isDownstreamOfItself(_ node: NodeRef) -> Bool {
    func below(_ node: NodeRef) -> [NodeRef] {
      dependents(of: node).filter { $0.flags.contains(.cyclic) }
    }
    var seen: Set<UInt32> = []
    var path = [(node: node, rest: below(node))]
    while let last = path.last {
      guard let next = path[path.count - 1].rest.popLast() else {
        path.removeLast()
        if below(last.node).isEmpty { last.node.flags.remove(.cyclic) }
        continue
      }
      if next == node { return true }
      if seen.insert(next.offset).inserted { path.append((next, below(next))) }
    }
    return false
  }

  /// Returns the node's label or, without one, its source location.
  func name(_ node: NodeRef) -> String {
    if node.isNone { return "?" }
    return label(node) ?? node.place
  }
}
