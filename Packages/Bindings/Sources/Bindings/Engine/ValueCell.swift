/// Where a node of `Value` keeps its value: in its block when it is small, else in memory of its own.
@frozen
@usableFromInline
@safe
struct ValueCell<Value> {
  @usableFromInline let pointer: UnsafeMutablePointer<Value>

  @inlinable @inline(__always)
  static var isInline: Bool {
    MemoryLayout<Value>.alignment <= 8 && MemoryLayout<Value>.size <= 192
  }

  /// The bytes that the cell takes up in the node's block.
  @inlinable @inline(__always)
  static var size: Int { isInline ? (MemoryLayout<Value>.size + 7) & ~7 : 8 }

  @inlinable @inline(__always)
  init(of node: NodeRef, at place: Int) {
    let start = unsafe node.address + place
    unsafe pointer =
      Self.isInline
      ? start.assumingMemoryBound(to: Value.self)
      : start.load(as: UnsafeMutablePointer<Value>.self)
  }

  /// Gives a cell that is not inline its memory.
  ///
  /// Call once for a new node.
  @inlinable @inline(__always)
  static func prepare(_ node: NodeRef, at place: Int) {
    guard !isInline else { return }
    unsafe node.address.storeBytes(
      of: UnsafeMutablePointer<Value>.allocate(capacity: 1), toByteOffset: place,
      as: UnsafeMutablePointer<Value>.self)
  }

  @inlinable @inline(__always)
  var value: Value { unsafe pointer.pointee }

  @inlinable @inline(__always)
  func initialize(_ value: Value) { unsafe pointer.initialize(to: value) }

  /// Stores `value`; the old one dies after the new one is in place, because its end may run code
  /// that reads the cell.
  @inlinable @inline(__always)
  func replace(with value: Value) {
    let old = unsafe pointer.move()
    unsafe pointer.initialize(to: value)
    withExtendedLifetime(old) {}
  }

  @inlinable @inline(__always)
  func take() -> Value { unsafe pointer.move() }

  @inlinable
  func releaseMemory() {
    if !Self.isInline { unsafe pointer.deallocate() }
  }
}
