/// A version of a list that a reader has seen; whoever retains the mark may ask for the steps since then.
@usableFromInline
final class VersionMark {
  @usableFromInline let number: Int

  @inlinable
  init(_ number: Int) { self.number = number }
}

/// A reader's position in the versions of a list.
@MainActor
@usableFromInline
final class VersionCursor {
  /// The version that the reader has seen; nil before its first read.
  @usableFromInline var seen: VersionMark?
  /// The version that a derived list had seen before, set while the list applies the steps since then.
  @usableFromInline var former: VersionMark?
  /// Runs before the list moves on from its current version.
  @usableFromInline let beforeChange: (@MainActor () -> Void)?
  /// The position of the list itself in the versions of its source.
  @usableFromInline let origin: VersionCursor?
  /// Whether the reader, or a list derived from it, has a snapshot, so that `beforeChange` has to run.
  @usableFromInline var hasSnapshot = false

  @inlinable
  init(of origin: VersionCursor?, beforeChange: (@MainActor () -> Void)?) {
    self.origin = origin
    self.beforeChange = beforeChange
  }
}

/// A weak reference from the list to a reader.
@usableFromInline
struct WeakCursor {
  @usableFromInline weak var cursor: VersionCursor?

  @inlinable
  init(_ cursor: VersionCursor) { self.cursor = cursor }
}

/// The steps between versions that some reader has not seen yet.
///
/// The functions are inlinable like their users, because a batch is a large value that unspecialized code copies
/// often. The deinit of a row is user code that may read this list. So unneeded steps are first put aside, and
/// `letGoOfPassed` releases them when the list is consistent. A step is needed while a reader
/// retains the mark of the version before the step, so trimming does not have to query all readers.
extension ListContents {
  @usableFromInline typealias Step = ListTransition<Element>

  /// Whether the list has readers that may ask for the steps.
  @inlinable var isFollowed: Bool { !cursors.isEmpty }

  /// Records a step to a new version; nil stands for a new version that cannot be expressed as changes.
  @inlinable
  func didChange(_ step: consuming Step?) {
    guard isFollowed, let step else {
      number += 1
      return drop(steps.count)
    }
    stepsSize += step.size + 1
    steps.append(step)
    marks.append(currentMark())
    number += 1
    mark = VersionMark(number)
    trim()
    // A restart of a reader costs about as much as this many changes; a single step is kept whatever its size. The
    // readers that lag most restart; the others keep the steps that they have not seen.
    while steps.count > 1, stepsSize > ListTuning.rememberedSteps(rows: count) {
      drop(1)
      trim()
    }
  }

  /// Makes a cursor for a new reader, whose first update contains all rows.
  ///
  /// `beforeChange` runs before the rows change, while a list derived from these rows can still make its
  /// old rows.
  @inlinable
  func follow(beforeChange: (@MainActor () -> Void)? = nil) -> VersionCursor {
    // The list may be read by many short-lived readers without ever being edited, so this prunes them.
    if cursors.count >= readerLimit {
      prune()
      readerLimit = max(8, cursors.count * 2)
    }
    let cursor = VersionCursor(of: origin, beforeChange: beforeChange)
    cursors.append(WeakCursor(cursor))
    return cursor
  }

  /// Gives `body` the steps that the reader has not seen, as one; nil when it must start again.
  @inlinable
  func advance(_ cursor: VersionCursor, _ body: (Step?) -> Void) {
    if cursor.beforeChange != nil { cursor.former = cursor.seen }
    defer {
      cursor.former = nil
      trim()
      letGoOfPassed()
    }
    let seen = cursor.seen.map(\.number)
    cursor.seen = currentMark()
    guard let seen else { return body(nil) }
    body(seen == number ? .changes(ListChanges(unchanged: count)) : steps(since: seen))
  }

  /// Returns the rows of a version that a reader has seen; nil when the steps since then were discarded.
  @inlinable
  func rows(of old: VersionMark) -> [Element]? {
    if old.number == number { return rows }
    return switch steps(since: old.number) {
    case .rewrite(let rewrite): rewrite.old
    case .changes(let changes): rows.reverting(changes)
    case nil: nil
    }
  }

  @inlinable
  func steps(since old: Int) -> Step? {
    guard old < number, number - old <= steps.count else { return nil }
    return composed((steps.count - (number - old))..<steps.count)
  }

  /// Composes neighbouring steps first, so that long batches are composed rarely.
  @inlinable
  func composed(_ range: Range<Int>) -> Step {
    if range.count == 1 { return steps[range.lowerBound] }
    let middle = range.lowerBound + range.count / 2
    return composed(range.lowerBound..<middle).then(composed(middle..<range.upperBound), traits)
  }

  /// The mark of the current version.
  @inlinable
  func currentMark() -> VersionMark {
    if mark.number != number { mark = VersionMark(number) }
    return mark
  }

  /// Puts the steps aside that every reader has seen.
  ///
  /// - Complexity: O(1), and O(*s*) in the steps when some are put aside.
  @inlinable
  func trim() {
    var surplus = 0
    while surplus < marks.count, isKnownUniquelyReferenced(&marks[surplus]) { surplus += 1 }
    drop(surplus)
  }

  /// Puts aside the oldest steps; readers that have not seen them restart.
  @inlinable
  func drop(_ surplus: Int) {
    if surplus == 0 { return }
    for step in steps[..<surplus] { stepsSize -= step.size + 1 }
    passed += steps[..<surplus]
    steps.removeFirst(surplus)
    marks.removeFirst(surplus)
  }

  /// Releases the steps that were put aside.
  @inlinable
  func letGoOfPassed() {
    if passed.isEmpty { return }
    let gone = passed
    passed = []
    engine.letGo(ofRows: gone)
  }

  /// Removes the cursors of released readers.
  @inlinable
  func prune() { cursors.removeAll { $0.cursor == nil } }
}
