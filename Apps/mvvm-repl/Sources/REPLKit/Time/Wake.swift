import Bindings

/// The event that ended a traced wait, for example a wait of a command.
public enum Wake: String, Sendable {
  /// A sleep on the session's clock ended.
  case timer
  /// The network answered, or failed.
  case network
}

/// The last wake of each cause, up to a maximum number of causes.
struct Wakes {
  private var wakes: [TraceRecord.ID: Wake] = [:]

  /// The maximum number of causes; above it, the older half is dropped.
  private static let limit = 2_000

  /// The last wake of the work that a record caused; `nil` if that has not waited.
  subscript(cause: TraceRecord.ID) -> Wake? { wakes[cause] }

  mutating func note(_ wake: Wake, of cause: TraceRecord.ID) {
    wakes[cause] = wake
    guard wakes.count > Self.limit else { return }
    let middle = wakes.keys.map(\.number).sorted()[Self.limit / 2]
    wakes = wakes.filter { $0.key.number >= middle }
  }
}
