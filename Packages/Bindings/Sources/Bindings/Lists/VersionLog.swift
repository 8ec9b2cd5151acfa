/// One reader's place in the versions of a list.
@MainActor
@usableFromInline
final class VersionCursor {
  /// The version that the reader has seen; nil when it must begin anew.
  var version: Int?
}

/// The steps between versions that some reader has yet to see.
@MainActor
struct VersionLog<Changes> {
  private(set) var version = 0
  private let size: (Changes) -> Int
  private let compose: (Changes, Changes) -> Changes
  /// The steps up to the current version, oldest first.
  private var steps: [Changes] = []
  private var stepsSize = 0
  private var cursors: [VersionCursor] = []

  init(size: @escaping (Changes) -> Int, compose: @escaping (Changes, Changes) -> Changes) {
    self.size = size
    self.compose = compose
  }

  /// Whether somebody will ask for the steps.
  var isFollowed: Bool { !cursors.isEmpty }

  /// Records a step to a new version, or a new version that cannot be told as changes.
  mutating func append(_ changes: Changes?, rows: Int) {
    version += 1
    guard isFollowed else { return }
    guard let changes else { return forget() }
    steps.append(changes)
    stepsSize += size(changes) + 1
    trim()
    // To begin anew costs about as much as so many changes; one step may be of any size.
    if steps.count > 1, stepsSize > 256 + rows * 2 { forget() }
  }

  /// A place in the versions for a new reader, who begins with everything.
  mutating func follow() -> VersionCursor {
    let cursor = VersionCursor()
    cursors.append(cursor)
    return cursor
  }

  /// What the reader has not seen, as one step; nil when it must begin anew.
  ///
  /// `none` is the step that changes nothing.
  mutating func advance(_ cursor: VersionCursor, none: @autoclosure () -> Changes) -> Changes? {
    let changes = cursor.version.flatMap { self.changes(since: $0, none: none()) }
    cursor.version = version
    trim()
    return changes
  }

  /// The way from `old` to the current version, if it is remembered.
  func changes(since old: Int, none: @autoclosure () -> Changes) -> Changes? {
    if old == version { return none() }
    guard old < version, version - old <= steps.count else { return nil }
    return composed(steps.suffix(version - old))
  }

  /// Composes neighbours first, so that long batches are composed seldom.
  private func composed(_ steps: ArraySlice<Changes>) -> Changes {
    if steps.count == 1 { return steps[steps.startIndex] }
    let middle = steps.startIndex + steps.count / 2
    return compose(composed(steps[..<middle]), composed(steps[middle...]))
  }

  private mutating func forget() {
    steps.removeAll()
    stepsSize = 0
    prune()
    for cursor in cursors where cursor.version != version { cursor.version = nil }
  }

  /// Drops the steps that every reader has seen.
  private mutating func trim() {
    prune()
    var oldest = version
    for cursor in cursors { oldest = min(oldest, cursor.version ?? version) }
    let surplus = steps.count - (version - oldest)
    if surplus > 0 {
      for changes in steps.prefix(surplus) { stepsSize -= size(changes) + 1 }
      steps.removeFirst(surplus)
    }
  }

  /// Forgets the readers that nobody else holds.
  private mutating func prune() {
    var index = 0
    while index < cursors.count {
      if isKnownUniquelyReferenced(&cursors[index]) {
        cursors.remove(at: index)
      } else {
        index += 1
      }
    }
  }
}

/// The rows of one version, kept only if somebody still wants them when the list moves on.
final class Snapshot<Rows> {
  var rows: Rows?
}
