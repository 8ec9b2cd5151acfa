// Detection of observers that keep changing what they read.
//
// A high number of runs in one flush proves nothing: at the end of a chain of a thousand
// bindings an observer may rightly run five hundred times. The proof of a cycle is a run whose cause, over any number
// of steps, is an earlier run of the same observer. So each observer that is queued during a flush, in any graph,
// records the run that queued it, and an observer with many runs follows these records back. An observer that only
// reads what others write is never stopped. Every flush ends: a run has as many records behind it as there were passes
// before it, so one of the finite number of observers eventually occurs often enough among them.

/// The cause that queued an observer during a flush.
struct Cause: BitwiseCopyable {
  /// The value of `runs` after the observer was reported; the observer then does not run until the end of the flush.
  static var stopped: UInt32 { .max }

  /// The address of the observer.
  var observer: UInt = 0
  /// The address of the property that was written.
  var source: UInt = 0
  /// The place of the cause of the writing observer; 0 when the write came before the flush.
  var parent: UInt32 = 0
  /// The number of times that the observer may be queued before it searches for itself among the causes.
  var runs: UInt32 = 0
  /// Whether the run of the observer has queued other observers.
  var hasQueued = false
}

/// The causes of queued observers during the current flush, of all graphs.
struct CauseNotes {
  private(set) var notes = Stack<Cause>()
  /// The place of the first record; an observer that was queued in an earlier flush has a lower place.
  private var first: UInt32 = 1
  /// The place of the current run; 0 for a run without a cause in this flush.
  var run: UInt32 = 0
  /// The number of runs that have queued other observers.
  private(set) var causing = 0

  /// The place of the next record.
  var next: UInt32 { first &+ UInt32(notes.count) }

  /// The record at a place; nil when it does not belong to this flush.
  subscript(place: UInt32) -> Cause? {
    let index = Int(place &- first)
    return index < notes.count ? notes[index] : nil
  }

  mutating func append(_ cause: Cause) { notes.push(cause) }

  mutating func put(_ cause: Cause, at place: UInt32) { notes[Int(place &- first)] = cause }

  /// Records that the current run queues observers.
  mutating func noteQueueing() {
    guard var cause = self[run], !cause.hasQueued else { return }
    cause.hasQueued = true
    put(cause, at: run)
    causing += 1
  }

  /// Clears the addresses of nodes in a region, which is about to be released.
  mutating func forget(_ region: UInt) {
    for index in 0..<notes.count {
      if notes[index].observer & ~Region.mask == region { notes[index].observer = 0 }
      if notes[index].source & ~Region.mask == region { notes[index].source = 0 }
    }
  }

  mutating func removeAll() {
    // The numbers of places continue over many flushes and restart before they overflow.
    first = next < 1 << 31 ? next : 1
    notes.removeAll()
    (run, causing) = (0, 0)
  }
}

@MainActor
extension Engine {
  /// The number of times that an observer may cause its own run in one flush, the first run included.
  ///
  /// The documentation promises this number: no correction needs more, and the runs take only an instant.
  nonisolated static var runLimit: UInt32 { 100 }

  /// The number of runs that have queued others in one flush, or the graph's bytes if they are more, after which an
  /// observer may no longer cause its own run.
  ///
  /// If *n* observers all feed each other, *n* of them take turns until one has caused itself a hundred times, through
  /// most of the others: 100 *n*² runs. Observers that settle one after the other before a chain of others may
  /// rightly need as many. Up to fifty observers never reach the limit, and a tangle of hundreds ends within a
  /// quarter of a second (`FeedbackTests`). Observers that only read do not count.
  nonisolated static var causeLimit: Int { 1 << 18 }

  /// The share 1/128: an observer searches for itself again only after this share of the records behind it is new, so
  /// that all its searches together cost a multiple of the last one (benchmark: `graph.correctionsAmongManyNodes`).
  ///
  /// At the end of a long chain it may therefore run up to twice `runLimit` times.
  nonisolated private static var lookShare: UInt32 { 128 }

  /// Records that the current run has queued `observer`.
  ///
  /// If the last run of the observer has queued no others, no record refers to its record, which is then reused.
  ///
  /// - Returns: The place of the record.
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
      // The observer cannot reach the limit before this number of further runs.
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
    // In a tangle without a path back to the observer itself, the report contains only some of the steps.
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

  /// Returns the node at a recorded address, if it is alive.
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
