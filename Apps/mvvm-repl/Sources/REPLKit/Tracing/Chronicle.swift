import Bindings
import ViewModels

/// The history of a session: its statements, what each has changed, and the events of its nodes.
@MainActor
final class Chronicle {
  let evaluator: Evaluator
  let scope: SessionScope
  let voice: Voice
  let clock: SessionClock
  /// Nodes that are the session's own affair as long as it lives.
  private let fixedNodes: Set<Node>
  /// The graph that is drawn anew after each change, if one is.
  var live: LiveGraph?
  let writes: SessionTracer.Writes
  var timeline = Timeline()
  /// Where `:marbles clear` has put the beginning of all marbles.
  var marblesStart: (id: TraceRecord.ID?, time: Duration)?
  /// The roots of what has happened in the statement that has run.
  let origins: Origins
  /// The record of the statement that runs.
  var currentMark: TraceRecord.ID?
  /// The number of the youngest node that there was when the last statement had ended.
  private var youngest: UInt32 = 0
  /// The records of statements that have moved screens of a navigator, whose loads are the outside's.
  private var movers: Set<TraceRecord.ID> = []
  /// The record of the last statement that changed something.
  var lastChange: TraceRecord.ID?
  /// Lets values be put back without anything being handed on by bindings.
  var puttingBack: (() -> [String]) -> [String] = { batch($0) }
  /// Ends the binding that a statement has made, or makes it again, when that is undone or done again.
  var rebinding: (_ mark: TraceRecord.ID, _ isUndone: Bool) -> Void = { _, _ in }
  /// The report that `:report` has told of a change.
  var keptReport: ChangeReport?

  init(_ evaluator: Evaluator, hiding ownNodes: Set<Node>) {
    self.evaluator = evaluator
    scope = evaluator.scope
    voice = evaluator.voice
    clock = evaluator.clock
    fixedNodes = ownNodes
    writes = SessionTracer.Writes(clock: clock)
    origins = Origins(SessionTracer.of(scope.graph).log, writes)
    tracer.add(writes)
    writes.isOwn = { [weak self] in self?.evaluator.host.screens.live?.isDrawn(by: $0) == true }
  }

  /// Nodes that are the session's own affair: nothing tells of them.
  var ownNodes: Set<Node> {
    fixedNodes.union(evaluator.host.screens.nodes).union(scope.givenAway.nodes)
  }

  /// The tracer that notes everything that happens in the graph.
  var tracer: SessionTracer { .of(scope.graph) }

  func emit(_ record: Record) { voice.emit(record) }

