// Support for several graphs: which engine is at work, which graph is current, and reads of another graph's nodes.
//
// At most one engine records reads at a time. When an engine starts work while another one is at work,
// the other one is paused: it records no reads until the first one is done. While a program has only one
// graph, the cost is a branch at the beginning of each flush or evaluation.

extension Engine {
  /// The number of live graphs beside the main one.
  @exclusivity(unchecked) @usableFromInline
  nonisolated(unsafe) static var others = 0

  /// The engine of the main graph, set when another graph is made; the main engine never ends.
  @exclusivity(unchecked)
  nonisolated(unsafe) private static var main: UnsafeMutableRawPointer?

  /// The engine that is at work or was at work last; nil while there has never been more than one engine.
  ///
  /// An engine other than the main one is stored here only while `enter` is on the stack, which retains its graph.
  /// The main actor guards these variables.
  @exclusivity(unchecked) @usableFromInline
  nonisolated(unsafe) static var working: UnsafeMutableRawPointer?

  /// Registers the engine of a graph other than the main one.
  @MainActor
  func join() {
    let main = Graph.main.engine
    unsafe Engine.main = main.base
    unsafe Engine.others += 1
    // A running evaluation of the main graph started without `enter`.
    if unsafe Engine.working == nil { unsafe Engine.working = main.base }
    unsafe main.state.pointee.isOneOfMany = 1
    unsafe state.pointee.isOneOfMany = 1
    unsafe main.state.pointee.guards.insert(.several)
    unsafe state.pointee.guards.insert(.several)
  }

  /// Reverts `join`.
  func leave() {
    unsafe Engine.others -= 1
    guard unsafe Engine.others == 0, let main = unsafe Engine.main else { return }
    unsafe Engine(base: main).state.pointee.isOneOfMany = 0
    unsafe Engine(base: main).state.pointee.guards.remove(.several)
  }

  /// Counts a handle; the engine lives until the last handle and the last node are gone.
  func adopt() {
    context.handles += 1
    unsafe state.pointee.orphaned = false
  }

  /// The graph of this engine; makes a new handle when the last one has been released.
  @MainActor
  var graph: Graph {
    let context = context
    return context.isMain ? .main : context.handle ?? Graph(of: self)
  }
}

@MainActor
extension Engine {
  /// Whether work of this engine must call `enter`: there are several graphs, and another one is current or at
  /// work.
  @inlinable @inline(__always)
  var mustEnter: Bool { unsafe Engine.others > 0 && !isEntered }

  @usableFromInline
  @inline(never)
  var isEntered: Bool {
    guard unsafe Engine.working == base else { return false }
    // In an isolated `deinit`, which sees no task-local, tasks would not inherit a graph.
    guard let current = CurrentGraph.graph else { return unsafe Engine.main == base }
    return unsafe current.engine.base == base
  }

  /// The engine that is at work, unless it is the main one.
  static var atWork: Engine? {
    guard let working = unsafe Engine.working, unsafe working != Engine.main else { return nil }
    return unsafe Engine(base: working)
  }

