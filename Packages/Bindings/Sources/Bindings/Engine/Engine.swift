/// The state of an engine, at the start of its region.
@frozen
@usableFromInline
@safe
struct EngineState {
  /// The node whose reads are being recorded; `Engine.idle` while nothing runs, 0 while reads do not
  /// count.
  @usableFromInline var active = Engine.idle
  /// 1 while several graphs are alive: a read here may belong to an evaluation elsewhere.
  ///
  /// It follows `active`, so that a read asks for both at once.
  @usableFromInline var isOneOfMany: UInt32 = 0
  /// Not zero when a write must take the slow path.
  @usableFromInline var guards: EngineGuards = []
  @usableFromInline var batches: UInt32 = 0
  /// The number of computed nodes on the stack.
  @usableFromInline var computing: UInt32 = 0
  /// The number of walks of the graph that may have user code above them on the stack.
  @usableFromInline var walks: UInt32 = 0
  /// The number of evaluations by need on the stack: reads that bring nodes up to date.
  ///
  /// While there is one, the user's code may not write.
  @usableFromInline var pulls: UInt32 = 0
  /// The serial of the youngest node at the beginning of the outermost of them.
  @usableFromInline var pullSerial: UInt32 = 0
  /// The number of functions on the stack that call the user's code and come back to the region.
  @usableFromInline var holds: UInt32 = 0
  /// The serial of the youngest node at the beginning of the innermost walk, which cannot stand on
  /// younger ones.
  @usableFromInline var walkSerial: UInt32 = 0
  /// All bits when serials do not tell age, because they have started again; else none.
  @usableFromInline var reach: UInt32 = 0
  /// Closures and values are being released by a loop further up the stack, which continues with what
  /// their ends release.
  @usableFromInline var isDisposing = false
  /// Something waits for `settle`.
  @usableFromInline var isUnsettled = false
  @usableFromInline var flushing = false
  @usableFromInline var orphaned = false
  @usableFromInline var unsorted = false
  /// The number of observers that run for the first time; issues wait for them as for a flush.
  @usableFromInline var firstRuns: UInt32 = 0
  @usableFromInline var serial: UInt32 = 0
  @usableFromInline var lastQueued: UInt32 = 0
  /// The end of the memory in use and of the memory that may be used, as offsets.
  @usableFromInline var top: UInt = 0
  @usableFromInline var committed: UInt = 0
  @usableFromInline var nodes = 0
  @usableFromInline var links = 0
  /// Chunks without blocks in use: those at hand, and those whose memory the system has back.
  @usableFromInline var spareChunks = Stack<UInt32>()
  @usableFromInline var returnedChunks = Stack<UInt32>()
  @usableFromInline var queueHead = 0
  @usableFromInline var queue = Stack<UInt32>()
  @usableFromInline var path = Stack<UInt32>()
  @usableFromInline var quarantine = Stack<UInt32>()
  /// Nodes that nobody owns nor reads any more, and which hold on to what they captured.
  @usableFromInline var doomed = Stack<UInt32>()
  /// Properties that were written during an evaluation, and computeds that had read one that was, each
  /// with its serial; their subscribers are marked after it.
  @usableFromInline var written = Stack<UInt32>()
  /// Values that evaluations have replaced, in cells with the type of each.
  @usableFromInline var discarded = Stack<UInt64>()
  /// The `GraphContext`, retained.
  @usableFromInline var context: UnsafeMutableRawPointer?
}

/// Reasons for a write to take the slow path.
@usableFromInline
struct EngineGuards: OptionSet {
  @usableFromInline let rawValue: UInt32

