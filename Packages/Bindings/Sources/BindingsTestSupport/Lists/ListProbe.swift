public import Bindings

/// A strict virtual view of a list: it shows what the batches tell it, and refuses those that a table
/// view would throw on.
///
/// ```swift
/// var screen = ListProbe<Message>()
/// let token = messages.observeChanges { try? screen.show($0) }
/// print(screen.rows.count, screen.changes?.moved ?? [])
/// ```
/// Tests prove a list or an adapter with it. A row keeps its old content on this screen until a batch
/// names it, as on a real one.
public struct ListProbe<Element: Identifiable> {
  /// The rows on the screen.
  public private(set) var rows: [Element] = []
  /// The batch that led to them; nil after a reload.
  public private(set) var changes: ListChanges<Element>?
  /// The number of updates that it has shown.
  public private(set) var updateCount = 0
  private let areEqual: (Element, Element) -> Bool

  /// Makes an empty screen.
  public init() where Element: Equatable { areEqual = { $0 == $1 } }

  /// Makes an empty screen for objects.
  @_disfavoredOverload
  public init() where Element: AnyObject { areEqual = { $0 === $1 } }

  /// Shows an update and makes sure that it leads to the rows that it claims.
  ///
  /// - Throws: ``ListProbeError``; then the screen stays as it was.
  @MainActor
  public mutating func show(_ update: ListUpdate<Element>) throws(ListProbeError) {
    guard let changes = update.changes else { return reload(update.rows) }
    try show(changes, leadingTo: update.rows)
  }

  /// Shows rows afresh.
  public mutating func reload(_ rows: [Element]) {
    self.rows = rows
    changes = nil
    updateCount += 1
  }

  /// Shows a batch and makes sure that it leads to `goal`.
  ///
  /// - Throws: ``ListProbeError``; then the screen stays as it was.
  public mutating func show(
    _ changes: ListChanges<Element>, leadingTo goal: [Element]? = nil
  ) throws(ListProbeError) {
    let result = try result(of: changes)
    if let goal { try check(result, against: goal) }
    rows = result
    self.changes = changes
    updateCount += 1
  }

  /// The rows that the batch makes of the screen, by its public positions alone.
  private func result(of changes: ListChanges<Element>) throws(ListProbeError) -> [Element] {
    var sources = SlotList(count: rows.count, name: "before")
    for (position, element) in changes.removed {
      try sources.take(position, for: "removed")
      guard areEqual(rows[position], element) else {
        throw .stale("the removed row at \(position) is not the one shown")
      }
    }
    for move in changes.moved { try sources.take(move.from, for: "moved from") }
    let stays = sources.free
    let count = stays.count + changes.moved.count + changes.inserted.count
    var goals = SlotList(count: count, name: "after")
    var result = [Element?](repeating: nil, count: count)
    var origins = [Int](repeating: -1, count: count)
    for (position, element) in changes.inserted {
      try goals.take(position, for: "inserted")
      result[position] = element
    }
    for move in changes.moved {
      try goals.take(move.to, for: "moved to")
      result[move.to] = rows[move.from]
      origins[move.to] = move.from
    }
    for (position, source) in zip(goals.free, stays) {
      result[position] = rows[source]
      origins[position] = source
    }
    for update in changes.updated {
      guard result.indices.contains(update.to), origins[update.to] == update.from else {
        throw .illegal("the row updated at \(update.to) does not come from \(update.from)")
      }
      guard areEqual(rows[update.from], update.old) else {
        throw .stale("the updated row at \(update.from) is not the one shown")
      }
      guard update.old.id == update.new.id else {
        throw .illegal("the update at \(update.to) changes the identity")
      }
      result[update.to] = update.new
    }
    return result.compactMap { $0 }
  }

  func check(_ result: [Element], against goal: [Element]) throws(ListProbeError) {
    guard result.count == goal.count else {
      throw .stale("the batch leads to \(result.count) rows instead of \(goal.count)")
    }
    for position in goal.indices
    where result[position].id != goal[position].id || !areEqual(result[position], goal[position]) {
      throw .stale("the batch leads to another row at \(position), or forgets its content")
    }
  }
}

/// The positions of one version, each of which may be named once.
struct SlotList {
  private var isTaken: [Bool]
  private let name: String

  init(count: Int, name: String) {
    isTaken = [Bool](repeating: false, count: count)
    self.name = name
  }

  mutating func take(_ position: Int, for use: String) throws(ListProbeError) {
    guard isTaken.indices.contains(position) else {
      throw .illegal("position \(position) \(use) is out of bounds \(name) (\(isTaken.count) rows)")
    }
    if isTaken[position] { throw .illegal("position \(position) \(use) is named twice \(name)") }
    isTaken[position] = true
  }

  /// The positions that nobody named.
  var free: [Int] { isTaken.indices.filter { !isTaken[$0] } }
}
