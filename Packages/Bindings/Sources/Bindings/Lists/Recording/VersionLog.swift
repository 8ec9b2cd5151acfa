/// One reader's place in the versions of a list.
@MainActor
@usableFromInline
final class VersionCursor {
  /// The version that the reader has seen; nil when it must begin anew.
  @usableFromInline var version: Int?
  /// Runs before the list moves on from its current version.
  @usableFromInline let beforeChange: (@MainActor () -> Void)?

  @inlinable
  init(beforeChange: (@MainActor () -> Void)?) { self.beforeChange = beforeChange }
}

/// A step from one version to another that knows how large it is.
@usableFromInline
protocol VersionStep {
  var count: Int { get }
}

/// The steps between versions that some reader has yet to see.
///
/// Inlinable with its users: a batch of changes is a large value, and unspecialized code copies it at
/// every turn.
@MainActor
@usableFromInline
struct VersionLog<Changes: VersionStep> {
  @usableFromInline var version = 0
  @usableFromInline let compose: (Changes, Changes) -> Changes
  /// The steps up to the current version, oldest first.
  @usableFromInline var steps: [Changes] = []
  @usableFromInline var stepsSize = 0
  @usableFromInline var cursors: [VersionCursor] = []
  /// The number of readers at which those that nobody else holds are forgotten.
  @usableFromInline var limit = 8

  @inlinable
  init(compose: @escaping (Changes, Changes) -> Changes) { self.compose = compose }

  /// Whether somebody will ask for the steps.
  @inlinable var isFollowed: Bool { !cursors.isEmpty }

  /// Records a step to a new version, or a new version that cannot be told as changes.
  @inlinable
  mutating func append(_ changes: consuming Changes?, rows: Int) {
    version += 1
    guard isFollowed else { return }
    guard let changes else { return forget() }
    stepsSize += changes.count + 1
    steps.append(changes)
    trim()
    // To begin anew costs about as much as so many changes; one step may be of any size.
    if steps.count > 1, stepsSize > ListTuning.rememberedSteps(rows: rows) { forget() }
  }

  /// A place in the versions for a new reader, who begins with everything.
  @inlinable
  mutating func follow(beforeChange: (@MainActor () -> Void)?) -> VersionCursor {
    // A list that is never edited may have had many readers.
    if cursors.count >= limit {
      trim()
      limit = max(8, cursors.count * 2)
    }
    let cursor = VersionCursor(beforeChange: beforeChange)
    cursors.append(cursor)
    return cursor
  }

  /// The steps that the reader has not seen, as one; nil when it must begin anew.
  ///
  /// `none` is the step that changes nothing.
  @inlinable
  mutating func advance(_ cursor: VersionCursor, none: @autoclosure () -> Changes) -> Changes? {
    let seen = cursor.version
    cursor.version = version
    guard let seen else { return nil }
    if seen == version { return none() }
    let changes = steps(since: seen)
    trim()
    return changes
  }

  @inlinable
  func steps(since old: Int) -> Changes? {
    guard old < version, version - old <= steps.count else { return nil }
    return composed((steps.count - (version - old))..<steps.count)
  }

  /// Composes neighbours first, so that long batches are composed seldom.
  @inlinable
  func composed(_ range: Range<Int>) -> Changes {
    if range.count == 1 { return steps[range.lowerBound] }
    let middle = range.lowerBound + range.count / 2
    return compose(composed(range.lowerBound..<middle), composed(middle..<range.upperBound))
  }

  @inlinable
  mutating func forget() {
    steps.removeAll()
    stepsSize = 0
    prune()
    for cursor in cursors where cursor.version != version { cursor.version = nil }
  }

  /// Drops the steps that every reader has seen.
  @inlinable
  mutating func trim() {
    prune()
    var oldest = version
    for cursor in cursors { oldest = min(oldest, cursor.version ?? version) }
    let surplus = steps.count - (version - oldest)
    if surplus <= 0 { return }
    if surplus == steps.count {
      steps.removeAll(keepingCapacity: true)
      stepsSize = 0
    } else {
      for index in 0..<surplus { stepsSize -= steps[index].count + 1 }
      steps.removeFirst(surplus)
    }
  }

  /// Forgets the readers that nobody else holds.
  @inlinable
  mutating func prune() {
    var kept = 0
    for index in cursors.indices where !isKnownUniquelyReferenced(&cursors[index]) {
      cursors.swapAt(kept, index)
      kept += 1
    }
    cursors.removeSubrange(kept...)
  }
}

/// The rows of one version, kept only if somebody still wants them when the list moves on.
@usableFromInline
final class Snapshot<Rows> {
  @usableFromInline var rows: Rows?

  @inlinable
  init() {}
}