  @inlinable @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable static var computing: EngineGuards { EngineGuards(rawValue: 1) }
  @inlinable static var tracing: EngineGuards { EngineGuards(rawValue: 2) }
  /// Objects are being made for a list in the middle of an evaluation (`outsideComputing`).
  @inlinable static var pulling: EngineGuards { EngineGuards(rawValue: 4) }
  /// The observers that wait run with values hidden (`didWriteGuarded`).
  @inlinable static var hiding: EngineGuards { EngineGuards(rawValue: 16) }
  /// Several graphs are alive: what is being computed may be another one's.
  @inlinable static var several: EngineGuards { EngineGuards(rawValue: 8) }
}

/// The engine of one graph: alien-signals' push-pull algorithm over raw memory.
///
/// A write marks the nodes downstream and queues observers (`propagate`); a read or the flush walks
/// up from a marked node and recomputes only what changed (`isStale`). Nothing here recurses but
/// through users' closures, and nothing here counts references.
///
/// It is an address, so it may travel; the main actor alone follows it.
@frozen
@usableFromInline
@safe
struct Engine: @unchecked Sendable {
  @usableFromInline let base: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  init(base: UnsafeMutableRawPointer) { unsafe self.base = base }

  @inlinable @inline(__always)
  var state: UnsafeMutablePointer<EngineState> {
    unsafe base.assumingMemoryBound(to: EngineState.self)
  }

  @inlinable @inline(__always)
  func node(_ offset: UInt32) -> NodeRef { unsafe NodeRef(base: base, offset: offset) }

  /// Whether a read may have to be recorded or reported.
  @inlinable @inline(__always)
  var isTracking: Bool { unsafe base.load(as: UInt64.self) != 0 }

  @inlinable @inline(__always)
  var isGuarded: Bool { unsafe !state.pointee.guards.isEmpty }

  @inlinable @inline(__always)
  var isTracing: Bool { unsafe state.pointee.guards.contains(.tracing) }

  /// Makes an engine in a region of its own.
  static func make(context: GraphContext) -> Engine {
    let base = unsafe Region.reserve()
    let engine = unsafe Engine(base: base)
    unsafe engine.state.initialize(to: EngineState())
    engine.initializeMemory()
    context.engine = engine
    unsafe engine.state.pointee.context = Unmanaged.passRetained(context).toOpaque()
    return engine
  }

  var context: GraphContext {
    guard let word = unsafe state.pointee.context else {
      fatalError("a graph was used after its end")
    }
    return unsafe Unmanaged<GraphContext>.fromOpaque(word).takeUnretainedValue()
  }

  /// Ends the engine when the last node is gone.
  @MainActor
  func orphan() {
    context.handles -= 1
    guard context.handles == 0 else { return }
    unsafe state.pointee.orphaned = true
    releaseIfUnused()
  }

  /// Gives the region back when nobody can come back to it.
  ///
  /// Nothing may follow the call.
  func releaseIfUnused() {
    guard unsafe state.pointee.orphaned, unsafe state.pointee.nodes == 0,
      unsafe state.pointee.walks == 0, unsafe state.pointee.batches == 0,
      unsafe state.pointee.holds == 0, unsafe !state.pointee.isDisposing
    else { return }
    let context = context
    if unsafe state.pointee.queue.count > 0 { unsafe Engine.queues -= 1 }
    unsafe state.pointee.queue.deallocate()
    unsafe state.pointee.path.deallocate()
    unsafe state.pointee.quarantine.deallocate()
    unsafe state.pointee.doomed.deallocate()
    unsafe state.pointee.written.deallocate()
    unsafe state.pointee.discarded.deallocate()
    unsafe state.pointee.spareChunks.deallocate()
    unsafe state.pointee.returnedChunks.deallocate()
    context.isAlive = false
    if unsafe Engine.flushes > 0 { unsafe Engine.causes.forget(UInt(bitPattern: base)) }
    unsafe Region.release(base)
    // Records and issues that were kept hold on to the context, which must not keep the user's objects.
    if context.tracing != nil { unsafe Engine.tracers -= 1 }
    context.tracing = nil
    context.onIssue = { _ in }
    leave()
    unsafe Unmanaged.passUnretained(context).release()
  }
}
