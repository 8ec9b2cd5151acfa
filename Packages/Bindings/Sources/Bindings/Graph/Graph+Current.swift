/// The graph of the innermost run.
enum CurrentGraph {
  @TaskLocal static var graph: Graph?
}

extension Graph {
  /// The graph that nodes join when they name none: the one of the innermost `run`, else
  /// ``main``.
  ///
  /// Code that a graph calls later finds that graph as current wherever the change came from: the closures
  /// of its computed values and observers, the bodies of its commands with the tasks that they start,
  /// the observers of its signals and what those wait for, and the `deinit`s of what its nodes held. A
  /// `Task` inherits the graph that was current where it was made; a detached one has the main graph.
  public static var current: Graph {
    guard unsafe Engine.others > 0 else { return main }
    if let graph = CurrentGraph.graph { return graph }
    // An isolated `deinit` sees no task-local; the graph that works releases the object.
    return Engine.atWork?.graph ?? main
  }

  /// Runs `body` with this graph as the current one: what is made inside belongs to it.
  ///
  /// ```swift
  /// let graph = Graph()
  /// let phone = graph.run { Property("186") }
  /// phone.value = "187"  // a node of the graph, wherever it is used
  /// ```
  /// Tasks that are started inside inherit the graph. To read in another graph's `run` is still to
  /// read: it is tracked, and reported when a computed or an observer of another graph does it.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func run<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The only graph is current anyhow.
    if unsafe Engine.others == 0 { return try body() }
    return try asCurrent(body)
  }

  // Not isolated: an isolated closure that is handed to the standard library asks for its actor.
  private nonisolated func asCurrent<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try CurrentGraph.$graph.withValue(self) {
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(try body())
      } catch {
        return .failure(error)
      }
    }
    .get()
  }

  /// Runs `body`, which may suspend, with this graph as the current one; all else is the same.
  public func run<Result, Failure: Error>(
    _ body: @MainActor () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await CurrentGraph.$graph.withValue(self) {
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(try await body())
      } catch {
        return .failure(error)
      }
    }
    .get()
  }
}
