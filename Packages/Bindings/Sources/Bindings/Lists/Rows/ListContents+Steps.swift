/// A version of a list that readers have seen: whoever keeps it may ask for the steps since.
@usableFromInline
final class VersionMark {
  @usableFromInline let number: Int

  @inlinable
  init(_ number: Int) { self.number = number }
}

/// One reader's place in the versions of a list.
@MainActor
@usableFromInline
final class VersionCursor {
  /// The version that the reader has seen; nil at first.
  @usableFromInline var seen: VersionMark?
  /// The version that a derived list had seen before, while it takes over what has happened since.
  @usableFromInline var former: VersionMark?
  /// Runs before the list moves on from its current version.
  @usableFromInline let beforeChange: (@MainActor () -> Void)?

  @inlinable
  init(beforeChange: (@MainActor () -> Void)?) { self.beforeChange = beforeChange }
}

/// A reader as the list knows it, which does not keep it.
@usableFromInline
struct WeakCursor {
  @usableFromInline weak var cursor: VersionCursor?

  @inlinable
  init(_ cursor: VersionCursor) { self.cursor = cursor }
}

/// The steps between versions that some reader has yet to see.
///
/// Inlinable with its users: a batch of changes is a large value, and unspecialized code copies it at
/// every turn. The end of a row is user code, which may come back here: so steps that nobody needs any more
/// are put aside, and let go of by `letGoOfPassed` when the list is as it should be. A step is needed while
/// somebody keeps the mark of the version before it, so nobody has to ask all readers.
extension ListContents {
  @usableFromInline typealias Step = ListTransition<Element>

  /// Whether somebody will ask for the steps.
  @inlinable var isFollowed: Bool { !cursors.isEmpty }

  /// Records a step to a new version, or a new version that cannot be told as changes.
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
    // To begin anew costs about as much as so many changes; one step may be of any size.
    if steps.count > 1, stepsSize > ListTuning.rememberedSteps(rows: count) { drop(steps.count) }
  }

  /// A place in the versions for a new reader, who begins with everything.
  ///
  /// `beforeChange` runs before the rows change: a list that makes its rows from these can still make
  /// the old ones then.
  @inlinable
  func follow(beforeChange: (@MainActor () -> Void)? = nil) -> VersionCursor {
    // A list that is never edited may have had many readers.
    if cursors.count >= readerLimit {
      prune()
      readerLimit = max(8, cursors.count * 2)
    }
    let cursor = VersionCursor(beforeChange: beforeChange)
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

  /// The rows of a version that a reader has seen; nil when the steps since then are forgotten.
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

  /// Composes neighbours first, so that long batches are composed seldom.
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

  /// Puts the oldest steps aside; readers that have not seen them start again.
  @inlinable
  func drop(_ surplus: Int) {
    if surplus == 0 { return }
    for step in steps[..<surplus] { stepsSize -= step.size + 1 }
    passed += steps[..<surplus]
    steps.removeFirst(surplus)
    marks.removeFirst(surplus)
  }

  /// Lets go of the steps that were put aside.
  @inlinable
  func letGoOfPassed() {
    if passed.isEmpty { return }
    let gone = passed
    passed = []
    engine.letGo(ofRows: gone)
  }

  /// Forgets the readers that are gone.
  @inlinable
  func prune() { cursors.removeAll { $0.cursor == nil } }
}
