extension Property {
  /// Changes the value in place, without a copy and with one notification.
  ///
  /// ```swift
  /// names.update { $0.append("Ada") }
  /// ```
  /// `names.value.append("Ada")` would copy the array first. All writes of `body`, also to other
  /// properties, form one ``batch(_:)``. Observers run even if `body` changed nothing, because a
  /// comparison would need the copy that this method avoids. Trivial `Equatable` values, such as
  /// numbers, are compared. Inside a computed, `body` does not run, and an issue is reported.
  ///
  /// - Precondition: `body` reads and writes this property only through its argument, as with any
  ///   `inout` value.
  /// - Throws: The error of `body`; the changes before the error are kept, and observers see them.
  @inlinable
  public func update<Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    // In a generic function the compiler selects this overload even for a number.
    if _isPOD(Value.self), Value.self is any Equatable.Type {
      let old = cell.value
      return try edit({ !Engine.areEqual(cell.value, old) }, body)
    }
    try edit({ true }, body)
  }

  /// Lends the value to `body`, then notifies observers if `isChanged` returns true.
  @inlinable
  func edit<Failure: Error>(
    _ isChanged: () -> Bool, _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    if ref.engine.isGuarded { return try editGuarded(isChanged, body) }
    try lend(body) { node in
      if isChanged(), !node.subs.isNone { node.engine.didWrite(node) }
    }
  }

  /// Works like `edit`, with tracing and with the check whether the write is allowed.
  @usableFromInline
  @inline(never)
  func editGuarded<Failure: Error>(
    _ isChanged: () -> Bool, _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    let engine = ref.engine
    guard engine.mayEdit(ref) else { return }
    let old = engine.traceValue(cell.value, of: ref)
    try lend(body) { node in
      guard isChanged() else { return }
      engine.didWriteGuarded(node, old: old, isEdited: true) {
        engine.traceValue(cell.value, of: node)
      }
    }
  }

  /// Lets `body` change the value in place, in a batch.
  @inlinable @inline(__always)
  func lend<Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Void, _ didEnd: (NodeRef) -> Void
  ) throws(Failure) {
    let node = ref
    let cell = cell
    node.engine.beginLending()
    defer {
      Engine.endLending()
      node.engine.endBatchOfLending()
    }
    node.flags.insert(.borrowed)
    defer {
      node.flags.remove(.borrowed)
      didEnd(node)
    }
    try unsafe body(&cell.pointer.pointee)
  }

  /// Whether a write is allowed now; inside a computed it is not, and the call reports an issue like a write.
  ///
  /// Use it before a change of several properties that must be made completely or not at all.
  public func mayBeWritten() -> Bool {
    let engine = ref.engine
    return !engine.isGuarded || engine.mayWrite(ref)
  }
}

extension Property where Value: Equatable & BitwiseCopyable {
  /// Changes the value in place and notifies observers once, unless the new value equals the old one.
  @inlinable
  public func update<Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    let old = cell.value
    try edit({ cell.value != old }, body)
  }
}

@MainActor
extension Engine {
  /// The number of values, in all graphs, that are currently lent to an edit.
  ///
  /// A handler of issues may read any of them, so issues wait. The main actor guards this variable.
  @exclusivity(unchecked) @usableFromInline
  nonisolated(unsafe) static var lent = 0

  /// Begins a batch in which a value is lent to an edit; observers of all graphs and handlers of issues, which might
  /// read the value, do not run.
  @inlinable @inline(__always)
  func beginLending() {
    beginBatch()
    Engine.beginBatchOfAll()
    unsafe Engine.lent += 1
  }

  /// Records that the value is back, so that handlers of issues may read it again.
  @inlinable @inline(__always)
  static func endLending() { unsafe lent -= 1 }

  /// Ends the batch that ``beginLending()`` began, after ``endLending()``.
  ///
  /// Other graphs were written before this graph's value was back, so their observers run first.
  @inlinable @inline(__always)
  func endBatchOfLending() {
    Engine.endBatchOfAll()
    endBatch()
    if unsafe Engine.hasUnsettled { Engine.settleOthers() }
  }

  /// Stops the program because a value was read or written while it was lent to an edit.
  @usableFromInline
  @inline(never)
  static func stopAtBorrowed(_ node: NodeRef) -> Never {
    fatalError(
      "the property at \(node.place) was read or written inside its own update; use the closure's argument"
    )
  }
}
