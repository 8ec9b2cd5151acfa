@MainActor
extension Engine {
  /// The node whose evaluation records what is read.
  var activeNode: NodeRef { node(unsafe state.pointee.active) }

  /// Runs `body`, which makes objects for a list that is being computed, as if nothing were computed.
  ///
  /// The objects may observe and write their own nodes. When they write older ones, which the evaluations
  /// that are going on may have read already, their subscribers are marked when those are over.
  @usableFromInline
  func outsideComputing<Result>(_ body: () -> Result) -> Result {
    let active = unsafe state.pointee.active
    let computing = unsafe state.pointee.computing
    let guards = unsafe state.pointee.guards
    let paused = unsafe exchange(&Engine.pausedComputing, with: nil)
    unsafe state.pointee.active = 0
    unsafe state.pointee.computing = 0
    unsafe state.pointee.guards.remove(.computing)
    if unsafe state.pointee.pulls > 0 { unsafe state.pointee.guards.insert(.pulling) }
    // Not `endBatch`: a flush must not begin in the middle of an evaluation.
    unsafe state.pointee.batches += 1
    let result = body()
    unsafe state.pointee.batches -= 1
    // The observers that `body` has queued run when the evaluations are over.
    if unsafe state.pointee.queue.count > 0 { settleSoon() }
    if !guards.contains(.pulling) { unsafe state.pointee.guards.remove(.pulling) }
    if guards.contains(.computing) { unsafe state.pointee.guards.insert(.computing) }
    unsafe state.pointee.computing = computing
    unsafe state.pointee.active = active
    unsafe Engine.pausedComputing = paused
    return result
  }

  /// Runs `body` in the evaluation that is going on.
  ///
  /// - Returns: Whether it read nothing but what `other` reads.
  /// - Complexity: O(dependencies of `other`), once `body` has read something.
  func reads(in body: () -> Void, areAmongThoseOf other: NodeRef) -> Bool {
    let node = activeNode
    let before = node.depsTail
    // What the stage has read so far, its source above all, leaves no link when it is read once more.
    // So it counts as unread meanwhile.
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

  /// Writes the version of what `node` has read up to a link.
  private func set(version: UInt32, ofReads node: NodeRef, upTo last: LinkRef) {
    guard !last.isNone else { return }
    var link = node.deps
    while true {
      link.version = version
      if link.offset == last.offset { return }
      link = link.nextDep
    }
  }

  /// Whether a write to `node` comes in the middle of an evaluation that may have read it; then the
  /// marks wait.
  @usableFromInline
  func defersMarks(of node: NodeRef) -> Bool {
    guard unsafe state.pointee.guards.contains(.pulling),
      unsafe node.serial <= state.pointee.pullSerial | state.pointee.reach
    else { return false }
    markLater(node)
    return true
  }

  /// Keeps a node for `markDeferred`.
  @inline(never)
  func markLater(_ node: NodeRef) {
    unsafe state.pointee.written.push(node.offset)
    unsafe state.pointee.written.push(node.serial)
    settleSoon()
  }

  /// Marks what is out of date by the writes during an evaluation.
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
