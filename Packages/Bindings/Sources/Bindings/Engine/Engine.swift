/// The state of an engine, at the start of its region.
@usableFromInline
@safe
struct EngineState {
  /// The node whose reads are recorded; `Engine.idle` while no evaluation runs, 0 while reads are
  /// untracked.
  @usableFromInline var active = Engine.idle
  /// 1 while several graphs are alive, because a read here may belong to an evaluation in another graph.
  ///
  /// The field follows `active`, so that a read tests both with one load.
  @usableFromInline var isOneOfMany: UInt32 = 0
  /// The reasons why a write must take the slow path; empty for the fast path.
  @usableFromInline var guards: EngineGuards = []
  @usableFromInline var batches: UInt32 = 0
  /// The number of computed nodes on the stack.
  @usableFromInline var computing: UInt32 = 0
  /// The number of walks of the graph that may have user code above them on the stack.
  @usableFromInline var walks: UInt32 = 0
  /// The number of nested pulls on the stack: reads that bring nodes up to date.
  ///
  /// During a pull the user's code may not write.
  @usableFromInline var pulls: UInt32 = 0
  /// The serial of the youngest node at the beginning of the outermost pull.
  @usableFromInline var pullSerial: UInt32 = 0
  /// The number of functions on the stack that call user code and then access the region again.
  @usableFromInline var holds: UInt32 = 0
  /// The serial of the youngest node at the beginning of the innermost walk, which cannot refer to younger
  /// nodes.
  @usableFromInline var walkSerial: UInt32 = 0
  /// All bits set once serials have wrapped around and no longer show age; before that, 0.
  @usableFromInline var reach: UInt32 = 0
  /// Whether an outer loop on the stack releases closures and values; it also releases what their
  /// deinits release.
  @usableFromInline var isDisposing = false
  /// Whether work waits for `settle`.
  @usableFromInline var isUnsettled = false
  @usableFromInline var flushing = false
  /// Whether a computed was ever read while it was running.
  @usableFromInline var hasMetCycle = false
  @usableFromInline var orphaned = false
  @usableFromInline var unsorted = false
  /// The number of observers in their first run; issues wait for the end of these runs as for a flush.
  @usableFromInline var firstRuns: UInt32 = 0
  @usableFromInline var serial: UInt32 = 0
  @usableFromInline var lastQueued: UInt32 = 0
  /// The ends of the memory in use and of the committed memory, as offsets.
  @usableFromInline var top: UInt = 0
  @usableFromInline var committed: UInt = 0
  @usableFromInline var nodes = 0
  /// The empty chunks: those kept for reuse, and those whose memory was returned to the system.
  @usableFromInline var spareChunks = Stack<UInt32>()
  @usableFromInline var returnedChunks = Stack<UInt32>()
  @usableFromInline var queueHead = 0
  @usableFromInline var queue = Stack<UInt32>()
  @usableFromInline var path = Stack<UInt32>()
  @usableFromInline var quarantine = Stack<UInt32>()
  /// The nodes without owner and subscribers whose closures and values are not released yet.
  @usableFromInline var doomed = Stack<UInt32>()
  /// Properties that were written during an evaluation and computeds that had read such a property, each
  /// followed by its serial; their subscribers are marked after the evaluation.
  @usableFromInline var written = Stack<UInt32>()
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
  /// Objects for a list are being made during an evaluation (`outsideComputing`).
  @inlinable static var pulling: EngineGuards { EngineGuards(rawValue: 4) }
  /// The queued observers run with values hidden (`didWriteUntraced`).
  @inlinable static var hiding: EngineGuards { EngineGuards(rawValue: 16) }
  /// Several graphs are alive, so the running evaluation may belong to another graph.
  @inlinable static var several: EngineGuards { EngineGuards(rawValue: 8) }
}

/// The engine of one graph: alien-signals' push-pull algorithm over raw memory.
///
/// A write marks the nodes downstream and queues observers (`propagate`). A read or the flush walks
/// up from a marked node and recomputes only changed nodes (`isStale`). The engine recurses only
/// through users' closures, and it does not use reference counting for nodes.
///
/// The type is an address, so any thread may copy it; only the main actor dereferences it.
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

  /// Makes an engine in its own region.
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

  /// Counts a released handle; after the last handle, the engine ends with its last node.
  @MainActor
  func orphan() {
    context.handles -= 1
    guard context.handles == 0 else { return }
    unsafe state.pointee.orphaned = true
    releaseIfUnused()
  }

  /// Releases the region if nothing can access it any more.
  ///
  /// This must be the caller's last access to the engine.
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
    unsafe state.pointee.spareChunks.deallocate()
    unsafe state.pointee.returnedChunks.deallocate()
    context.isAlive = false
    if unsafe Engine.flushes > 0 { unsafe Engine.causes.forget(UInt(bitPattern: base)) }
    unsafe Region.release(base)
    // Stored records and issues may retain the context, which must not retain the user's objects.
    if context.tracing != nil { unsafe Engine.tracers -= 1 }
    context.tracing = nil
    context.onIssue = { _ in }
    leave()
    unsafe Unmanaged.passUnretained(context).release()
  }
}
