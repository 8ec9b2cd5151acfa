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

  override class func value(of node: NodeRef) -> Any? {
    let isReadable = node.flags.contains(.hasValue) && !node.flags.contains(.borrowed)
    return isReadable ? cell(of: node).value : nil
  }
}
