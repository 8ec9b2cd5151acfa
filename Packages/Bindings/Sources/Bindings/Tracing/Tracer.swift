import Synchronization

/// A receiver for the records of all events in the graphs in which it is installed.
///
/// Bindings provides ``TraceLog``. Write your own tracer to print or count records or to send
/// records elsewhere:
/// ```swift
/// final class Printer: Tracer {
///   func record(_ record: TraceRecord) { print(record) }
/// }
/// ```
/// A graph retains its tracer, so a tracer that retains the graph forms a reference cycle until it is removed.
/// The main actor guards it.
@MainActor
public protocol Tracer: AnyObject {
  /// Receives a record.
  ///
  /// An event with a duration, such as an evaluation, is recorded at its end, so ids may be out of order. A record may
  /// arrive during an evaluation: the tracer must not read or write nodes, and a write is then dropped and reported.
  /// Ending nodes is allowed.
  func record(_ record: TraceRecord)
}

extension Graph {
  /// The tracer that receives a record of every event from now on; nil by default.
  ///
  /// Without a tracer, the cost is at most one branch per evaluation or run.
  public var tracer: (any Tracer)? {
    get { context.tracing?.tracer }
    set { engine.install(newValue) }
  }

  /// Records an event outside of the graph, such as a key press or a typed statement.
  ///
  /// ```swift
  /// let typed = graph.mark("form.phone = \"187\"")
  /// Trace.withCause(typed) { form.phone.value = "187" }
  /// ```
  /// - Returns: The record, to be used as the cause of the following events; nil without a tracer.
  @discardableResult
  public func mark(_ text: String) -> TraceRecord.ID? {
    guard engine.isTracing else { return nil }
    return engine.emit(.mark, detail: text)
  }
}

/// The cause of the code that is running now.
///
/// The graph maintains it: inside an observer the cause is the observer's run, and inside a command's
/// body, even after a suspension, it is the command's start. A `Task` inherits the cause of the code
/// that made it.
public enum Trace {
  @TaskLocal static var current: TraceRecord.ID?

  /// The record that caused the running code; nil outside of traced code.
  public static var cause: TraceRecord.ID? { current }

  /// Runs `body` with the record `id` as the cause; nil removes the cause.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public static func withCause<Result>(
    _ id: TraceRecord.ID?, _ body: () throws -> Result
  ) rethrows -> Result {
    try $current.withValue(id, operation: body)
  }

  /// Runs `body`, which may suspend, with the record `id` as the cause; otherwise like the synchronous version.
  public static func withCause<Result>(
    _ id: TraceRecord.ID?, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $current.withValue(id, operation: body)
  }

  /// Whether the code runs inside ``hidingValues(_:)``.
  @TaskLocal private static var isHiding = false
  /// The observer run to which the code belongs, directly or through a task.
  @TaskLocal static var observerRun: TracedRun?

  /// Whether the code runs in ``hidingValues(_:)`` or its consequences, or in an observer that has read a hidden value.
  ///
  /// A command checks this before it stores its input in a place that outlives the command, such as a cache.
  public static var hidesValues: Bool {
    // Most programs never hide a value, and looking up task-locals takes time.
    hasHidden.load(ordering: .relaxed) && (isHiding || observerRun?.hasReadHidden == true)
  }

  /// Runs `body` and keeps all its values out of the records, including those of a `Task` that `body` makes.
  ///
  /// Use it to pass a secret value to a command that is not secure. It also covers later consequences:
  /// - a command that is executed in `body`, until its end: its input, writes, result and error;
  /// - delayed events, whether they are queued, wait for a clock or are stored by an operator; and all later results of
  ///   ``Signal/scan(_:_:)``;
  /// - values that are computed from a hidden value, except Booleans, and the actions of observers that read one, tracked
  ///   or not, also at the end of a batch and in a `Task` that the observer's run has made.
  ///
  /// A hidden value also stays hidden in the record of the write that replaces it. What ``Property/update(_:)`` or an
  /// edit of a list makes from it is hidden, too; a write or a replacement of all rows shows the new value, and a computed
  /// value is shown when it has a value for which it has read nothing hidden.
  ///
  /// Only a graph with a tracer knows which of its values are hidden, and only until its tracer is removed. A tracer that
  /// is installed later shows them, and so does the tracer of another graph that gets such a value later. A task that
  /// takes a hidden event from ``Signal/values`` or ``Signal/first()`` shows it, too. Set ``Node/isSecure`` for the node
  /// of a value that must never be shown.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public static func hidingValues<Result>(_ body: () throws -> Result) rethrows -> Result {
    hasHidden.store(true, ordering: .relaxed)
    return try $isHiding.withValue(true, operation: body)
  }

  /// Whether any value was ever hidden.
  private static let hasHidden = Atomic(false)

  /// Runs `body` with values hidden if `isHidden` is true, otherwise with the current setting.
  @inlinable
  static func hiding<Result>(
    if isHidden: Bool, _ body: () throws -> Result
  ) rethrows -> Result { isHidden ? try hidingValues(body) : try body() }

  /// Runs `body` with values hidden or not, regardless of the current setting.
  static func hiding<Result>(
    _ hidesValues: Bool, _ body: () throws -> Result
  ) rethrows -> Result {
    if hidesValues {
      return try isHiding ? body() : $isHiding.withValue(true, operation: body)
    }
    // A run that has read nothing hidden stays, so that it knows what the body reads.
    guard Trace.hidesValues else { return try body() }
    return try $isHiding.withValue(false) {
      try $observerRun.withValue(observerRun.map { _ in TracedRun() }, operation: body)
    }
  }

  @MainActor private(set) static var lastID = TraceRecord.ID(0)
  @MainActor private static var lastBatch = 0

  /// Returns the next id; ids are unique in the process, because a cause may belong to another graph.
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
