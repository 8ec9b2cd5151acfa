@MainActor
extension Engine {
  /// The node whose evaluation records reads.
  var activeNode: NodeRef { node(unsafe state.pointee.active) }

  /// Runs `body`, which makes objects for a list that is being computed, as if no evaluation were running.
  ///
  /// The objects may observe and write their own nodes. If they write older nodes, which the running evaluations
  /// may have read already, the subscribers of these nodes are marked when the evaluations are over.
  @usableFromInline
  func outsideComputing<Result>(_ body: () -> Result) -> Result {
    let active = unsafe exchange(&state.pointee.active, with: 0)
    let computing = unsafe exchange(&state.pointee.computing, with: 0)
    let guards = unsafe state.pointee.guards
    let paused = unsafe exchange(&Engine.pausedComputing, with: nil)
    unsafe state.pointee.guards.remove(.computing)
    if unsafe state.pointee.pulls > 0 { unsafe state.pointee.guards.insert(.pulling) }
    // Does not call `endBatch`, because a flush must not begin during an evaluation.
    unsafe state.pointee.batches += 1
    let result = body()
    unsafe state.pointee.batches -= 1
    // The observers that `body` has queued run when the evaluations are over.
    if unsafe state.pointee.queue.count > 0 || isTracing { settleSoon() }
    if !guards.contains(.pulling) { unsafe state.pointee.guards.remove(.pulling) }
    if guards.contains(.computing) { unsafe state.pointee.guards.insert(.computing) }
    unsafe state.pointee.computing = computing
    unsafe state.pointee.active = active
    unsafe Engine.pausedComputing = paused
    return result
  }

  /// Runs `body` as part of the running evaluation.
  ///
  /// - Returns: Whether `body` read only dependencies of `other`.
  /// - Complexity: O(dependencies of `other`), once `body` has read something.
  func reads(in body: () -> Void, areAmongThoseOf other: NodeRef) -> Bool {
    let node = activeNode
    let before = node.depsTail
    // A repeated read of an earlier dependency of this evaluation, such as the source, would make no new link.
    // So the existing links temporarily count as unread.
    set(version: node.version &- 1, ofReads: node, upTo: before)
    body()
    set(version: node.version, ofReads: node, upTo: before)
    let last = node.depsTail
    if last.offset == before.offset { return true }
    let known = Set(dependencies(of: other).map(\.offset))
    var link = before.isNone ? node.deps : before.nextDep
    while !link.isNone {
      if !known.contains(link.dep.offset) { return false }
      if link.offset == last.offset { break }
      link = link.nextDep
    }
    return true
  }

  /// Sets the version of the dependency links of `node` up to and including `last`.
  private func set(version: UInt32, ofReads node: NodeRef, upTo last: LinkRef) {
    guard !last.isNone else { return }
    var link = node.deps
    while true {
      link.version = version
      if link.offset == last.offset { return }
      link = link.nextDep
    }
  }

  /// Whether a write to `node` happens during an evaluation that may have read it; then marking its subscribers
  /// is deferred.
  func defersMarks(of node: NodeRef) -> Bool {
    guard unsafe state.pointee.guards.contains(.pulling),
      unsafe node.serial <= state.pointee.pullSerial | state.pointee.reach
    else { return false }
    markLater(node)
    return true
  }

  /// Records a node for `markDeferred`.
  @inline(never)
  func markLater(_ node: NodeRef) {
    unsafe state.pointee.written.push(node.offset)
    unsafe state.pointee.written.push(node.serial)
    settleSoon()
  }

  /// Marks the nodes that became out of date through writes during an evaluation.
  func markDeferred() {
    while unsafe state.pointee.written.count > 0 {
      let serial = unsafe state.pointee.written.pop()
      let node = liveNode(at: unsafe state.pointee.written.pop())
      guard let node, node.hasType, node.serial == serial else { continue }
      let isComputed = node.flags.contains(.computed)
      if isComputed { node.flags.insert(.dirty) }
      propagate(from: node, as: isComputed ? .pending : .dirty)
    }
  }
}
