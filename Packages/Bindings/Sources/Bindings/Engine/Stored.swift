/// The type of a node's value, stored in one word: code that does not know the type of the value calls
/// the class methods.
///
/// The engine needs the type for nodes whose handles are gone or are being released on another
/// thread.
@MainActor
@usableFromInline
class AnyStored {
  /// Releases the value of a dead node and frees its block.
  class func empty(_ node: NodeRef) {}

  /// The value, which is not evaluated; nil when there is none or an edit has borrowed it.
  class func value(of node: NodeRef) -> Any? { nil }
}

/// The implementation of `AnyStored` for values of one type.
@usableFromInline
final class Stored<Value>: AnyStored {
  private static func cell(of node: NodeRef) -> ValueCell<Value> {
    ValueCell(of: node, at: node.cellPlace)
  }

  override class func empty(_ node: NodeRef) {
    let cell = cell(of: node)
    let value = node.flags.contains(.hasValue) ? cell.take() : nil
    node.flags.remove(.hasValue)
    cell.releaseMemory()
    node.engine.freeEmptied(node)
    extendLifetime(value)
  }

  override class func value(of node: NodeRef) -> Any? {
    let isReadable = node.flags.contains(.hasValue) && !node.flags.contains(.borrowed)
    return isReadable ? cell(of: node).value : nil
  }
}
