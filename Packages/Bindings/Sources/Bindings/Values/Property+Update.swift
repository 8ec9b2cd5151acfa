extension Property {
  /// Changes the value in place: copies nothing and notifies once.
  ///
  /// ```swift
  /// names.update { $0.append("Ada") }
  /// ```
  /// `names.value.append("Ada")` would copy the array first. Everything that `body` writes, to other
  /// properties too, is one ``batch(_:)``. Observers run even if `body` changed nothing, because to
  /// compare would need the copy that this saves; values that are nothing but bits, such as
  /// numbers, are compared if they are `Equatable`. Inside a computed `body` does not run, and that is reported.
  ///
  /// - Precondition: `body` does not read or write this property but through its argument, as with any
  ///   `inout` value.
  /// - Throws: What `body` throws; what it had changed by then stays, and observers see it.
  @inlinable
  public func update<Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    // In a generic function it is this one that is called for a number, too.
    if _isPOD(Value.self), Value.self is any Equatable.Type {
      let old = peek()
      return try edit({ !Engine.areEqual(peek(), old) }, body)
    }
    try edit({ true }, body)
  }

  /// Lends the value to `body`, then notifies if `isChanged` says so.
  @inlinable
  func edit<Failure: Error>(
    _ isChanged: () -> Bool, _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    if ref.engine.isGuarded { return try editGuarded(isChanged, body) }
    try lend(body) { node in
      if isChanged(), !node.subs.isNone { node.engine.didWrite(node) }
    }
  }

  /// `edit`, when somebody wants to know or to refuse.
  @usableFromInline
  @inline(never)
  func editGuarded<Failure: Error>(
    _ isChanged: () -> Bool, _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    let engine = ref.engine
    guard engine.mayWrite(ref) else { return }
    let old = engine.traceValue(cell.value, of: ref)
    try lend(body) { node in
      guard isChanged() else { return }
      if engine.isTracing {
        engine.didWriteTraced(node, old: old) { engine.traceValue(cell.value, of: node) }
      } else {
        engine.didWriteGuarded(node)
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

  /// Whether a write would be made now: inside a computed it would not, and this reports it as the write does.
  ///
  /// For a change of several things that is made as a whole or not at all.
  public func mayBeWritten() -> Bool {
    let engine = ref.engine
    return !engine.isGuarded || engine.mayWrite(ref)
  }
}

extension Property where Value: Equatable & BitwiseCopyable {
  /// Changes the value in place and notifies once, unless it is equal to the one before; all else is the same.
  @inlinable
  public func update<Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    let old = peek()
    try edit({ peek() != old }, body)
  }
}

extension Engine {
  /// The number of values, of all graphs, that are lent to an `update` just now.
  ///
  /// A handler of issues may read any of them, so issues wait. The main actor guards it.
  @exclusivity(unchecked) @usableFromInline
  nonisolated(unsafe) static var lent = 0

  /// Begins a batch in which a value is lent to an edit: neither observers, of whatever graph, nor handlers of
  /// issues run, which might read it.
  @inlinable @inline(__always)
  @MainActor
  func beginLending() {
    beginBatch()
    Engine.beginBatchOfAll()
    unsafe Engine.lent += 1
  }

  /// The value is back: handlers of issues may read it again.
  @inlinable @inline(__always)
  @MainActor
  static func endLending() { unsafe lent -= 1 }

  /// Ends the batch that ``beginLending()`` began, after ``endLending()``.
  ///
  /// Other graphs were written before this one's value was back, so their observers come first.
  @inlinable @inline(__always)
  @MainActor
  func endBatchOfLending() {
    Engine.endBatchOfAll()
    endBatch()
    if unsafe Engine.hasUnsettled { Engine.settleOthers() }
  }

  /// Somebody looked at a value while it was lent out.
  @usableFromInline
  @inline(never)
  static func stopAtBorrowed(_ node: NodeRef) -> Never {
    fatalError(
      "the property at \(node.place) was read or written inside its own update; use the closure's argument"
    )
  }
}
