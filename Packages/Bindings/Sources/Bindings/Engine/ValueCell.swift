/// The place of a value: in its node's block when it is small, else in memory of its own.
@frozen
@usableFromInline
@safe
struct ValueCell<Value> {
  @usableFromInline let pointer: UnsafeMutablePointer<Value>

  /// The largest value, in bytes, that is in its node's block; a larger one costs more to copy than
  /// to find elsewhere, and blocks of a chunk stay many.
  @inlinable @inline(__always)
  static var largestInline: Int { 192 }

  @inlinable @inline(__always)
  static var isInline: Bool {
    MemoryLayout<Value>.alignment <= 8 && MemoryLayout<Value>.size <= largestInline
  }

  /// Whether forgetting a value is all that its end takes.
  @inlinable @inline(__always)
  static var isPlain: Bool { isInline && _isPOD(Value.self) }

  /// The bytes that the cell takes up.
  @inlinable @inline(__always)
  static var size: Int { isInline ? (MemoryLayout<Value>.size + 7) & ~7 : 8 }

  @inlinable @inline(__always)
  init(of node: NodeRef, at place: Int) { unsafe self.init(at: node.address + place) }

  /// The cell whose bytes begin at `start`.
  @inlinable @inline(__always)
  init(at start: UnsafeMutableRawPointer) {
    unsafe pointer =
      Self.isInline
      ? start.assumingMemoryBound(to: Value.self)
      : start.load(as: UnsafeMutablePointer<Value>.self)
  }

  /// Gives a cell that is not inline its memory.
  ///
  /// Call once for a new cell.
  @inlinable @inline(__always)
  static func prepare(at start: UnsafeMutableRawPointer) {
    guard !isInline else { return }
    unsafe start.storeBytes(
      of: UnsafeMutablePointer<Value>.allocate(capacity: 1),
      as: UnsafeMutablePointer<Value>.self)
  }

  @inlinable @inline(__always)
  var value: Value { unsafe pointer.pointee }

  @inlinable @inline(__always)
  func initialize(_ value: consuming Value) { unsafe pointer.initialize(to: value) }

  /// Stores `value` and returns the old one, whose end may run the user's code: the caller lets go of
  /// it when the graph is in order.
  @inlinable @inline(__always)
  func exchange(_ value: consuming Value) -> Value {
    let old = unsafe pointer.move()
    unsafe pointer.initialize(to: value)
    return old
  }

  @inlinable @inline(__always)
  func take() -> Value { unsafe pointer.move() }

  @inlinable
  func releaseMemory() {
    if !Self.isInline { unsafe pointer.deallocate() }
  }
}
