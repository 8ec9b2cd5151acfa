// The memory layout of nodes and links. Only this folder follows links. The handles of nodes
// elsewhere keep an address, from which they find the engine and, by the offsets below, the value. `UnsafeCodeTests`
// lists the files outside of this folder that may use pointers at all. The invariants:
//
//  1. All graph memory of one `Graph` lies in one region of address space, aligned to its own size
//     (`Region`), so the high bits of any node's address are the address of its engine, and a
//     32-bit offset identifies any node or link. Offset 0 is the engine itself and means "none".
//  2. A block is allocated by `Engine.allocate` and freed by `Engine.free`, once. While user
//     code may be on the stack above a walk of the graph (`walks > 0`), a freed block keeps its
//     bytes and is not reused, because a walk may still refer to it.
//  3. A link is in exactly two lists: the dependencies of its subscriber (singly linked, in reading
//     order) and the subscribers of its dependency (doubly linked, in subscription order).
//  4. A computed whose handle is gone (`released`) lives until its last subscriber link is removed. Every
//     other node ends with its owner. A `dead` node has no dependencies and is never dirty or
//     pending, so it is never evaluated; its block is freed when it is `emptied` and no link, queue or
//     walk refers to it.
//  5. A node that is pending or dirty has no clean subscriber, unless the subscriber is running. A
//     pending or dirty observer that is not running is in the queue.
//  6. Only the main actor touches a region.
//  7. User code never runs while links are being removed or while a walk examines marks.
//     Deinits of closures and values are user code (`Engine+Disposal`): those that an evaluation
//     causes wait until no evaluation is running, and so do issues.
//  8. When nothing runs, the queue of observers and all lists of deferred work are empty.
//
// `Engine.verify()` of the tests checks 1 to 5 and 8 after random steps; debug builds assert the cheap parts.

/// The state bits of a node.
@usableFromInline
struct NodeFlags: OptionSet {
  @usableFromInline let rawValue: UInt32

  @inlinable @inline(__always)
  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The block holds a node; a free block has no flags.
  @inlinable static var live: NodeFlags { NodeFlags(rawValue: 1 << 0) }
  @inlinable static var property: NodeFlags { NodeFlags(rawValue: 1 << 1) }
  @inlinable static var computed: NodeFlags { NodeFlags(rawValue: 1 << 2) }
  @inlinable static var observer: NodeFlags { NodeFlags(rawValue: 1 << 3) }

  /// A dependency may have changed, so the node must be checked before use.
  @inlinable static var pending: NodeFlags { NodeFlags(rawValue: 1 << 4) }
  /// A dependency has changed, or there is no value yet.
  @inlinable static var dirty: NodeFlags { NodeFlags(rawValue: 1 << 5) }
  /// The node's closure is on the stack.
  @inlinable static var running: NodeFlags { NodeFlags(rawValue: 1 << 6) }
  /// The observer is in the queue.
  @inlinable static var queued: NodeFlags { NodeFlags(rawValue: 1 << 7) }
  /// The node is out of the graph and is never evaluated again.
  @inlinable static var dead: NodeFlags { NodeFlags(rawValue: 1 << 8) }
  /// The value cell is initialized.
  @inlinable static var hasValue: NodeFlags { NodeFlags(rawValue: 1 << 9) }
  /// The last evaluation stored a different value.
  @inlinable static var changed: NodeFlags { NodeFlags(rawValue: 1 << 10) }
  /// The engine's tables hold a label for the node.
  @inlinable static var labelled: NodeFlags { NodeFlags(rawValue: 1 << 11) }
  /// The value is being edited in place, so other code must not access its cell.
  @inlinable static var borrowed: NodeFlags { NodeFlags(rawValue: 1 << 12) }
  /// The handle of the computed is gone; the computed ends with its last subscriber.
  @inlinable static var released: NodeFlags { NodeFlags(rawValue: 1 << 13) }
  /// The tracer knows why the node was marked.
  @inlinable static var noted: NodeFlags { NodeFlags(rawValue: 1 << 14) }
  /// Observation has read the node: the engine's tables hold the link.
  @inlinable static var linked: NodeFlags { NodeFlags(rawValue: 1 << 15) }
  /// The value must not be shown.
  @inlinable static var secure: NodeFlags { NodeFlags(rawValue: 1 << 16) }
  /// The node represents a command; it has no links.
  @inlinable static var command: NodeFlags { NodeFlags(rawValue: 1 << 17) }
  /// The computed has been found to depend on itself once, so it may be its own last subscriber.
  @inlinable static var cyclic: NodeFlags { NodeFlags(rawValue: 1 << 18) }
  /// The value is in the block and needs no deinitialization (`ValueCell.isPlain`).
  @inlinable static var plain: NodeFlags { NodeFlags(rawValue: 1 << 19) }
  /// The value and the closure of the dead node are released; only the block is left.
  @inlinable static var emptied: NodeFlags { NodeFlags(rawValue: 1 << 20) }
  /// The running evaluation has read its own node, which is a cycle.
  @inlinable static var readItself: NodeFlags { NodeFlags(rawValue: 1 << 21) }
  /// The value was written or computed while values were hidden from the tracer.
  @inlinable static var veiled: NodeFlags { NodeFlags(rawValue: 1 << 22) }
  /// The dependencies of the node are being brought up to date before its closure is called (`refreshDependencies`).
  @inlinable static var ahead: NodeFlags { NodeFlags(rawValue: 1 << 23) }
  /// A walk that asks whether something is out of date stands at the node, which has been in a cycle.
  @inlinable static var walked: NodeFlags { NodeFlags(rawValue: 1 << 24) }
  /// The last evaluation, in a cycle, has read a value that has changed since, so the next mark counts as dirty.
  @inlinable static var stale: NodeFlags { NodeFlags(rawValue: 1 << 25) }
}

