import REPLKit

/// A queue of entries from browsers, which the host takes one by one, between the typed ones.
///
/// Browsers take turns (round-robin scheduling): a browser with many entries delays another by one entry at most.
@MainActor
final class StudioEntries {
  private struct Entry {
    let text: String
    let guest: ObjectIdentifier
    let end: @MainActor (Status?) -> Void
  }

  /// The maximum number of waiting entries for each browser.
  static let limit = 16

  private var waiting: [Entry] = []
  private var taken: Entry?
  /// The number of each browser's last turn.
  private var turns: [ObjectIdentifier: Int] = [:]
  private var lastTurn = 0

  /// Whether no entry waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds an entry of a browser, unless too many of its entries wait.
  ///
  /// `end` receives the outcome, or `nil` if the host will not take the entry.
  func add(
    _ text: String, of guest: ObjectIdentifier, end: @escaping @MainActor (Status?) -> Void
  ) -> Bool {
    guard waiting.count(where: { $0.guest == guest }) < Self.limit else { return false }
    waiting.append(Entry(text: text, guest: guest, end: end))
    return true
  }

  /// Takes the next entry for the host.
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

  /// Whether the running entry came from a browser.
  var isTaken: Bool { taken != nil }

  /// Records the end of the running entry, if it came from a browser.
  func end(_ status: Status) {
    let ended = taken
    taken = nil
    ended?.end(status)
  }

  /// Ends all entries without an outcome.
  func close() {
    let left = waiting + [taken].compactMap(\.self)
    (waiting, taken) = ([], nil)
    for entry in left { entry.end(nil) }
  }
}
