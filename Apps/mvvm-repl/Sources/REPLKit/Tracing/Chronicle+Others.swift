import Bindings
import ViewModels

extension Chronicle {
  /// The things that a statement has changed itself and that cannot be put back, by name: a list, or a value
  /// that its view-model does not show.
  ///
  /// What an observer has changed is none of them, since it follows when the rest is put back; nor is what the
  /// statement has made, what is as it was before, or what a command keeps about itself.
  ///
  /// - Parameters:
  ///   - youngest: The number of the youngest node that there was before the statement.
  ///   - mark: The record of the statement.
  /// - Returns: Their paths or labels, in the order in which they were written.
  func othersWritten(before youngest: UInt32, by mark: TraceRecord.ID?) -> [String] {
    guard let mark else { return [] }
    let found = writes.firsts.filter { node, _ in
      node.id < youngest && node.isAlive && !ownNodes.contains(node)
        && timeline.known[node]?.place.isRestorable != true
    }
    return found.filter { isOther($0, $1, by: mark) }.sorted { $0.value.id < $1.value.id }
      .map { node, _ in timeline.known[node]?.place.path ?? node.name }
  }

  private func isOther(_ node: Node, _ first: TraceRecord, by mark: TraceRecord.ID) -> Bool {
    // Commands and pagers name what they keep about themselves with a dot: `add.isExecuting`.
    guard node.kind == .property, node.label?.contains(".") != true,
      first.old?.isExact != true || first.old?.description != node.valueDescription,
      let cause = first.cause
    else { return false }
    let chain = tracer.log.chain(of: cause)
    return chain.last?.id == mark
      && chain.allSatisfy { $0.kind == .mark || $0.kind == .commandStart || $0.kind == .write }
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
