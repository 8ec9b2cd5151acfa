// Observers that keep changing what they read.
//
// That an observer runs often in one flush proves nothing: at the end of a chain of a thousand
// bindings it may rightly run five hundred times. What proves a cycle is a run that an earlier run of
// the same observer has caused, over whatever others. So each observer that is queued during a flush
// notes by which run, and who has run often follows the notes back.

@MainActor
extension Engine {
  /// An observer may cause itself to run this often in one flush, the first run included.
  nonisolated static var runLimit: UInt32 { 100 }

  /// What queued an observer during a flush, in four words of `causes`.
  private enum Cause {
    static let observer = 0
    /// The place of what queued the observer that made the write; 0 when a write before the flush did.
    static let parent = 1
    /// The property that was written.
    static let source = 2
    /// How often the observer was queued by others, counted from where it was last looked at.
    static let runs = 3
    static let size: UInt32 = 4
  }

  private func word(_ word: Int, of cause: UInt32) -> UInt32 {
    unsafe state.pointee.causes[Int(cause) + word]
  }

  /// Notes that the run that is going on has queued `observer`.
  ///
  /// - Returns: The place of the note.
  @inline(never)
  func noteCause(of observer: NodeRef, _ source: NodeRef) -> UInt32 {
    // Place 0 means none.
    if unsafe state.pointee.causes.count == 0 {
      for _ in 0..<Cause.size { unsafe state.pointee.causes.push(0) }
    }
    let place = unsafe UInt32(state.pointee.causes.count)
    let last = observer.cause
    let isKnown = last != 0 && last < place && word(Cause.observer, of: last) == observer.offset
    unsafe state.pointee.causes.push(observer.offset)
    unsafe state.pointee.causes.push(state.pointee.run)
    unsafe state.pointee.causes.push(source.offset)
    unsafe state.pointee.causes.push(isKnown ? word(Cause.runs, of: last) + 1 : 1)
    return place
  }

  /// Whether an observer that was queued during this flush may run.
  @inline(__always)
  func mayRun(_ observer: NodeRef, _ cause: UInt32) -> Bool {
    word(Cause.runs, of: cause) < Engine.runLimit || mayRunAgain(observer, cause)
  }

  @inline(never)
  private func mayRunAgain(_ observer: NodeRef, _ cause: UInt32) -> Bool {
    var own: UInt32 = 0
    var earlier = word(Cause.parent, of: cause)
    while earlier != 0 {
      if word(Cause.observer, of: earlier) == observer.offset { own += 1 }
      earlier = word(Cause.parent, of: earlier)
    }
    // Without a cycle no more passes than observers follow one another, so many cycles that feed each
    // other end here, too.
    let observers = unsafe state.pointee.observers + state.pointee.endedObservers
    let isEndless = unsafe state.pointee.passes > Engine.runLimit + observers
    if own + 1 < Engine.runLimit, !isEndless {
      // It cannot have caused itself `runLimit` times before this many more runs.
      unsafe state.pointee.causes[Int(cause) + Cause.runs] = own + 1
      return true
    }
    observer.flags = observer.flags.subtracting([.dirty, .pending])
    reportRunaway(observer, cause)
    return false
  }

  private func reportRunaway(_ observer: NodeRef, _ cause: UInt32) {
    var cycle = [observer]
    var step = cause
    // Of a tangle without a way back to the observer itself, some steps will do.
    while step != 0, cycle.count < 2 * Int(Engine.runLimit) {
      let source = node(word(Cause.source, of: step))
      if source.flags.contains(.live) { cycle.append(source) }
      step = word(Cause.parent, of: step)
      let writer = step == 0 ? observer : node(word(Cause.observer, of: step))
      if writer.flags.contains(.live) { cycle.append(writer) }
      if writer == observer { break }
    }
    cycle.reverse()
    let path = cycle.map { "'\(name($0))' (\($0.file):\($0.line))" }.joined(separator: " -> ")
    context.report(
      GraphIssue(
        code: .noFixedPoint,
        message: "observers still change what they read after \(Engine.runLimit) runs: \(path). "
          + "The last values stay; make the writes settle.",
        nodes: cycle.map(Node.init)))
  }
}
