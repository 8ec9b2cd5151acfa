import Bindings
import ViewModels

extension Chronicle {
  /// The things that statements have changed themselves and that cannot be put back, by name: lists, say.
  ///
  /// Or values that a view-model does not show. A command in the background belongs to those who started it.
  ///
  /// What an observer has changed is none of them, since it follows when the rest is put back; nor is what the
  /// statement has made, what is as it was before, or what a command keeps about itself.
  ///
  /// - Parameter youngest: The number of the youngest node that there was before.
  /// - Returns: Their paths or labels, in the order in which they were written.
  func othersWritten(before youngest: UInt32) -> [String] {
    let found = writes.firsts.filter { node, _ in
      node.id < youngest && node.isAlive && !ownNodes.contains(node)
        && timeline.known[node]?.place.isRestorable != true
    }
    return found.filter { isOther($0, $1) }.sorted { $0.value.id < $1.value.id }
      .map { node, _ in timeline.known[node]?.place.path ?? node.name }
  }

  private func isOther(_ node: Node, _ first: TraceRecord) -> Bool {
    // Commands and pagers name what they keep about themselves with a dot: `add.isExecuting`.
    guard node.kind == .property, node.label?.contains(".") != true,
      first.old?.isExact != true || first.old?.description != node.valueDescription,
      let cause = first.cause
    else { return false }
    return tracer.log.chain(of: cause)
      .allSatisfy { $0.kind == .mark || $0.kind == .commandStart || $0.kind == .write }
  }
}

extension TraceValue {
  /// Whether the text of another value differs from this one's.
  fileprivate var isExact: Bool {
    switch self {
    case .bool, .int, .double: true
    case .string(let text): text.count < 120
    case .text(let text): text == "nil"
    case .hidden: false
    }
  }
}