/// The header of a node's block.
///
/// A property's value cell follows at `propertyCell`; a computed adds its closure, type and value
/// cell; an observer adds its closure.
@usableFromInline
@safe
struct NodeHeader {
  @usableFromInline var flags: NodeFlags
  @usableFromInline var deps: UInt32
  @usableFromInline var depsTail: UInt32
  /// The first subscriber link; in an observer, the place of its cause in `causes`.
  @usableFromInline var subs: UInt32
  /// The last subscriber link.
  @usableFromInline var subsTail: UInt32
  /// The number of the node's current evaluation.
  ///
  /// The links that this evaluation has read carry the same number. All other links are removed at its end, so the
  /// number may wrap around.
  @usableFromInline var version: UInt32
  @usableFromInline var line: UInt32
  /// The number that distinguishes this node from earlier ones in the same block; younger nodes have larger numbers.
  ///
  /// After 2^32 nodes the numbers restart and no longer show age: see `EngineState.reach`.
  @usableFromInline var serial: UInt32
  /// A static, NUL-terminated string.
  @usableFromInline var file: UnsafePointer<UInt8>?

  // The offsets of the fields after the header; `LayoutTests` compares them with the types.

  @inlinable static var propertyType: Int { MemoryLayout<NodeHeader>.size }
  @inlinable static var propertyCell: Int { propertyType + 8 }
  /// For a command: offset and serial of the node that says whether it is enabled.
  @inlinable static var condition: Int { MemoryLayout<NodeHeader>.size }
  /// For a command: offset and serial of the node of its latest error.
  @inlinable static var lastError: Int { condition + 8 }
  @inlinable static var commandSize: Int { lastError + 8 }
  @inlinable static var work: Int { MemoryLayout<NodeHeader>.size }
  @inlinable static var observerSize: Int { work + MemoryLayout<Work>.size }
  @inlinable static var computedType: Int { observerSize }
  @inlinable static var computedCell: Int { computedType + 8 }
}

/// A dependency edge: the subscriber has read the dependency.
@usableFromInline
struct LinkHeader {
  /// The subscriber's version when it last read through this link.
  @usableFromInline var version: UInt32
  @usableFromInline var dep: UInt32
  @usableFromInline var sub: UInt32
  @usableFromInline var nextDep: UInt32
  @usableFromInline var prevSub: UInt32
  @usableFromInline var nextSub: UInt32
}

/// A closure in raw memory.
///
/// Not copyable, so that a call in place needs no retain.
@usableFromInline
struct Work: ~Copyable {
  @usableFromInline let body: @MainActor () -> Void

  @inlinable
  init(_ body: consuming @escaping @MainActor () -> Void) { self.body = body }

  @inlinable @inline(__always)
  @MainActor
  borrowing func callAsFunction() { body() }
}
