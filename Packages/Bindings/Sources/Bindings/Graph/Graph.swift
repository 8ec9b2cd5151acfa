/// A dependency graph: an engine and its nodes.
///
/// Nodes join `Graph.main` by default, which is enough for a program. A test or a tool session uses a separate
/// graph, so that it sees only its own nodes, issues and records:
/// ```swift
/// let graph = Graph()
/// graph.onIssue = { print($0.message) }
/// let phone = graph.run { Property("186") }
/// ```
/// Nodes of different graphs do not depend on each other: a computed or an observer that reads a node
/// of another graph is reported and does not see that node's changes. To connect two graphs, observe a node of
/// one graph and write to the other, as a two-way binding does. A graph lives as long as its last node.
/// The main actor guards it.
@MainActor
public final class Graph {
  /// The graph that nodes join by default.
  public static let main = Graph(of: Engine.make(context: GraphContext(isMain: true)))

  @usableFromInline let engine: Engine
  let context: GraphContext

  /// Makes an empty graph.
  public convenience init() {
    self.init(of: Engine.make(context: GraphContext(isMain: false)))
    engine.join()
  }

  /// Makes a handle of an engine.
  init(of engine: Engine) {
    self.engine = engine
    context = engine.context
    // A weak reference would slow down each retain of the main graph, which needs none because it never ends.
    if !context.isMain { context.handle = self }
    engine.adopt()
  }

  isolated deinit { engine.orphan() }

  /// The handler for issues, such as a cycle, or a write or a new observer inside a computed.
  ///
  /// The default handler prints an issue as one line on standard error.
  public var onIssue: (GraphIssue) -> Void {
    get { context.onIssue }
    // A deinit in the old handler may report an issue.
    set { engine.letGo(exchange(&context.onIssue, with: newValue)) }
  }

  /// The live nodes, oldest first.
  ///
  /// - Complexity: O(*n* log *n*) in the nodes.
  public var nodes: [Node] { engine.liveNodes.map(Node.init) }

  /// The bytes of nodes and links in use, without separately allocated memory.
  ///
  /// - Complexity: O(chunks); a chunk has room for about 250 nodes.
  public var bytesInUse: Int { engine.bytesInUse }

  /// The number of live nodes.
  public var nodeCount: Int { unsafe engine.state.pointee.nodes }

  /// The ``Node/id`` of the newest node, dead or alive; 0 before the first node.
  public var newestNodeID: UInt32 { unsafe engine.state.pointee.serial }

  /// Runs `body` as one change of this graph: after `body`, each affected observer runs once.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: The error of `body`; the writes before the error are kept, and observers see them.
  @inlinable
  public func batch<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    engine.beginBatch()
    defer { engine.endBatch() }
    return try body()
  }
}

/// Runs `body` as one change in all graphs to which it writes: after `body`, each affected observer runs once.
///
/// Batches can be nested; observers run after the outermost batch.
///
/// - Returns: What `body` returns.
/// - Throws: The error of `body`; the writes before the error are kept, and observers see them.
@inlinable
@MainActor
public func batch<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  // Opens a batch of the main engine directly, so that this engine does not have to be held.
  let main = Graph.main.engine
  main.beginBatch()
  Engine.beginBatchOfAll()
  defer {
    Engine.endBatchOfAll()
    main.endBatch()
  }
  return try body()
}

/// Runs `body` without tracking: its reads do not become dependencies of the running node, whatever its graph.
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@inlinable
@MainActor
public func untracked<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try Graph.main.engine.untracked(body)
}
