/// The storage of a value: inside its node's block when it is small, otherwise in separate memory.
@usableFromInline
@safe
struct ValueCell<Value> {
  @usableFromInline let pointer: UnsafeMutablePointer<Value>

  /// The size in bytes of the largest value inside a node's block; a larger value costs more to copy than
  /// to access elsewhere, and would leave few blocks per chunk.
  @inlinable @inline(__always)
  static var largestInline: Int { 192 }

  @inlinable @inline(__always)
  static var isInline: Bool {
    MemoryLayout<Value>.alignment <= 8 && MemoryLayout<Value>.size <= largestInline
  }

  /// Whether a value can be discarded without deinitialization.
  @inlinable @inline(__always)
  static var isPlain: Bool { isInline && _isPOD(Value.self) }

  /// The number of bytes of the cell.
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

  /// Allocates the separate memory of a cell whose value is not inline.
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

  /// Stores `value` and returns the old one, whose deinit may run user code: the caller releases
  /// it when the graph is consistent.
  @inlinable @inline(__always)
  func exchange(_ value: consuming Value) -> Value {
    let old = unsafe pointer.move()
    unsafe pointer.initialize(to: value)
    return old
  }

  @inlinable @inline(__always)
  func take() -> Value { unsafe pointer.move() }

  func releaseMemory() {
    if !Self.isInline { unsafe pointer.deallocate() }
  }
}
