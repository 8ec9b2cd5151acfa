/// The graph of the innermost run.
enum CurrentGraph {
  @TaskLocal static var graph: Graph?
}

extension Graph {
  /// The graph that new nodes join by default: the graph of the innermost `run`, otherwise
  /// ``main``.
  ///
  /// Code that a graph calls later always runs with that graph as current: the closures
  /// of its computed values and observers, the bodies of its commands with the tasks that they start,
  /// the observers of its signals and their delayed work, and the `deinit`s of objects in its nodes. A
  /// `Task` inherits the graph that was current where it was made; a detached task has the main graph.
  public static var current: Graph {
    guard unsafe Engine.others > 0 else { return main }
    if let graph = CurrentGraph.graph { return graph }
    // An isolated `deinit` sees no task-local; the graph at work is the one that releases the object.
    return Engine.atWork?.graph ?? main
  }

  /// Runs `body` with this graph as the current one, so nodes made in `body` belong to it.
  ///
  /// ```swift
  /// let graph = Graph()
  /// let phone = graph.run { Property("186") }
  /// phone.value = "187"  // a node of the graph, wherever it is used
  /// ```
  /// Tasks that start in `body` inherit the graph. Reads in `body` are tracked as usual: a computed or an observer of
  /// another graph that calls `run` and reads a node of this graph is reported.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func run<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // A single graph is always the current one.
    if unsafe Engine.others == 0 { return try body() }
    return try asCurrent(body)
  }

  // Not isolated, because the standard library would check the actor of an isolated closure.
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

  /// Runs `body`, which may suspend, with this graph as the current one; otherwise like the synchronous version.
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
