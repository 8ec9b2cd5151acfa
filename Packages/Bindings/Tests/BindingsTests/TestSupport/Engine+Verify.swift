@testable import Bindings

extension Engine {
  /// Describes the first broken invariant of an idle engine; nil if all invariants hold.
  ///
  /// - Complexity: O(*n*) in nodes and links.
  func verify() -> String? {
    guard unsafe state.pointee.walks == 0, unsafe state.pointee.batches == 0 else {
      return "the engine is not idle"
    }
    if unsafe state.pointee.path.count != 0 { return "a walk left links behind" }
    if unsafe state.pointee.quarantine.count != 0 { return "freed blocks were kept" }
    if unsafe state.pointee.doomed.count != 0 || !context.discarded.isEmpty {
      return "what has ended was kept"
    }
    if unsafe state.pointee.written.count != 0 { return "a write was not passed on" }
    if unsafe state.pointee.isUnsettled || state.pointee.isDisposing || state.pointee.pulls != 0
      || state.pointee.holds != 0
    {
      return "something still waits"
    }
    if unsafe state.pointee.queue.count != 0 { return "observers stayed in the queue" }
    if unsafe Engine.queues != 0 { return "the queues are miscounted" }
    if unsafe state.pointee.computing != 0 || state.pointee.active != Engine.idle {
      return "an evaluation did not end"
    }
    if let fault = verifyChunks() { return fault }
    let linkCount = linkCount
    var links = 0
    var alive = 0
    for node in allNodes {
      if !node.flags.contains(.dead) { alive += 1 }
      if let fault = verifyState(of: node) ?? verifySubscribers(of: node, linkCount) {
        return "\(fault): node \(node.serial) at \(node.offset), flags \(node.flags.rawValue)"
      }
      var link = node.deps
      var last = node.link(0)
      while !link.isNone {
        links += 1
        if link.sub != node { return "a link in a dependency list has another subscriber" }
        if link.version != node.version { return "a link outlived its evaluation" }
        if !link.dep.flags.contains(.live) { return "a link leads to a freed node" }
        if links > linkCount { return "a dependency list has a ring" }
        last = link
        link = link.nextDep
      }
      if last.offset != node.depsTail.offset { return "a dependency list ends elsewhere" }
    }
    if unsafe alive != state.pointee.nodes { return "the node count is wrong" }
    if links != linkCount { return "the link count is wrong" }
    return nil
  }

  /// The number of links, as the chunks count them.
  var linkCount: Int {
    usedChunks.map { unsafe chunk(at: $0).pointee }
      .reduce(0) { $1.size == MemoryLayout<LinkHeader>.size ? $0 + Int($1.used) : $0 }
  }

  private func verifyChunks() -> String? {
    var used = 0
    for place in usedChunks {
      let chunk = unsafe chunk(at: place).pointee
      if chunk.size != MemoryLayout<LinkHeader>.size { used += Int(chunk.used) }
      let isCurrent = unsafe sizeClass(Int(chunk.size)).pointee.current == place
      if chunk.used == 0, !isCurrent { return "an empty chunk was kept" }
    }
    return used == allNodes.count ? nil : "chunks count other nodes"
  }

  private func verifyState(of node: NodeRef) -> String? {
    let flags = node.flags
    let isMarked = !flags.isDisjoint(with: [.pending, .dirty])
    if !flags.isDisjoint(with: [.running, .queued, .changed, .ahead])
      || flags.contains(.walked) && !flags.contains(.dead)
    {
      return "a state that has passed"
    }
    if flags.contains(.dead) {
      if isMarked { return "a dead node is marked" }
      if !node.deps.isNone { return "a dead node has dependencies" }
      if !flags.contains(.emptied) { return "a dead node holds on to what it captured" }
      if flags.contains(.observer) || node.subs.isNone { return "a dead node was not freed" }
    }
    if flags.contains(.released), !flags.contains(.dead), node.subs.isNone {
      return "a computed without owner and readers was kept"
    }
    if flags.contains(.observer), isMarked { return "an idle observer is marked" }
    return nil
  }

  private func verifySubscribers(of node: NodeRef, _ linkCount: Int) -> String? {
    guard !node.flags.contains(.observer) else { return nil }
    let isMarked = !node.flags.isDisjoint(with: [.pending, .dirty])
    var previous = node.link(0)
    var link = node.subs
    var count = 0
    while !link.isNone {
      count += 1
      if count > linkCount { return "a subscriber list has a ring" }
      if link.dep != node { return "a link in a subscriber list has another dependency" }
      if link.prevSub.offset != previous.offset { return "a subscriber list is torn" }
      let sub = link.sub
      if !sub.flags.contains(.live) || sub.flags.contains(.dead) {
        return "a subscriber is gone"
      }
      if isMarked, sub.flags.isDisjoint(with: [.pending, .dirty]) {
        return "a clean node below a marked one"
      }
      previous = link
      link = link.nextSub
    }
    if node.subsTail.offset != previous.offset { return "a subscriber list ends elsewhere" }
    return nil
  }

  /// The number of chunks that occupy memory.
  var heldChunks: Int {
    let all = unsafe (Int(state.pointee.top) - Engine.firstChunk) / Engine.chunk
    return unsafe all - state.pointee.returnedChunks.count
  }
}
