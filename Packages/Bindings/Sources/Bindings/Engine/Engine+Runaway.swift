// Observers that keep changing what they read.
//
// That an observer runs often in one flush proves nothing: at the end of a chain of a thousand
// bindings it may rightly run five hundred times. What proves a cycle is a run that an earlier run of
// the same observer has caused, over whatever others. So each observer that is queued during a flush
// notes by which run, and who has run often follows the notes back. An observer that only reads what
// others write is never stopped, and every flush ends: the notes behind a run are as many as the passes
// before it, so one of a finite number of observers stands among them often enough.

/// The reason why an observer was queued during a flush.
@usableFromInline
struct Cause: BitwiseCopyable {
  /// In place of `runs`: the observer has been reported, and rests until the end of the flush.
  static var stopped: UInt32 { .max }

  /// The observer.
  var observer: UInt32 = 0
  /// The place of what queued the observer that made the write; 0 when a write before the flush did.
  var parent: UInt32 = 0
  /// The property that was written.
  var source: UInt32 = 0
  /// The number of times that the observer may be queued before it looks for itself among the causes.
  var runs: UInt32 = 0
  /// Whether the run of the observer has queued others.
  var hasQueued = false
}

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
  /// quarter of a second (`FeedbackTests`). Observers that only read do not count.
  nonisolated static var causeLimit: Int { 1 << 18 }

  /// An observer looks for itself again at the earliest when this share of the notes behind it is new, so
  /// that all its looks together cost a multiple of the last one (benchmark: `graph.correctionsAmongManyNodes`).
  ///
  /// At the end of a long chain it may therefore run up to twice `runLimit` times.
  nonisolated private static var lookShare: UInt32 { 128 }

  /// Notes that the run that is going on queues observers.
  ///
  /// - Returns: Its place; 0 when nothing has queued it in this flush.
  func noteQueueing() -> UInt32 {
    let run = unsafe state.pointee.run
    if run != 0, !cause(run).hasQueued {
      unsafe state.pointee.causes[Int(run)].hasQueued = true
      unsafe state.pointee.causing += 1
    }
    return run
  }

  /// Notes that the run that is going on has queued `observer`.
  ///
  /// The note of an observer that only reads leads nowhere, so its next one takes the same place.
  ///
  /// - Returns: The place of the note.
  @inline(never)
  func noteCause(of observer: NodeRef, _ source: NodeRef) -> UInt32 {
    if unsafe state.pointee.causes.count == 0 { unsafe state.pointee.causes.push(Cause()) }
    let run = noteQueueing()
    let next = unsafe UInt32(state.pointee.causes.count)
    let last = observer.cause
    let known = last != 0 && last < next ? cause(last) : Cause()
    let isKnown = known.observer == observer.offset
    let runs = isKnown ? known.runs : Engine.runLimit
    let place = isKnown && !known.hasQueued && last != run ? last : next
    if place == next { unsafe state.pointee.causes.push(Cause()) }
    unsafe state.pointee.causes[Int(place)] = Cause(
      observer: observer.offset, parent: run, source: source.offset,
      runs: runs == Cause.stopped ? runs : runs - min(runs, 1))
    return place
  }

  private func cause(_ place: UInt32) -> Cause { unsafe state.pointee.causes[Int(place)] }

  /// Whether an observer that was queued during this flush may run.
  @inline(__always)
  func mayRun(_ observer: NodeRef, _ cause: UInt32) -> Bool {
    let runs = self.cause(cause).runs
    return runs > 0 && runs != Cause.stopped || mayRunAgain(observer, cause)
  }

  private var isCrowded: Bool {
    unsafe state.pointee.causing >= Engine.causeLimit && state.pointee.causing >= state.pointee.top
  }

  @inline(never)
  private func mayRunAgain(_ observer: NodeRef, _ cause: UInt32) -> Bool {
    if self.cause(cause).runs == Cause.stopped {
      observer.flags = observer.flags.subtracting([.dirty, .pending])
      return false
    }
    let limit = isCrowded ? 2 : Engine.runLimit
    var own: UInt32 = 1
    var length: UInt32 = 0
    var earlier = self.cause(cause).parent
    while earlier != 0, own < limit {
      let step = self.cause(earlier)
      if step.observer == observer.offset { own += 1 }
      length += 1
      earlier = step.parent
    }
    if own < limit {
      // It cannot have caused itself so often before this many more runs.
      let runs = max(limit - own, min(length / Engine.lookShare, Engine.runLimit))
      unsafe state.pointee.causes[Int(cause)].runs = runs
      return true
    }
    observer.flags = observer.flags.subtracting([.dirty, .pending])
    unsafe state.pointee.causes[Int(cause)].runs = Cause.stopped
    reportRunaway(observer, cause, own)
    return false
  }

  private func reportRunaway(_ observer: NodeRef, _ cause: UInt32, _ runs: UInt32) {
    var cycle = [observer]
    var step = cause
    // Of a tangle without a way back to the observer itself, some steps will do.
    while step != 0, cycle.count < 2 * Int(Engine.runLimit) {
      if let source = liveNode(at: self.cause(step).source) { cycle.append(source) }
      step = self.cause(step).parent
      let writer = step == 0 ? observer.offset : self.cause(step).observer
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
