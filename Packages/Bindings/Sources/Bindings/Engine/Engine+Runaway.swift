// Observers that keep changing what they read.
//
// That an observer runs often in one flush proves nothing: at the end of a chain of a thousand
// bindings it may rightly run five hundred times. What proves a cycle is a run that an earlier run of
// the same observer has caused, over whatever others. So each observer that is queued during a flush
// notes by which run, and who has run often follows the notes back. An observer that only reads what
// others write is never stopped, and every flush ends: the notes behind a run are as many as the passes
// before it, so one of a finite number of observers stands among them often enough.

@MainActor
extension Engine {
  /// An observer may cause itself to run this often in one flush, the first run included.
  ///
  /// Promised in the documentation: more than any correction needs, and over in an instant.
  nonisolated static var runLimit: UInt32 { 100 }

  /// When this many runs have queued others in one flush, or one for each byte of the graph if that is
  /// more, an observer may not cause itself any more.
  ///
  /// Of *n* observers that all feed each other, *n* go round until one has caused itself a hundred
  /// times, by way of most others: 100 *n*² runs. Observers that settle one after the other before a chain of
  /// others may need as many: fifty in all are never mistaken for a tangle, and a tangle of hundreds ends in a
  /// quarter of a second. Observers that only read do not count.
  nonisolated static var causeLimit: Int { 1 << 18 }

  /// An observer looks for itself again at the earliest when this share of the notes behind it is new, so
  /// that all its looks together cost a multiple of the last one. (At the end of a long chain it may
  /// therefore run up to twice `runLimit` times.)
  nonisolated private static var lookShare: UInt32 { 128 }

  /// The reason why an observer was queued during a flush, in four words of `causes`.
  private enum Cause {
    /// The observer; the lowest bit, which is free in every place, says that its run has queued others.
    static let observer = 0
    static let hasQueued: UInt32 = 1
    /// The place of what queued the observer that made the write; 0 when a write before the flush did.
    static let parent = 1
    /// The property that was written.
    static let source = 2
    /// The number of times that the observer may be queued before it looks for itself among the notes.
    static let runs = 3
    static let size: UInt32 = 4
    /// In place of `runs`: the observer has been reported, and rests until the end of the flush.
    static let stopped = UInt32.max
  }

  private func word(_ word: Int, of cause: UInt32) -> UInt32 {
    unsafe state.pointee.causes[Int(cause) + word]
  }

  private func observer(of cause: UInt32) -> UInt32 {
    word(Cause.observer, of: cause) & ~Cause.hasQueued
  }

  private func hasQueued(_ cause: UInt32) -> Bool {
    word(Cause.observer, of: cause) & Cause.hasQueued != 0
  }

  /// Notes that the run that is going on has queued `observer`.
  ///
  /// The note of an observer that only reads leads nowhere, so its next one takes the same place.
  ///
  /// - Returns: The place of the note.
  @inline(never)
  func noteCause(of observer: NodeRef, _ source: NodeRef) -> UInt32 {
    // Place 0 means none.
    if unsafe state.pointee.causes.count == 0 {
      for _ in 0..<Cause.size { unsafe state.pointee.causes.push(0) }
    }
    let run = unsafe state.pointee.run
    if run != 0, !hasQueued(run) {
      unsafe state.pointee.causes[Int(run) + Cause.observer] |= Cause.hasQueued
      unsafe state.pointee.causing += 1
    }
    let next = unsafe UInt32(state.pointee.causes.count)
    let last = observer.cause
    let isKnown = last != 0 && last < next && self.observer(of: last) == observer.offset
    let runs = isKnown ? word(Cause.runs, of: last) : Engine.runLimit
    let place = isKnown && !hasQueued(last) && last != run ? last : next
    if place == next { for _ in 0..<Cause.size { unsafe state.pointee.causes.push(0) } }
    unsafe state.pointee.causes[Int(place) + Cause.observer] = observer.offset
    unsafe state.pointee.causes[Int(place) + Cause.parent] = run
    unsafe state.pointee.causes[Int(place) + Cause.source] = source.offset
    unsafe state.pointee.causes[Int(place) + Cause.runs] =
      runs == Cause.stopped ? runs : runs - min(runs, 1)
    return place
  }

  /// Whether an observer that was queued during this flush may run.
  @inline(__always)
  func mayRun(_ observer: NodeRef, _ cause: UInt32) -> Bool {
    let runs = word(Cause.runs, of: cause)
    return runs > 0 && runs != Cause.stopped || mayRunAgain(observer, cause)
  }

  private var isCrowded: Bool {
    unsafe state.pointee.causing >= Engine.causeLimit && state.pointee.causing >= state.pointee.top
  }

  @inline(never)
  private func mayRunAgain(_ observer: NodeRef, _ cause: UInt32) -> Bool {
    if word(Cause.runs, of: cause) == Cause.stopped {
      observer.flags = observer.flags.subtracting([.dirty, .pending])
      return false
    }
    let limit = isCrowded ? 2 : Engine.runLimit
    var own: UInt32 = 1
    var length: UInt32 = 0
    var earlier = word(Cause.parent, of: cause)
    while earlier != 0, own < limit {
      if self.observer(of: earlier) == observer.offset { own += 1 }
      length += 1
      earlier = word(Cause.parent, of: earlier)
    }
    if own < limit {
      // It cannot have caused itself so often before this many more runs.
      let runs = max(limit - own, min(length / Engine.lookShare, Engine.runLimit))
      unsafe state.pointee.causes[Int(cause) + Cause.runs] = runs
      return true
    }
    observer.flags = observer.flags.subtracting([.dirty, .pending])
    unsafe state.pointee.causes[Int(cause) + Cause.runs] = Cause.stopped
    reportRunaway(observer, cause, own)
    return false
  }

  private func reportRunaway(_ observer: NodeRef, _ cause: UInt32, _ runs: UInt32) {
    var cycle = [observer]
    var step = cause
    // Of a tangle without a way back to the observer itself, some steps will do.
    while step != 0, cycle.count < 2 * Int(Engine.runLimit) {
      if let source = liveNode(at: word(Cause.source, of: step)) { cycle.append(source) }
      step = word(Cause.parent, of: step)
      let writer = step == 0 ? observer.offset : self.observer(of: step)
      if let writer = liveNode(at: writer) { cycle.append(writer) }
      if writer == observer.offset { break }
    }
    cycle.reverse()
    let path = cycle.map { "'\(name($0))' (\($0.place))" }.joined(separator: " -> ")
    context.report(
      GraphIssue(
        code: .noFixedPoint,
        message: "observers still change what they read after \(runs) runs: \(path). "
          + "The last values stay; make the writes settle.",
        nodes: cycle.map(Node.init)))
  }
}
