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
    _ sources: [Source], label: String? = nil, graph: Graph = .main,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @MainActor ([Source.Value]) -> Value
  ) -> Computed {
    let links = FixedLinks(graph.engine)
    let computed = Computed(label: label, graph: graph, fileID: fileID, line: line) {
      var values: [Source.Value] = []
      values.reserveCapacity(sources.count)
      if links.areMade {
        links.keep()
      } else {
        for source in sources { _ = source.value }
        links.note()
      }
      return links.engine.untracked {
        for source in sources { values.append(source.peek()) }
        return compute(values)
      }
    }
    links.node = computed.ref
    return computed
  }
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
