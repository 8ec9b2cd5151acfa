import Bindings

/// The order in which nodes ran in a change, and how often.
///
/// The first write, evaluation, observer run or command start of a node sets its position.
struct Turns {
  private struct Turn {
    var first: TraceRecord.ID
    var count = 0
    var equal = 0
  }

  /// The maximum number of nodes that are counted.
  static let limit = 10_000

  private var turns: [UInt32: Turn] = [:]

  init() {}

  init(_ records: some Sequence<TraceRecord>) { for record in records { take(record) } }

  /// Counts a record; records may come in any order.
  mutating func take(_ record: TraceRecord) {
    guard let node = record.node, Self.kinds.contains(record.kind) else { return }
    guard turns.count < Self.limit || turns[node.id] != nil else { return }
    var turn = turns[node.id] ?? Turn(first: record.id)
    turn.first = min(turn.first, record.id)
    turn.count += 1
    if record.kind == .recompute, !record.hasChanged { turn.equal += 1 }
    turns[node.id] = turn
  }

  private static let kinds: Set<TraceRecord.Kind> = [
    .write, .recompute, .observerRun, .commandStart,
  ]

  /// Returns the marks in front of node names: `[2]` was second to run; `[2=]` gave an unchanged value each time, so
  /// that nothing ran because of it; `[2×3]` ran three times.
  ///
  /// - Complexity: O(*n* log *n*) in the nodes.
  func marks(of nodes: some Sequence<UInt32>) -> [UInt32: String] {
    let shown = nodes.compactMap { node in turns[node].map { (node, $0) } }
      .sorted { $0.1.first < $1.1.first }
    return Dictionary(
      shown.enumerated().map { place, shown in
        let (node, turn) = shown
        let count = turn.count > 1 ? "×\(turn.count)" : ""
        return (node, "[\(place + 1)\(turn.equal == turn.count ? "=" : "")\(count)]")
      }
    ) { first, _ in first }
  }
}