  /// Runs a statement as the cause of all that follows from it, and notes what it changed: as a step that
  /// can be undone, and in the recording, if it belongs there.
  ///
  /// The text is what is typed, as it may be kept.
  func trace(
    _ text: String, isStep: Bool, isRecorded: Bool,
    _ run: () async throws(Diagnostic) -> Void
  ) async throws(Diagnostic) {
    let text = text.clipped(to: 120)
    let mark = scope.graph.mark("\(Self.typed)\(text)")
    currentMark = mark
    let newest = writes.commands.events.last?.record.id
    let youngest = scope.graph.newestNodeID
    let moment = (timeline.count, timeline.position)
    let time = clock.mode == .manual ? clock.moment : nil
    evaluator.hasLeftSecret = false
    (writes.firsts, writes.batches) = ([:], [])
    live?.begin()
    let result = await Trace.withCause(mark) { () async -> Result<Void, Diagnostic> in
      do throws(Diagnostic) { return .success(try await run()) } catch { return .failure(error) }
    }
    // Another one may have run within it.
    currentMark = mark
    origins.begin()
    if let mark { preferWrites(of: mark) }
    let hasAdvanced = time != nil && clock.mode == .manual && clock.moment != time
    var changes = self.changes(onlyCaused: true, takingTime: hasAdvanced)
    let allChanges = changes
    let hasRun = hasRun(since: newest, by: mark)
    // What only a command that an earlier one has started has written is none of its own.
    let hasCausedWrite = hasAdvanced || writes.firsts.values.contains { isCaused($0, by: mark) }
    if hasRun || !changes.isEmpty && hasCausedWrite { lastChange = mark }
    if isStep {
      var others = others(before: youngest)
      if !hasAdvanced { noteMeanwhile(beside: mark, &changes, &others) }
      // What only an earlier statement's command does meanwhile is no step, since nobody could undo it.
      let isOwn = hasAdvanced || hasWritten(mark, changes, others)
      // Where it was typed, it could be undone: what is undone behind it counts on that.
      let isLeftOut = evaluator.hasLeftSecret && voice.recorder.isRestoring
      if isOwn && !(changes.isEmpty && others.isEmpty) || isLeftOut {
        // What a command in the background has changed while this one waited was done by that one.
        let sources = hasAdvanced || isLeftOut ? [] : sources(of: changes)
        timeline.append(
          sources, else: text, changes, others: note(others), by: mark,
          batches: hasAdvanced ? writes.batches : [], keepsUndone: hasAdvanced || !sources.isEmpty)
      } else if hasRun {
        timeline.noteSilent(text)
      }
    }
    if isRecorded {
      // One that failed on its way, as an undo of more than there is, is the past of what comes behind it.
      let hasActed =
        !allChanges.isEmpty || hasAdvanced || moment != (timeline.count, timeline.position)
      let hasFailed = (try? result.get()) == nil
      let keeping: Journal.Keeping =
        if !hasFailed { .whole } else if !hasActed { .failed } else {
          evaluator.isInterrupted ? .cutShort : .whole
        }
      voice.recorder.end(allChanges, writes.events.last, keeping: keeping, hasThrown: hasFailed)
    }
    takeConfirmed()
    (writes.firsts, writes.news) = ([:], [])
    self.youngest = scope.graph.newestNodeID
    live?.end()
    try result.get()
  }

  /// Whether a command that the session can name did something because of a statement.
  private func hasRun(since newest: TraceRecord.ID?, by mark: TraceRecord.ID?) -> Bool {
    guard let last = writes.commands.events.last?.record, last.id != newest,
      last.kind != .commandRejected,
      let node = last.node, writes.events.nodes.contains(node)
    else { return false }
    return tracer.log.chain(of: last.id).contains { $0.id == mark }
  }

  /// The statement that what happens now follows from: the one that runs, or the one that started
  /// what runs now in the background; `nil` when neither is known.
  var origin: Session.Origin? {
    guard let id = Trace.cause ?? currentMark, let root = tracer.log.chain(of: id).last,
      root.kind == .mark, let text = root.statement ?? root.detail
    else { return nil }
    return Session.Origin(number: root.id.number, text: text)
  }

  /// What last ended a wait of the command that what happens now follows from; `nil` when none waited.
  var wake: Wake? {
    guard let cause = Trace.cause else { return nil }
    for record in tracer.log.chain(of: cause) {
      if let wake = clock.wake(of: record.id) { return wake }
    }
    return nil
  }

  /// The beginning of the mark of a statement.
  nonisolated static let typed = "you typed "
}

// MARK: - Changes

extension Chronicle {
  /// Notes the changes by timers and commands in the background, unless nobody could undo them.
  func noteMeanwhile() {
    live?.end()
    origins.begin()
    defer { takeConfirmed() }
    guard !writes.nodes.isEmpty else { return }
    let changes = changes(onlyCaused: false, takingTime: false)
    let isUndone = changes.contains(where: \.place.isRestorable)
    let others = isUndone || !timeline.snapshots.isEmpty ? note(others(before: youngest)) : []
    if isUndone {
      timeline.append(
        sources(of: changes), else: voice.language.text(.meanwhile), changes, others: others,
        keepsUndone: true)
    }
  }

