// Observers that keep changing what they read.
//
// That an observer runs often in one flush proves nothing: at the end of a chain of a thousand
// bindings it may rightly run five hundred times. What proves a cycle is a run that an earlier run of
// the same observer has caused, over whatever others. So each observer that is queued during a flush, of
// whatever graph, notes by which run, and who has run often follows the notes back. An observer that only reads what
// others write is never stopped, and every flush ends: the notes behind a run are as many as the passes
// before it, so one of a finite number of observers stands among them often enough.

/// The reason why an observer was queued during a flush.
struct Cause: BitwiseCopyable {
  /// In place of `runs`: the observer has been reported, and rests until the end of the flush.
  static var stopped: UInt32 { .max }

  /// The address of the observer.
  var observer: UInt = 0
  /// The address of the property that was written.
  var source: UInt = 0
  /// The place of what queued the observer that made the write; 0 when a write before the flush did.
  var parent: UInt32 = 0
  /// The number of times that the observer may be queued before it looks for itself among the causes.
  var runs: UInt32 = 0
  /// Whether the run of the observer has queued others.
  var hasQueued = false
}

/// The reasons why observers were queued during the flush that is going on, of whatever graphs.
struct CauseNotes {
  private(set) var notes = Stack<Cause>()
  /// The place of the first note; an observer that waits since an earlier flush has a place before it.
  private var first: UInt32 = 1
  /// The place of the run that is going on; 0 for one that nothing has queued in this flush.
  var run: UInt32 = 0
  /// The number of runs that have queued others.
  private(set) var causing = 0

  /// The place of the next note.
  var next: UInt32 { first &+ UInt32(notes.count) }

  /// The note at a place; nil when it is none of this flush.
  subscript(place: UInt32) -> Cause? {
    let index = Int(place &- first)
    return index < notes.count ? notes[index] : nil
  }

  mutating func append(_ cause: Cause) { notes.push(cause) }

  mutating func put(_ cause: Cause, at place: UInt32) { notes[Int(place &- first)] = cause }

  /// Notes that the run that is going on queues observers.
  mutating func noteQueueing() {
    guard var cause = self[run], !cause.hasQueued else { return }
    cause.hasQueued = true
    put(cause, at: run)
    causing += 1
  }

  /// Forgets the nodes of a region, which comes to its end.
  mutating func forget(_ region: UInt) {
    for index in 0..<notes.count {
      if notes[index].observer & ~Region.mask == region { notes[index].observer = 0 }
      if notes[index].source & ~Region.mask == region { notes[index].source = 0 }
    }
  }

  mutating func removeAll() {
    // The numbers of places last for many flushes, and then begin anew.
    first = next < 1 << 31 ? next : 1
    notes.removeAll()
    (run, causing) = (0, 0)
  }
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

  /// An observer looks for itself again at the earliest when this share of the notes after it is new, so
  /// that all its looks together cost a multiple of the last one (benchmark: `graph.correctionsAmongManyNodes`).
  ///
  /// At the end of a long chain it may therefore run up to twice `runLimit` times.
  nonisolated private static var lookShare: UInt32 { 128 }

  /// Notes that the run that is going on has queued `observer`.
  ///
  /// The note of an observer that only reads leads nowhere, so its next one takes the same place.
  ///
  /// - Returns: The place of the note.
  @inline(never)
  func noteCause(of observer: NodeRef, _ source: NodeRef) -> UInt32 {
    unsafe Engine.causes.noteQueueing()
    let (run, next) = unsafe (Engine.causes.run, Engine.causes.next)
    let last = observer.cause
    let known = unsafe Engine.causes[last].flatMap { $0.observer == observer.number ? $0 : nil }
    let runs = known?.runs ?? Engine.runLimit
    let cause = Cause(
      observer: observer.number, source: source.number, parent: run,
      runs: runs == Cause.stopped ? runs : runs - min(runs, 1))
    if let known, !known.hasQueued, last != run {
      unsafe Engine.causes.put(cause, at: last)
      return last
    }
    unsafe Engine.causes.append(cause)
    return next
  }

  /// Whether an observer that was queued during this flush may run.
  @inline(__always)
  func mayRun(_ observer: NodeRef, _ place: UInt32) -> Bool {
    guard let cause = unsafe Engine.causes[place] else { return true }
    return cause.runs > 0 && cause.runs != Cause.stopped || mayRunAgain(observer, cause, place)
  }

  private var isCrowded: Bool {
    let causing = unsafe Engine.causes.causing
    return unsafe causing >= Engine.causeLimit && causing >= state.pointee.top
  }

  @inline(never)
  private func mayRunAgain(_ observer: NodeRef, _ cause: Cause, _ place: UInt32) -> Bool {
    var cause = cause
    if cause.runs == Cause.stopped {
      observer.flags = observer.flags.subtracting([.dirty, .pending])
      return false
    }
    let limit = isCrowded ? 2 : Engine.runLimit
    var own: UInt32 = 1
    var length: UInt32 = 0
    var earlier = cause.parent
    while own < limit, let step = unsafe Engine.causes[earlier] {
      if step.observer == observer.number { own += 1 }
      length += 1
      earlier = step.parent
    }
    if own < limit {
      // It cannot have caused itself so often before this many more runs.
      cause.runs = max(limit - own, min(length / Engine.lookShare, Engine.runLimit))
      unsafe Engine.causes.put(cause, at: place)
      return true
    }
    observer.flags = observer.flags.subtracting([.dirty, .pending])
    cause.runs = Cause.stopped
    unsafe Engine.causes.put(cause, at: place)
    reportRunaway(observer, cause, own)
    return false
  }

  private func reportRunaway(_ observer: NodeRef, _ cause: Cause, _ runs: UInt32) {
    var cycle = [observer]
    var step: Cause? = cause
    // Of a tangle without a way back to the observer itself, some steps will do.
    while let last = step, cycle.count < 2 * Int(Engine.runLimit) {
      if let source = Engine.liveNode(numbered: last.source) { cycle.append(source) }
      step = unsafe Engine.causes[last.parent]
      let writer = step?.observer ?? observer.number
      if let writer = Engine.liveNode(numbered: writer) { cycle.append(writer) }
      if writer == observer.number { break }
    }
    cycle.reverse()
    let path = cycle.map { "'\($0.engine.name($0))' (\($0.place))" }.joined(separator: " -> ")
    context.report(
      .noFixedPoint,
      "observers still change what they read after \(runs) runs: \(path). "
        + "The last values stay; make the writes settle.", cycle)
  }

  /// The node at the address that a note has, if it lives.
  private static func liveNode(numbered number: UInt) -> NodeRef? {
    guard let address = unsafe UnsafeMutableRawPointer(bitPattern: number) else { return nil }
    let node = unsafe NodeRef(address)
    return node.engine.liveNode(at: node.offset)
  }
}

extension NodeRef {
  /// The address as a number.
  fileprivate var number: UInt { UInt(bitPattern: unsafe address) }
}
