extension Property {
  /// Changes the value in place: copies nothing and notifies once.
  ///
  /// ```swift
  /// names.update { $0.append("Ada") }
  /// ```
  /// `names.value.append("Ada")` would copy the array first. Everything that `body` writes, to other
  /// properties too, is one ``batch(_:)``. Observers run even if `body` changed nothing, because to
  /// compare would need the copy that this saves; the values of a `BitwiseCopyable` type, such as a
  /// number, are compared. Inside a computed `body` does not run, and that is reported.
  ///
  /// - Precondition: `body` does not read or write this property but through its argument, as with any
  ///   `inout` value.
  /// - Throws: What `body` throws; what it had changed by then stays, and observers see it.
  @inlinable
  public func update<Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    try edit({ true }, body)
  }

  /// Lends the value to `body`, then notifies if `isChanged` says so.
  @inlinable
  func edit<Failure: Error>(
    _ isChanged: () -> Bool, _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    let node = ref
    let engine = node.engine
    if engine.isGuarded, !engine.mayWrite(node) { return }
    let cell = cell
    engine.beginBatch()
    defer { engine.endBatch() }
    node.flags.insert(.borrowed)
    defer {
      node.flags.remove(.borrowed)
      if isChanged(), !node.subs.isNone { engine.didWrite(node) }
    }
    try unsafe body(&cell.pointer.pointee)
  }
}

extension Property where Value: Equatable & BitwiseCopyable {
  /// Changes the value in place and notifies once, unless it is equal to the one before.
  ///
  /// - Precondition: `body` does not read or write this property but through its argument, as with any
  ///   `inout` value.
  /// - Throws: What `body` throws; what it had changed by then stays, and observers see it.
  @inlinable
  public func update<Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    let old = peek()
    try edit({ peek() != old }, body)
  }
}

extension Engine {
  /// Somebody looked at a value while it was lent out.
  @usableFromInline
  @inline(never)
  static func stopAtBorrowed(_ node: NodeRef) -> Never {
    preconditionFailure(
      "the property at \(node.file):\(node.line) was read or written inside its own update; use the closure's argument"
    )
  }
}