  /// Takes out what earlier statements' commands have changed while a statement changed something itself: that is a step
  /// of its own before this one's.
  private func noteMeanwhile(
    beside mark: TraceRecord.ID?, _ changes: inout [Timeline.Change],
    _ others: inout [(node: Node, first: TraceRecord)]
  ) {
    let isTheirs = { (first: TraceRecord?) in first.map { !self.isCaused($0, by: mark) } ?? false }
    let theirs = changes.filter { isTheirs(self.writes.firsts[$0.node]) }
    guard theirs.contains(where: \.place.isRestorable) else { return }
    let own = changes.filter { !isTheirs(self.writes.firsts[$0.node]) }
    let ownOthers = others.filter { !isTheirs($0.first) }
    let sources = sources(of: theirs)
    guard !sources.isEmpty, own.contains(where: \.place.isRestorable) || !ownOthers.isEmpty else {
      return
    }
    timeline.append(
      sources, else: voice.language.text(.meanwhile), theirs,
      others: note(others.filter { isTheirs($0.first) }), keepsUndone: true)
    (changes, others) = (own, ownOthers)
  }

  /// The statements that changes follow from, as they were typed; none when they follow from this one, or from none.
  private func sources(of changes: [Timeline.Change]) -> [String] {
    var sources: [TraceRecord.ID: String] = [:]
    for change in changes where change.place.isRestorable {
      guard let first = writes.firsts[change.node], first.cause != currentMark,
        let root = origins.origin(of: first.id)?.root, root.id != currentMark,
        let statement = root.statement
      else { return [] }
      sources[root.id] = statement
    }
    return sources.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The changes since the last time; of a statement only those that follow from one, so that what a store
  /// or a host does at the same time is not told as done by it.
  ///
  /// What comes from outside is left out, and stays whatever is undone: the network does not come back by that. A
  /// statement that moves the clock takes time upon itself.
  private func changes(onlyCaused: Bool, takingTime: Bool) -> [Timeline.Change] {
    guard !writes.nodes.isEmpty else { return [] }
    let nodes = writes.take(onlyCaused: onlyCaused)
    if nodes.contains(where: { timeline.known[$0] == nil && !timeline.ignored.contains($0) }) {
      learn()
      timeline.ignored.formUnion(nodes.filter { timeline.known[$0] == nil })
    }
    let changes = nodes.compactMap { node -> Timeline.Change? in
      guard let known = timeline.known[node], let value = known.place.value else { return nil }
      let position = known.place.position
      guard value != known.value || position != known.position else { return nil }
      timeline.known[node]?.value = value
      timeline.known[node]?.position = position
      var change = Timeline.Change(node: node, place: known.place, old: known.value, new: value)
      if let old = known.position, let position { change.positions = (old, position) }
      return change
    }
    guard !takingTime else { return changes }
    // What the screens that have moved load is none of the statement's own, however fast it comes.
    let loads = hasMovedScreens
    if loads, let currentMark { noteMover(currentMark) }
    let outside = changes.filter { change in
      let first = writes.firsts[change.node]
      return isFromOutside(first) || loads && first.map(origins.isLeftBehind) == true
    }
    guard !outside.isEmpty else { return changes }
    timeline.take(fromOutside: outside)
    let theirs = Set(outside.map(\.node))
    return changes.filter { !theirs.contains($0.node) }
  }

  private func noteMover(_ mark: TraceRecord.ID) {
    movers.insert(mark)
    guard movers.count > SessionTracer.limit else { return }
    movers = movers.filter { $0.number >= mark.number - SessionTracer.limit }
  }

  /// Whether a write follows from no statement, or is the doing of a task that an earlier one has left behind: without a
  /// command or an event in between, as one does that follows the network, a store or the time, or by a command that is
  /// over, as the one that opened a page which loads.
  ///
  /// What an event brings later, as a timer does, is the statement's unless that has moved screens.
  /// One whose causes are no longer kept is a statement's: a long one forgets its own beginning.
  func isFromOutside(_ write: TraceRecord?) -> Bool {
    guard let cause = write?.cause else { return true }
    // Of the most frequent cause the root is known: a statement has none.
    guard cause != currentMark, let root = origins.origin(of: cause)?.root else { return false }
    guard root.kind == .mark else { return root.cause == nil }
    guard let write, root.id != currentMark else { return false }
    return cause == root.id
      || origins.isLeftBehind(write)
        && (origins.origin(of: write.id)?.isOfEvent != true || movers.contains(root.id))
  }
}