  /// Runs `body` with this engine at work and its graph current; call it only if `mustEnter` is true.
  @usableFromInline
  @inline(never)
  func enter<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let graph = graph
    let outer = unsafe Engine(base: Engine.working ?? base)
    let isWorking = unsafe outer.base == base
    let active = unsafe outer.state.pointee.active
    let isPulling = unsafe !isWorking && outer.state.pointee.pulls > 0
    let computing = unsafe Engine.pausedComputing
    if !isWorking {
      unsafe outer.state.pointee.active = 0
      if unsafe outer.state.pointee.guards.contains(.computing) {
        unsafe Engine.pausedComputing = outer.base
      }
      unsafe Engine.working = base
    }
    if isPulling { unsafe Engine.pausedPulls += 1 }
    defer {
      if !isWorking {
        unsafe Engine.working = outer.base
        unsafe Engine.pausedComputing = computing
        unsafe outer.state.pointee.active = active
      }
      if isPulling {
        unsafe Engine.pausedPulls -= 1
        if unsafe Engine.hasUnsettled { outer.settleSoon() }
      }
    }
    return CurrentGraph.graph === graph ? try body() : try graph.run(body)
  }

  /// Whether the engine at work is inside a pull.
  static var isPulling: Bool {
    unsafe Engine.working.map { unsafe Engine(base: $0).state.pointee.pulls > 0 } ?? false
  }

  /// The number of paused engines that are inside a pull.
  @exclusivity(unchecked)
  nonisolated(unsafe) private(set) static var pausedPulls = 0

  /// The innermost paused engine that computes a value; no graph may be written while there is one.
  @exclusivity(unchecked)
  nonisolated(unsafe) static var pausedComputing: UnsafeMutableRawPointer?

  /// The graphs whose `settle` waits for the end of these pulls, or until no edit borrows a value.
  private static var unsettled: [Graph] = []
  @exclusivity(unchecked) @usableFromInline
  nonisolated(unsafe) private(set) static var hasUnsettled = false

  /// Defers `settle` until the pulls of other graphs have ended.
  @usableFromInline
  @inline(never)
  func settleAfterOthers() {
    let graph = graph
    unsafe Engine.hasUnsettled = true
    if !Engine.unsettled.contains(where: { $0 === graph }) { Engine.unsettled.append(graph) }
  }

  /// Settles the graphs whose `settle` was deferred, unless a value is still lent; a graph that cannot settle yet
  /// keeps waiting.
  @usableFromInline
  @inline(never)
  static func settleOthers() {
    guard unsafe hasUnsettled && lent == 0 else { return }
    unsafe hasUnsettled = false
    for graph in exchange(&unsettled, with: []) { graph.engine.settle() }
  }

  /// Runs `body` with the graph current; no evaluation records the reads.
  @inlinable @inline(__always)
  func perform<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mustEnter ? try enter { () throws(Failure) in try untracked(body) } : try untracked(body)
  }

  /// Whether a batch of all graphs is open, so that a flush has to wait for its end.
  @inline(__always)
  var mustHold: Bool { unsafe Engine.openBatches > 0 && state.pointee.batches == 0 }

  /// Defers the flush until the end of the batch of all graphs.
  @inline(never)
  func hold() {
    beginBatch()
    unsafe Engine.held.append(graph)
  }

  /// Opens a batch of all graphs; an engine joins it with its first write.
  @usableFromInline
  static func beginBatchOfAll() { unsafe openBatches += 1 }

  /// Closes a batch of all graphs; the outermost batch flushes the graphs in the order of their first writes.
  @usableFromInline
  static func endBatchOfAll() {
    unsafe openBatches -= 1
    guard unsafe openBatches == 0 else { return }
    if unsafe !held.isEmpty {
      for graph in unsafe exchange(&held, with: []) { graph.engine.endBatch() }
    }
    runChecks()
  }

  /// The number of open batches of all graphs.
  @exclusivity(unchecked)
  nonisolated(unsafe) private static var openBatches = 0

  /// The graphs that wait for the end of the outermost batch of all graphs.
  @exclusivity(unchecked)
  nonisolated(unsafe) private static var held: [Graph] = []

  /// The number of nested flushes, each of another engine.
  @exclusivity(unchecked)
  nonisolated(unsafe) static var flushes = 0

  /// The causes of queued observers during these flushes.
  @exclusivity(unchecked)
  nonisolated(unsafe) static var causes = CauseNotes()

  /// Runs `check` when no observer of any graph is queued: now, or after the queued observers have
  /// run.
  static func afterObservers(_ check: @escaping @MainActor () -> Void) {
    unsafe checks.append(check)
    runChecks()
  }

  /// The checks that wait until no observer is queued.
  @exclusivity(unchecked)
  nonisolated(unsafe) private static var checks: [@MainActor () -> Void] = []

  /// The number of engines with a non-empty queue.
  @exclusivity(unchecked)
  nonisolated(unsafe) static var queues = 0

  @inline(__always)
  static func runChecks() {
    if unsafe !checks.isEmpty && openBatches == 0 && flushes == 0 && queues == 0 { runAllChecks() }
  }

  @inline(never)
  private static func runAllChecks() {
    for check in unsafe exchange(&checks, with: []) { check() }
  }

  /// Handles a read while this engine records none: reports it if another engine records reads.
  @usableFromInline
  @inline(never)
  func trackFromElsewhere(_ dep: NodeRef) {
    if let working = unsafe Engine.working, unsafe working != base {
      let reader = unsafe Engine(base: working).activeNode
      if reader.offset != 0, reader.offset != Engine.idle {
        return reader.engine.reportForeignRead(of: dep, by: reader)
      }
    }
    #if ObservationInterop
      if unsafe state.pointee.active == Engine.idle { trackFromOutside(dep) }
    #endif
  }

  /// Reports that `reader` read `dep` of another graph, once for each pair of source locations.
  private func reportForeignRead(of dep: NodeRef, by reader: NodeRef) {
    guard context.foreignReads.insert([reader.place, dep.place]).inserted else { return }
    context.report(
      .foreignGraph,
      "'\(name(reader))' read '\(dep.engine.name(dep))', which belongs to another graph, "
        + "so its changes will not be noticed. Make both in one graph, or observe the other one.",
      [reader, dep])
  }
}
