/// The type of a node's value, behind one word: a node stores such a type, and who knows nothing of
/// the value calls its class methods.
///
/// The nodes of handles that are gone need it, and handles that are on their way out on another
/// thread.
@usableFromInline
class AnyStored {
  /// Lets go of the value of a dead node and frees its block.
  class func empty(_ node: NodeRef) {}

  /// Ends the value in the cell at `start`, which is the last of the engine's discarded ones.
  class func endDiscarded(in engine: Engine) {}

  /// The value, taken down without evaluating anything; nil when there is none.
  @MainActor class func description(of node: NodeRef) -> TraceValue? { nil }

  /// The value, without evaluating anything; nil when there is none.
  @MainActor class func value(of node: NodeRef) -> Any? { nil }
}

/// The implementation of `AnyStored` for values of one type.
@usableFromInline
final class Stored<Value>: AnyStored {
  private static func cell(of node: NodeRef) -> ValueCell<Value> {
    ValueCell(of: node, at: node.cellPlace)
  }

  override class func empty(_ node: NodeRef) {
    let cell = cell(of: node)
    guard node.flags.contains(.hasValue) else {
      cell.releaseMemory()
      return node.engine.freeEmptied(node)
    }
    node.flags.remove(.hasValue)
    let value = cell.take()
    cell.releaseMemory()
    node.engine.freeEmptied(node)
    extendLifetime(value)
  }

  override class func endDiscarded(in engine: Engine) {
    let cell = unsafe ValueCell<Value>(
      at: engine.state.pointee.discarded.pop(ValueCell<Value>.size))
    let value = cell.take()
    cell.releaseMemory()
    extendLifetime(value)
  }

  override class func description(of node: NodeRef) -> TraceValue? {
    guard isReadable(node) else { return nil }
    return TraceValue(cell(of: node).value)
  }

  override class func value(of node: NodeRef) -> Any? {
    isReadable(node) ? cell(of: node).value : nil
  }

  private static func isReadable(_ node: NodeRef) -> Bool {
    node.flags.contains(.hasValue) && !node.flags.contains(.borrowed)
  }
}

/// A growing stack of cells with the type of each, for values whose end has to wait.
@frozen
@usableFromInline
@safe
struct ValueStack {
  @usableFromInline var start: UnsafeMutableRawPointer?
  /// In bytes, as is the capacity.
  @usableFromInline var count = 0
  @usableFromInline var capacity = 0

  @inlinable
  init() { unsafe start = nil }

  /// Makes room for a cell of `size` bytes and its type.
  ///
  /// - Returns: Where the cell begins.
  @inlinable
  mutating func push(_ size: Int, _ type: AnyStored.Type) -> UnsafeMutableRawPointer {
    if capacity - count < size + 8 { grow(size + 8) }
    let cell = unsafe start.unsafelyUnwrapped + count
    unsafe cell.storeBytes(of: type, toByteOffset: size, as: AnyStored.Type.self)
    count += size + 8
    return unsafe cell
  }

  /// The type of the last cell.
  var lastType: AnyStored.Type {
    unsafe start.unsafelyUnwrapped.load(fromByteOffset: count - 8, as: AnyStored.Type.self)
  }

  /// Takes the last cell off, whose bytes stay until the next push.
  mutating func pop(_ size: Int) -> UnsafeMutableRawPointer {
    count -= size + 8
    return unsafe start.unsafelyUnwrapped + count
  }

  func deallocate() { unsafe start?.deallocate() }

  /// Gives back the memory of an unusual crowd that has gone.
  mutating func shrinkIfEmpty() {
    if count > 0 || capacity <= ValueStack.largestKept { return }
    deallocate()
    self = ValueStack()
  }

  /// The capacity, in bytes, that an empty stack keeps, as `OffsetStack` does.
  static var largestKept: Int { 64 * 1024 }

  @usableFromInline
  @inline(never)
  mutating func grow(_ size: Int) {
    let larger = max(1024, capacity * 2, count + size)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
    if let start = unsafe start {
      unsafe memory.copyMemory(from: start, byteCount: count)
      unsafe start.deallocate()
    }
    unsafe start = memory
    capacity = larger
  }
}
