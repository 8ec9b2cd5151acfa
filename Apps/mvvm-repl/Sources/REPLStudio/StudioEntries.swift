import REPLKit

/// The entries of browsers, which the host takes one after the other, between those that are typed.
///
/// The browsers have turns (round-robin scheduling): one that sends many holds up no other one for more than an entry.
@MainActor
final class StudioEntries {
  private struct Entry {
    let text: String
    let guest: ObjectIdentifier
    let end: @MainActor (Status?) -> Void
  }

  /// The number of entries of one browser that may wait.
  static let limit = 16

  private var waiting: [Entry] = []
  private var taken: Entry?
  /// The number of the turn that each browser had last.
  private var turns: [ObjectIdentifier: Int] = [:]
  private var lastTurn = 0

  /// Whether one waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds an entry of a browser, unless too many of it wait; `end` is told how it ended, or `nil` when the host will
  /// not take it any more.
  func add(
    _ text: String, of guest: ObjectIdentifier, end: @escaping @MainActor (Status?) -> Void
  ) -> Bool {
    guard waiting.count(where: { $0.guest == guest }) < Self.limit else { return false }
    waiting.append(Entry(text: text, guest: guest, end: end))
    return true
  }

  /// The next entry, which is the host's from now on.
  func take() -> String? {
    guard taken == nil else { return nil }
    let next = waiting.indices.min {
      turns[waiting[$0].guest, default: 0] < turns[waiting[$1].guest, default: 0]
    }
    guard let next else {
      turns = [:]
      return nil
    }
    let entry = waiting.remove(at: next)
    lastTurn += 1
    turns[entry.guest] = lastTurn
    taken = entry
    return entry.text
  }

  /// Whether the entry that runs is one of these.
  var isTaken: Bool { taken != nil }

  /// Takes note of the end of the entry that was taken, if one was.
  func end(_ status: Status) {
    let ended = taken
    taken = nil
    ended?.end(status)
  }

  /// Answers all that wait.
  func close() {
    let left = waiting + [taken].compactMap(\.self)
    (waiting, taken) = ([], nil)
    for entry in left { entry.end(nil) }
  }
}
