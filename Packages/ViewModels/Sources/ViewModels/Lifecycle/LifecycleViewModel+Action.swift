import Bindings

// Public changes of view-models are actions: one batch in the view-model's graph, which tracks nothing.
//
// An observer may then call them like any other code. Without that, the observer would depend on what
// the change reads, and so run again because of what it has changed itself.

extension Graph {
  /// Runs `body` as one change, with this graph as the current one and without tracking what it reads.
  func action<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try run { () throws(Failure) in
      try Bindings.untracked { () throws(Failure) in try Bindings.batch(body) }
    }
  }
}

extension SchemaInheriting {
  func action<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try ownGraph.action(body)
  }
}

/// Runs `body` when the batch is over and the observers have run that it has put out of date; at once outside of one.
///
/// Observers run in the order in which they were made, and this makes the latest.
@MainActor
func atEndOfBatch(in graph: Graph = .current, _ body: @escaping @MainActor () -> Void) {
  let end = Property(false, label: "end of batch", graph: graph)
  let scope = Scope()
  end.observe { isOver in
    guard isOver else { return }
    scope.end()
    body()
  }
  .store(in: scope)
  end.value = true
}

/// Lets go of what a write has replaced, once the write is over: its end may be the user's code, which may come back to
/// whoever has held it, and nobody records what it reads.
@MainActor
func letGo<Value>(_ replaced: consuming Value) {
  var ending: Value? = replaced
  untracked { _ = ending.take() }
}
