/// An engine and the nodes in it.
///
/// A program uses `Graph.main`, which every node joins unless it is told otherwise. A test, or a
/// session of a tool, has a graph of its own, so that it sees its nodes, issues and records alone:
/// ```swift
/// let graph = Graph()
/// graph.onIssue = { print($0.message) }
/// let phone = graph.run { Property("186") }
/// ```
/// Nodes of different graphs do not depend on each other: a computed or an observer that reads a node
/// of another graph is reported, and does not see its changes. To join two graphs, observe a node of
/// one and write to the other, as a two-way binding does. A graph lives as long as its last node.
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
    // A weak reference would slow down each retain of the main graph, which never ends.
    if !context.isMain { context.handle = self }
    engine.adopt()
  }

  deinit {
    let address = unsafe SendableAddress(engine.base)
    onMainActor { unsafe Engine(base: address.raw).orphan() }
  }

  /// Receives each issue: a cycle, a write inside a computed, an observer made inside one.
  ///
  /// By default an issue becomes one line on standard error.
  public var onIssue: (GraphIssue) -> Void {
    get { context.onIssue }
    // The end of the old handler may report an issue.
    set { engine.letGo(exchange(&context.onIssue, with: newValue)) }
  }

  /// The live nodes, oldest first.
  ///
  /// - Complexity: O(*n* log *n*) in the nodes.
  public var nodes: [Node] { engine.liveNodes.map(Node.init) }

  /// The bytes of nodes and links in use, without what they allocate elsewhere.
  ///
  /// - Complexity: O(chunks), of which each has room for about 250 nodes.
  public var bytesInUse: Int { engine.bytesInUse }

  /// The number of live nodes.
  public var nodeCount: Int { unsafe engine.state.pointee.nodes }

  /// The ``Node/id`` of the node that was made last, dead or alive; 0 before the first one.
  public var newestNodeID: UInt32 { unsafe engine.state.pointee.serial }

  /// Runs `body` as one change of this graph: its observers run after it, once each.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; the writes made until then stay, and observers see them.
  @inlinable
  public func batch<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    engine.beginBatch()
    defer { engine.endBatch() }
    return try body()
  }

  @inlinable
  func untracked<Result>(_ body: () -> Result) -> Result { engine.untracked(body) }
}

/// Runs `body` as one change, whatever graphs it writes to: observers run after it, once each.
///
/// Batches nest; the outermost one counts.
///
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; the writes made until then stay, and observers see them.
@inlinable
@MainActor
public func batch<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  // Of the main graph's engine at once: it need not find out that it waits.
  let main = Graph.main.engine
  main.beginBatch()
  Engine.beginBatchOfAll()
  defer {
    Engine.endBatchOfAll()
    main.endBatch()
  }
  return try body()
}

/// Runs `body` without making what it reads a dependency of the node that runs it, of whatever graph.
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
