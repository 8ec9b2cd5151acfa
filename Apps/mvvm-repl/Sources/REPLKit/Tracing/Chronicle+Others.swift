import Bindings
import ViewModels

extension Chronicle {
  /// Returns the nodes that statements have changed directly and that undo cannot restore: lists or hidden values, say.
  ///
  /// A change by a command in the background counts for the statement that started the command. A change by a
  /// subscription to a signal counts, too, because the event does not come again. The snapshots record the result.
  ///
  /// The result leaves out:
  /// - nodes that an observer has changed, because they follow when the rest is restored;
  /// - nodes that the statement has created, and nodes that have their old value again;
  /// - the state of commands.
  ///
  /// - Parameter youngest: The ID of the youngest node that existed before.
  /// - Returns: Each node with the record of its first write, in the order of these records.
  func others(before youngest: UInt32) -> [(node: Node, first: TraceRecord)] {
    var found: [(node: Node, first: TraceRecord)] = []
    for (node, first) in writes.firsts
    where node.id <= youngest && timeline.known[node]?.place.isRestorable != true && node.isAlive
      && isOther(node, first) && !isFromOutside(first) && !ownNodes.contains(node)
    { found.append((node, first)) }
    if !found.isEmpty, hasMovedScreens {
      found.removeAll { node, first in
        node.label.map(Self.partsOfLife.contains) == true || origins.isLeftBehind(first)
      }
    }
    return found.count < 2 ? found : found.sorted { $0.first.id < $1.first.id }
  }

  /// Whether a navigator has moved; the life-cycle state of its screens then follows when undo moves it back.
  var hasMovedScreens: Bool {
    writes.firsts.keys.contains { timeline.known[$0]?.place.isTree == true }
  }

  /// The names of the members that hold the life-cycle state of a screen.
  private static let partsOfLife = Set(LifecycleViewModel.schema.members.map(\.name))
    .union(["children", "isEnded"])

  /// Records such nodes in the snapshots, and returns the paths or names of the members that show them.
  func note(_ others: [(node: Node, first: TraceRecord)]) -> [String] {
    others.map { node, _ in
      let name = timeline.known[node]?.place.path ?? member(showing: node) ?? Timeline.hidden
      timeline.noteOther(node, name)
      return name
    }
  }

  /// Returns the name of the member that is the node, or else of the nearest derived one that has read it; `nil` if none
  /// has.
  private func member(showing node: Node) -> String? {
    var nodes = [node]
    var seen: Set<Node> = []
    while !nodes.isEmpty {
      if let member = nodes.first(where: writes.events.nodes.contains) { return member.label }
      nodes = nodes.flatMap(\.dependents).filter { seen.insert($0).inserted }
    }
    return nil
  }

  /// Whether a restorable value has changed, or a write follows from the statement itself, not from an earlier one.
  func hasWritten(
    _ mark: TraceRecord.ID?, _ changes: [Timeline.Change],
    _ others: [(node: Node, first: TraceRecord)]
  ) -> Bool {
    changes.contains {
      $0.place.isRestorable || writes.firsts[$0.node].map { isCaused($0, by: mark) } ?? true
    } || others.contains { isCaused($0.first, by: mark) }
  }

  /// Whether a record follows from a statement; true also if the root cause is unknown or is no statement.
  func isCaused(_ record: TraceRecord, by mark: TraceRecord.ID?) -> Bool {
    if let mark, record.cause == mark { return true }
    guard let root = origins.origin(of: record.id)?.root, root.kind == .mark else { return true }
    return root.id == mark
  }

  /// Replaces first writes by tasks of earlier statements with the first writes of this statement to the same nodes:
  /// the change then belongs to this statement's step.
  ///
  /// - Complexity: O(*n*) in the first writes and in the kept records.
  func preferWrites(of mark: TraceRecord.ID) {
    var others = Set(writes.firsts.filter { !isCaused($0.value, by: mark) }.keys)
    for record in tracer.log.consequences(of: mark) where record.kind == .write {
      guard let node = record.node, others.remove(node) != nil else { continue }
      writes.firsts[node] = record
    }
  }

  /// Rebases the timeline onto values that an outside source has written again unchanged: undo keeps these values, as
  /// it keeps those that the source has changed.
  func takeConfirmed() {
    guard !writes.confirmations.isEmpty else { return }
    defer { writes.confirmations = [:] }
    timeline.take(
      fromOutside: writes.confirmations.compactMap { node, write in
        guard isFromOutside(write), let known = timeline.known[node],
          known.place.value == known.value
        else { return nil }
        return Timeline.Change(node: node, place: known.place, old: known.value, new: known.value)
      })
  }

  private func isOther(_ node: Node, _ first: TraceRecord) -> Bool {
    // The state of commands and pagers has labels with a dot: `add.isExecuting`.
    guard node.kind == .property, node.label?.contains(".") != true,
      first.old?.isExact != true || first.old?.description != node.valueDescription,
      let cause = first.cause
    else { return false }
    return origins.origin(of: cause)?.followsByItself != true
  }

  /// Returns the paths of nodes that cannot be restored; a node without a path has the shortest path of its readers.
  func paths(of others: [Node: String]) -> [String] {
    guard !others.isEmpty else { return [] }
    let paths = scope.nodePaths
    var shown: [Node: String] = [:]
    for (node, path) in paths {
      for source in node.dependencies where others[source] != nil {
        let other = shown[source]
        if other.map({ (path.count, path) < ($0.count, $0) }) ?? true { shown[source] = path }
      }
    }
    return others.filter { $0.key.isAlive }.map { paths[$0.key] ?? shown[$0.key] ?? $0.value }
  }
}

extension TraceValue {
  /// Whether the text identifies the value, so that each other value has another text.
  fileprivate var isExact: Bool {
    switch self {
    case .bool, .int, .double: true
    case .string(let text): text.count < Self.mostCharacters
    case .text(let text): text == "nil" || text == "[]"
    case .hidden: false
    }
  }
}
