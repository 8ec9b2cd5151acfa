@MainActor
extension Engine {
  /// The node whose evaluation records what is read.
  var activeNode: NodeRef { node(unsafe state.pointee.active) }

  /// Runs `body`, which makes objects for a list that is being computed, as if nothing were computed.
  ///
  /// What it makes may observe and write its own nodes. Observers of others run in the next flush.
  @usableFromInline
  func outsideComputing<Result>(_ body: () -> Result) -> Result {
    let active = unsafe state.pointee.active
    let computing = unsafe state.pointee.computing
    let guards = unsafe state.pointee.guards
    unsafe state.pointee.active = 0
    unsafe state.pointee.computing = 0
    unsafe state.pointee.guards.remove(.computing)
    // Not `endBatch`: a flush must not begin in the middle of an evaluation.
    unsafe state.pointee.batches += 1
    let result = body()
    unsafe state.pointee.batches -= 1
    // Marks have been set that a walk has not seen; the observers run when it is over.
    if unsafe state.pointee.queue.count > 0 { settleSoon() }
    if guards.contains(.computing) { unsafe state.pointee.guards.insert(.computing) }
    unsafe state.pointee.computing = computing
    unsafe state.pointee.active = active
    return result
  }
}
