import Synchronization

/// Receives a record of everything that happens in the graphs it is installed in.
///
/// ``TraceLog`` is the one that comes with Bindings. Write your own to print, to count or to send
/// records elsewhere:
/// ```swift
/// final class Printer: Tracer {
///   func record(_ record: TraceRecord) { print(record) }
/// }
/// ```
/// A graph keeps its tracer, so a tracer that keeps the graph keeps both alive until it is taken out.
/// The main actor guards it.
@MainActor
public protocol Tracer: AnyObject {
  /// Takes a record.
  ///
  /// Work that takes time, such as an evaluation, is told at its end, so ids may come out of order. It may
  /// come in the middle of an evaluation: it must not read or write nodes, and a write is dropped and reported then.
  /// To end some does no harm.
  func record(_ record: TraceRecord)
}

extension Graph {
  /// The receiver of a record of everything that happens from now on; nil, the default, for nobody.
  ///
  /// Without a tracer the graph pays one branch at most for each recompute and each run.
  public var tracer: (any Tracer)? {
    get { context.tracing?.tracer }
    set { engine.install(newValue) }
  }

  /// Records something outside of the graph, such as a key press or a statement that was typed.
  ///
  /// ```swift
  /// let typed = graph.mark("form.phone = \"187\"")
  /// Trace.withCause(typed) { form.phone.value = "187" }
  /// ```
  /// - Returns: The record, to be the cause of what follows; nil without a tracer.
  @discardableResult
  public func mark(_ text: String) -> TraceRecord.ID? {
    guard engine.isTracing else { return nil }
    return engine.emit(.mark, detail: text)
  }
}

/// The cause of what the program is doing now.
///
/// The graph keeps it right by itself: inside an observer it is the observer's run, inside a command's
/// body, also after it has been suspended, the command's start. A `Task` inherits the cause of the code
/// that made it.
public enum Trace {
  @TaskLocal static var current: TraceRecord.ID?

  /// The record that stands for what runs now; nil outside of anything that is traced.
  public static var cause: TraceRecord.ID? { current }

  /// Runs `body` as something that the record `id` caused; nil takes the cause away.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public static func withCause<Result>(
    _ id: TraceRecord.ID?, _ body: () throws -> Result
  ) rethrows -> Result {
    try $current.withValue(id, operation: body)
  }

  /// Runs `body`, which may suspend, as something that the record `id` caused; all else is the same.
  public static func withCause<Result>(
    _ id: TraceRecord.ID?, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $current.withValue(id, operation: body)
  }

  /// Whether this is in ``hidingValues(_:)``.
  @TaskLocal private static var isHiding = false
  /// The run of the observer that is at work, or was when this task was made.
  @TaskLocal static var observerRun: TracedRun?

  /// Whether values are kept out of the records that are made now.
  static var hidesValues: Bool { isHiding || observerRun?.hasReadHidden == true }

  /// Whether this runs in ``hidingValues(_:)``, in what that has begun, or in an observer that has read a hidden value.
  ///
  /// A command asks before it leaves what it was given in a place that outlives it, such as a cache.
  public static var isHidingValues: Bool { hidesValues }

  /// Runs `body` with the values of all that it does kept out of the records, also in a `Task` that it makes.
  ///
  /// Use it where a value that is secret is handed to a command that is not. It covers what comes later, too:
  /// - a command that is executed in `body`, until it has ended: its input, writes, result and error;
  /// - events that wait, for their turn or for a clock, or are used again by an operator that keeps them;
  /// - values that are computed from a hidden one, other than a truth value, and what observers of it do, also at the
  ///   end of a batch.
  ///
  /// A value that was hidden once stays hidden in the record of the write that replaces it.
  ///
  /// Only a graph that has a tracer then knows which of its values are hidden; one that is installed later shows them,
  /// and so does one of another graph that gets such a value later. Mark the node of a value that must never be shown
  /// with ``Node/isSecure``.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public static func hidingValues<Result>(_ body: () throws -> Result) rethrows -> Result {
    hasHidden.store(true, ordering: .relaxed)
    return try $isHiding.withValue(true, operation: body)
  }

  /// Whether anything was ever hidden.
  private static let hasHidden = Atomic(false)

  /// Whether the event that is being sent is hidden; quicker to ask than ``hidesValues`` where none ever was.
  @usableFromInline static var hidesEvent: Bool {
    hasHidden.load(ordering: .relaxed) && hidesValues
  }

  /// Runs `body` with values hidden if `isHidden`, else however it is now.
  @inlinable
  static func hiding<Result>(
    if isHidden: Bool, _ body: () throws -> Result
  ) rethrows -> Result { isHidden ? try hidingValues(body) : try body() }

  /// Runs `body` with values kept out of the records or not, however it is now.
  static func hiding<Result>(
    _ hidesValues: Bool, _ body: () throws -> Result
  ) rethrows -> Result {
    if hidesValues {
      return try isHiding ? body() : $isHiding.withValue(true, operation: body)
    }
    if !isHiding, observerRun == nil { return try body() }
    return try $isHiding.withValue(false) { try $observerRun.withValue(nil, operation: body) }
  }

  @MainActor private(set) static var lastID = TraceRecord.ID(0)
  @MainActor private static var lastBatch = 0

  /// Ids are the process's, so that a cause can be in another graph.
  @MainActor
  static func nextID() -> TraceRecord.ID {
    lastID = TraceRecord.ID(lastID.number + 1)
    return lastID
  }

  @MainActor
  static func nextBatch() -> Int {
    lastBatch += 1
    return lastBatch
  }
}
