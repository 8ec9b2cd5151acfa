import Bindings
import ViewModels

extension Chronicle {
  /// The things that statements have changed themselves and that cannot be put back, by name: lists, say.
  ///
  /// Or values that a view-model does not show. A command in the background belongs to those who started it.
  ///
  /// What an observer has changed is none of them, since it follows when the rest is put back; nor is what the
  /// statement has made, what is as it was before, or what a command keeps about itself. What a subscription to a signal
  /// has changed is one: the event does not come again. Snapshots take note of them.
  ///
  /// - Parameter youngest: The number of the youngest node that there was before.
  /// - Returns: Each, and the first record of its being written, in the order of these.
  func others(before youngest: UInt32) -> [(node: Node, first: TraceRecord)] {
    var found: [(node: Node, first: TraceRecord)] = []
    let hasMoved = hasMovedScreens
    let following = hasMoved ? Self.partsOfLife : []
    for (node, first) in writes.firsts
    where node.id <= youngest && node.label.map(following.contains) != true
      && !(hasMoved && origins.isLeftBehind(first))
      && timeline.known[node]?.place.isRestorable != true
      && node.isAlive && isOther(node, first) && !isFromOutside(first) && !ownNodes.contains(node)
    { found.append((node, first)) }
    return found.count < 2 ? found : found.sorted { $0.first.id < $1.first.id }
  }

  /// Whether a screen of a navigator has moved, so that the life of the screens follows when they go back.
  var hasMovedScreens: Bool {
    writes.firsts.keys.contains { timeline.known[$0]?.place.isTree == true }
  }

  /// The values by which a screen tells its life.
  private static let partsOfLife = Set(LifecycleViewModel.schema.members.map(\.name))
    .union(["children", "isEnded"])

  /// Takes note of such things for the snapshots; their paths or labels.
  func note(_ others: [(node: Node, first: TraceRecord)]) -> [String] {
    others.map { node, _ in
      let name = timeline.known[node]?.place.path ?? node.name
      timeline.noteOther(node, name)
      return name
    }
  }

  /// Whether something that can be put back has changed, or anything was written by that statement: not by a command
  /// that an earlier one has started.
  func hasWritten(
    _ mark: TraceRecord.ID?, _ changes: [Timeline.Change],
    _ others: [(node: Node, first: TraceRecord)]
  ) -> Bool {
    changes.contains {
      $0.place.isRestorable || writes.firsts[$0.node].map { isCaused($0, by: mark) } ?? true
    } || others.contains { isCaused($0.first, by: mark) }
  }

  /// Whether a record follows from a statement; so do those whose beginning is not known.
  func isCaused(_ record: TraceRecord, by mark: TraceRecord.ID?) -> Bool {
    if let mark, record.cause == mark { return true }
    guard let root = origins.origin(of: record.id)?.root, root.kind == .mark else { return true }
    return root.id == mark
  }

  /// Takes for the first write of a node the first one of a statement, where a task that an earlier one has begun
  /// came before it: the step is the statement's all the same.
  ///
  /// - Complexity: O(*n*) in the writes of others; O(*n*) in the records that are kept, if there are any.
  func preferWrites(of mark: TraceRecord.ID) {
    guard writes.firsts.values.contains(where: { !isCaused($0, by: mark) }) else { return }
    var others = Set(writes.firsts.filter { !isCaused($0.value, by: mark) }.keys)
    for record in tracer.log.consequences(of: mark) where record.kind == .write {
      guard let node = record.node, others.remove(node) != nil else { continue }
      writes.firsts[node] = record
    }
  }

  /// Takes the values that something outside has set as they were already: they stay whatever is undone, as those
  /// that it has changed.
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
    // Commands and pagers name what they keep about themselves with a dot: `add.isExecuting`.
    guard node.kind == .property, node.label?.contains(".") != true,
      first.old?.isExact != true || first.old?.description != node.valueDescription,
      let cause = first.cause
    else { return false }
    return origins.origin(of: cause)?.followsByItself != true
  }

  /// The paths by which a person knows things that cannot be put back, of a node that has none the shortest path of a value that is made of it.
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
  /// Whether the text of another value differs from this one's.
  fileprivate var isExact: Bool {
    switch self {
    case .bool, .int, .double: true
    case .string(let text): text.count < 120
    case .text(let text): text == "nil" || text == "[]"
    case .hidden: false
    }
  }
}
