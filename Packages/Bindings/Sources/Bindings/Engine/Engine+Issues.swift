@MainActor
extension Engine {
  /// Whether a write may be made; called when the guards ask for care.
  @usableFromInline
  @inline(never)
  func mayWrite(_ node: NodeRef) -> Bool {
    let guards = unsafe state.pointee.guards
    if guards.contains(.computing) {
      refuseWrite(to: node)
      return false
    }
    return true
  }

  /// A write was asked for while a computed is evaluated; it is not made.
  @usableFromInline
  @inline(never)
  func refuseWrite(to node: NodeRef) {
    let reader = innermostComputed
    let names = "'\(name(reader))' wrote '\(name(node))'"
    context.report(
      GraphIssue(
        code: .writeInComputed,
        message: "\(names) while computing its value; the write was dropped. "
          + "Derive the value, or write in an observer or a command.",
        nodes: [Node(reader), Node(node)]))
  }

  /// An observer was asked for while a computed is evaluated; it is not made.
  @usableFromInline
  @inline(never)
  func refuseObserver(label: String?, file: StaticString, line: UInt) {
    let reader = innermostComputed
    let observer = label.map { "'\($0)'" } ?? "at \(file):\(line)"
    context.report(
      GraphIssue(
        code: .observerInComputed,
        message: "'\(name(reader))' made the observer \(observer) while computing its value; "
          + "the observer was not made. Observe where the computed is used.",
        nodes: [Node(reader)]))
  }

  /// The active node and the nodes that wait for it, innermost first, cannot be found from links
  /// alone; the running computed nodes are those flagged as running.
  private var innermostComputed: NodeRef {
    let active = node(unsafe state.pointee.active)
    if active.offset != Engine.idle, !active.isNone, active.flags.contains(.computed) {
      return active
    }
    let running = liveNodes.last { $0.flags.contains(.running) && $0.flags.contains(.computed) }
    return running ?? active
  }

  /// A running computed was read: a cycle.
  func reportCycle(through node: NodeRef) {
    let cycle = liveNodes.filter {
      $0.flags.contains(.running) && $0.flags.contains(.computed)
        && ($0 == node || reaches(from: $0, node))
    }
    // They may be each other's last subscribers, and must end with their handles all the same.
    for member in cycle { member.flags.insert(.cyclic) }
    let names = (cycle.isEmpty ? [node] : cycle).map { "'\(name($0))'" }
    let issue = GraphIssue(
      code: .cycle,
      message: "\(names.joined(separator: " and ")) depend on their own value; "
        + "the value from before this evaluation was used.",
      nodes: cycle.map(Node.init))
    guard node.flags.contains(.hasValue) else {
      let places = (cycle.isEmpty ? [node] : cycle).map {
        "'\(name($0))' (\($0.file):\($0.line))"
      }
      // Not a precondition, whose message is left out of optimized programs.
      fatalError(
        "\(places.joined(separator: " and ")) need their own value to compute their first value.")
    }
    context.report(issue)
  }

  /// Whether `target` is among the dependencies of `start`, however far up, or is being read by it.
  private func reaches(from start: NodeRef, _ target: NodeRef) -> Bool {
    var seen: Set<UInt32> = []
    var open = [start]
    while let next = open.popLast() {
      if next == target { return true }
      guard seen.insert(next.offset).inserted else { continue }
      open += dependencies(of: next)
    }
    return false
  }

  func dependencies(of node: NodeRef) -> [NodeRef] {
    var found: [NodeRef] = []
    var seen: Set<UInt32> = []
    var link = node.deps
    while !link.isNone {
      let dep = link.dep
      if !dep.flags.contains(.dead), seen.insert(dep.offset).inserted { found.append(dep) }
      link = link.nextDep
    }
    return found
  }

  func dependents(of node: NodeRef) -> [NodeRef] {
    guard !node.flags.contains(.observer) else { return [] }
    var found: [NodeRef] = []
    var seen: Set<UInt32> = []
    var link = node.subs
    while !link.isNone {
      if seen.insert(link.sub.offset).inserted { found.append(link.sub) }
      link = link.nextSub
    }
    return found
  }

  /// The label, or what can be said without one.
  func name(_ node: NodeRef) -> String {
    if node.isNone { return "?" }
    return context.labels[node.offset] ?? "\(node.file):\(node.line)"
  }
}
