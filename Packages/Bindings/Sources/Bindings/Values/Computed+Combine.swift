extension Computed {
  /// Makes a value derived from the values of many `sources`, which are all it depends on.
  ///
  /// ```swift
  /// let isValid = Computed.combine(fields.map(\.isValid)) { !$0.contains(false) }
  /// ```
  /// Use it for hundreds of sources that are all needed each time: the links to them are made once
  /// and kept as they are, where an ordinary computed finds them anew in each evaluation. What
  /// `compute` reads besides is no dependency.
  ///
  /// - Parameters:
  ///   - sources: What to read, in this order.
  ///   - label: What to call the node in issues and traces.
  ///   - graph: Where the node belongs; the sources must belong there too.
  ///   - fileID: Where it was made, for issues and traces.
  ///   - line: The line in that file.
  ///   - compute: Returns the value for the sources' values.
  /// - Returns: The derived value.
  /// - Complexity: An evaluation reads *n* values and handles no link; the first one makes *n*. After
  ///   a change of a source that is itself a computed, up to *n* links are looked at to find it.
  @inlinable
  public static func combine<Source: ObservableValue>(
    _ sources: [Source], label: String? = nil, graph: Graph = .current,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @MainActor ([Source.Value]) -> Value
  ) -> Computed {
    let links = FixedLinks(graph.engine)
    let reader = SourceReader(sources)
    let computed = Computed(label: label, graph: graph, fileID: fileID, line: line) {
      if links.areMade {
        links.keep()
      } else {
        for source in sources { _ = source.value }
        links.note()
      }
      return links.engine.untracked {
        let value = compute(reader.read())
        reader.forget()
        return value
      }
    }
    links.node = computed.ref
    return computed
  }
}

/// Reads many sources into one array.
@usableFromInline
@MainActor
final class SourceReader<Source: ObservableValue> {
  @usableFromInline let sources: [Source]
  /// The sources' nodes, when their values lie there: reading those counts no references, which would
  /// cost several times the reading.
  @usableFromInline let nodes: [NodeRef]
  /// The values of the evaluation that is going on; their memory is used again in the next one, unless
  /// somebody has kept them.
  @exclusivity(unchecked) @usableFromInline var values: [Source.Value] = []

  @usableFromInline
  init(_ sources: [Source]) {
    self.sources = sources
    let holdsValue =
      Source.self == Property<Source.Value>.self || Source.self == Computed<Source.Value>.self
    nodes = holdsValue ? sources.compactMap { $0.node.ref } : []
  }

  @inlinable
  func read() -> [Source.Value] {
    // Taken out, so that an evaluation that comes to run inside of this one has an array of its own.
    var next: [Source.Value] = []
    unsafe swap(&next, &values)
    next.removeAll(keepingCapacity: true)
    next.reserveCapacity(sources.count)
    if nodes.isEmpty {
      for source in sources { next.append(source.peek()) }
    } else {
      for node in nodes { next.append(value(of: node)) }
    }
    unsafe values = next
    return next
  }

  @inlinable @inline(__always)
  func value(of node: NodeRef) -> Source.Value {
    let flags = node.flags
    if flags.contains(.property) {
      if flags.contains(.borrowed) { Engine.stopAtBorrowed(node) }
      return ValueCell(of: node, at: NodeHeader.propertyCell).value
    }
    if !flags.isDisjoint(with: [.dirty, .pending, .running]) { node.engine.refresh(node) }
    return ValueCell(of: node, at: NodeHeader.computedCell).value
  }

  /// Lets go of the values and keeps the memory.
  @inlinable
  func forget() { unsafe values.removeAll(keepingCapacity: true) }
}

/// The dependency links of a node that always reads the same.
@usableFromInline
@MainActor
final class FixedLinks {
  @usableFromInline let engine: Engine
  /// The node, once it exists; it owns this object through its closure.
  @usableFromInline var node: NodeRef?
  private var tail: LinkRef?

  @usableFromInline
  init(_ engine: Engine) { self.engine = engine }

  @usableFromInline var areMade: Bool { tail != nil }

  /// Remembers the last link, when the first evaluation has read everything.
  @usableFromInline
  func note() { tail = node?.depsTail }

  /// Lets the links count as read in the evaluation that has just begun.
  ///
  /// It takes back what the beginning of an evaluation did to the header, so the links still carry
  /// the node's version.
  @usableFromInline
  func keep() {
    guard let node, let tail else { return }
    node.version &-= 1
    node.depsTail = tail
  }
}
