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

/// The steps between versions that some reader has yet to see.
///
/// Inlinable with its users: a batch of changes is a large value, and unspecialized code copies it at
/// every turn. The end of a row is user code, which may come back here: so rows are let go of when the
/// steps are as they should be, and a reader trims them once it has told what it has read.
extension ListContents {
  @usableFromInline typealias Step = ListTransition<Element>

  /// Whether somebody will ask for the steps.
  @inlinable var isFollowed: Bool { !cursors.isEmpty }

  /// Records a step to a new version, or a new version that cannot be told as changes.
  @inlinable
  func didChange(_ step: consuming Step?) {
    number += 1
    guard isFollowed else { return }
    guard let step else { return forget() }
    stepsSize += step.size + 1
    steps.append(step)
    trim()
    // To begin anew costs about as much as so many changes; one step may be of any size.
    if steps.count > 1, stepsSize > ListTuning.rememberedSteps(rows: count) { forget() }
  }

  /// A place in the versions for a new reader, who begins with everything.
  ///
  /// `beforeChange` runs before the rows change: a list that makes its rows from these can still make
  /// the old ones then.
  @inlinable
  func follow(beforeChange: (@MainActor () -> Void)? = nil) -> VersionCursor {
    // A list that is never edited may have had many readers.
    if cursors.count >= readerLimit {
      trim()
      readerLimit = max(8, cursors.count * 2)
    }
    let cursor = VersionCursor(beforeChange: beforeChange)
    cursors.append(cursor)
    return cursor
  }

  /// Gives `body` the steps that the reader has not seen, as one; nil when it must begin anew.
  @inlinable
  func advance(_ cursor: VersionCursor, _ body: (Step?) -> Void) {
    defer { trim() }
    let seen = cursor.version
    cursor.version = number
    guard let seen else { return body(nil) }
    body(seen == number ? .changes(ListChanges(unchanged: count)) : steps(since: seen))
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

  @inlinable
  func forget() {
    prune()
    for cursor in cursors where cursor.version != number { cursor.version = nil }
    drop(steps.count)
  }

  /// Drops the steps that every reader has seen.
  @inlinable
  func trim() {
    prune()
    var oldest = number
    for cursor in cursors { oldest = min(oldest, cursor.version ?? number) }
    drop(steps.count - (number - oldest))
  }

  /// Lets go of the oldest steps.
  @inlinable
  func drop(_ surplus: Int) {
    if surplus <= 0 { return }
    let gone = Array(steps[..<surplus])
    steps.removeFirst(surplus)
    for step in gone { stepsSize -= step.size + 1 }
    engine.letGo(ofRows: gone)
  }

  /// Forgets the readers that nobody else holds.
  @inlinable
  func prune() {
    var kept = 0
    for index in cursors.indices where !isKnownUniquelyReferenced(&cursors[index]) {
      cursors.swapAt(kept, index)
      kept += 1
    }
    cursors.removeSubrange(kept...)
  }
}
