import Bindings

// Public changes of view-models are actions: one batch in the view-model's graph, without tracking.
//
// So an observer may call them like any other code. With tracking, the observer would depend on the reads of
// the change, and so run again because of its own changes.

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

/// Runs `body` when the current batch is over and its observers have run; at once outside of a batch.
///
/// Observers run in the order in which they were made, and this function makes the latest one.
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

/// Releases a value that a write has replaced, after the write; the deinit may be user code that accesses the former
/// owner again, and its reads are not tracked.
@MainActor
func letGo<Value>(_ replaced: consuming Value) {
  var ending: Value? = replaced
  untracked { _ = ending.take() }
}
