import REPLKit

/// The watched values as rows that stay above the prompt and change in place.
///
/// The panel stands between the session and the printer. While it is open, it takes the changes of watches, and only
/// other records are printed.
@MainActor
final class WatchPanel {
  /// Whether watches are shown in the panel instead of being printed line by line.
  private(set) var isOpen = false
  private let show: @MainActor ([String]) -> Void
  private let draw: @MainActor (Record) -> String
  private var looks: [Int: Record] = [:]
  /// The watches that a lesson or talk has set aside.
  private var hidden: Set<Int> = []
  /// The watches that have changed since the last entry; their rows begin with another sign.
  private var changed: Set<Int> = []

  /// Creates a closed panel that passes its rows, as `draw` writes them, to `show` after each change.
  init(
    draw: @escaping @MainActor (Record) -> String, show: @escaping @MainActor ([String]) -> Void
  ) { (self.draw, self.show) = (draw, show) }

  /// Takes a record; returns false when the record must be printed.
  ///
  /// Records are also kept while the panel is closed, so that it opens with present values.
  func take(_ record: Record) -> Bool {
    let (number, isFirst): (Int, Bool)
    switch record {
    case .change(let watch, _, _, let previous): (number, isFirst) = (watch, previous == nil)
    case .table(let watch, _, let table): (number, isFirst) = (watch, table.change == nil)
    case .drawing(let watch, _, _, let isFirstLook): (number, isFirst) = (watch, isFirstLook)
    default: return false
    }
    looks[number] = record
    if !isFirst { changed.insert(number) }
    guard isOpen else { return false }
    update()
    // The first value of a watch is printed, as the answer to the request.
    return !isFirst
  }

  /// Removes the marks of changes that happened before an entry.
  func begin() {
    changed = []
    if isOpen { update() }
  }

  /// Drops the rows of watches that have ended, and hides those of resting ones, which may come back; the tables of
  /// those are dropped, too, since they are told again only when the list changes.
  func keep(_ watches: Set<Int>, resting: Set<Int> = []) {
    looks = looks.filter { number, look in
      if case .table = look { return !resting.contains(number) && watches.contains(number) }
      return watches.contains(number) || resting.contains(number)
    }
    hidden = resting
    if isOpen { update() }
  }

  /// Opens or closes the panel.
  func set(isOpen: Bool) {
    self.isOpen = isOpen
    update()
  }

  /// Draws the rows anew, as when the window has another width.
  func update() {
    let present = looks.filter { !hidden.contains($0.key) }
    let lines = present.sorted { $0.key < $1.key }.flatMap { watch, look in
      let lines = isOpen ? draw(look).split(separator: "\n").map(String.init) : []
      guard changed.contains(watch), let first = lines.first else { return lines }
      return [first.replacing("◉", with: "▸", maxReplacements: 1)] + lines.dropFirst()
    }
    show(lines)
  }
}
