import REPLKit

/// The entries of browsers, which the host takes one after the other, between those that are typed.
@MainActor
final class StudioEntries {
  private struct Entry {
    let text: String
    let end: @MainActor (Status?) -> Void
  }

  /// The number of entries that may wait.
  static let limit = 64

  private var waiting: [Entry] = []
  private var taken: Entry?

  /// Whether one waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds an entry, unless too many wait; `end` is told how it ended, or `nil` when the host will not take it any more.
  func add(_ text: String, end: @escaping @MainActor (Status?) -> Void) -> Bool {
    guard waiting.count < Self.limit else { return false }
    waiting.append(Entry(text: text, end: end))
    return true
  }

  /// The next entry, which is the host's from now on.
  func take() -> String? {
    guard taken == nil, !waiting.isEmpty else { return nil }
    taken = waiting.removeFirst()
    return taken?.text
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
