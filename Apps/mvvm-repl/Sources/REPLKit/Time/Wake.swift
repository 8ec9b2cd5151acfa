import Bindings

/// What ended a wait of something that is traced: the start of a command, say.
public enum Wake: String, Sendable {
  /// A sleep on the session's clock was over.
  case timer
  /// The network answered, or failed.
  case network
}

/// The last wake of each cause, as many as are kept.
struct Wakes {
  private var wakes: [TraceRecord.ID: Wake] = [:]

  /// How many are kept; when there are more, the older half is forgotten.
  private static let limit = 2_000

  /// The last wake of what ran because of a record; `nil` when it has not waited.
  subscript(cause: TraceRecord.ID) -> Wake? { wakes[cause] }

  mutating func note(_ wake: Wake, of cause: TraceRecord.ID) {
    wakes[cause] = wake
    guard wakes.count > Self.limit else { return }
    let middle = wakes.keys.map(\.number).sorted()[Self.limit / 2]
    wakes = wakes.filter { $0.key.number >= middle }
  }
}
