import Bindings
import ViewModels

/// The history of a session: its statements, the changes of each statement, and the events of its nodes.
@MainActor
final class Chronicle {
  let evaluator: Evaluator
  let scope: SessionScope
  let voice: Voice
  let clock: SessionClock
  /// The internal nodes of the session that exist as long as the session.
  private let fixedNodes: Set<Node>
  /// The live graph, which is redrawn after each change; nil without one.
  var live: LiveGraph?
  let writes: SessionTracer.Writes
  var timeline = Timeline()
  /// The start of all marble diagrams, which `:marbles clear` sets.
  var marblesStart: (id: TraceRecord.ID?, time: Duration)?
  /// The root causes of the records of the last statement.
  let origins: Origins
  /// The record of the running statement.
  var currentMark: TraceRecord.ID?
  /// The ID of the youngest node at the end of the last statement.
  private var youngest: UInt32 = 0
  /// The records of statements that have moved a navigator; loads of the moved screens count as changes from outside.
  private var movers: Set<TraceRecord.ID> = []
  /// The record of the last statement that changed something.
  var lastChange: TraceRecord.ID?
  /// Tells whether a statement has made or ended bindings.
  var isBinding: (_ mark: TraceRecord.ID) -> Bool = { _ in false }
  /// Takes back what a statement has bound or unbound when the statement is undone, and does it again on redo.
  var rebinding: (_ mark: TraceRecord.ID, _ isUndone: Bool) -> Void = { _, _ in }
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

  /// The internal nodes of the session, which no output shows.
  var ownNodes: Set<Node> {
    fixedNodes.union(evaluator.host.screens.nodes).union(scope.givenAway.nodes)
  }

  /// The tracer that records everything that happens in the graph.
  var tracer: SessionTracer { .of(scope.graph) }

  func emit(_ record: Record) { voice.emit(record) }

  /// Runs a statement as the cause of all that follows from it, and records its changes.
  ///
  /// The changes become an undo step if `isStep`, and part of the recording if `isRecorded`. The text is the typed one,
  /// redacted for storage.
  func trace(
    _ text: String, isStep: Bool, isRecorded: Bool,
    _ run: () async throws(Diagnostic) -> Void
  ) async throws(Diagnostic) {
    let text = text.clipped(to: 120)
    let mark = scope.graph.mark(Self.typed + text)
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
    // Another statement may have run inside this one.
    currentMark = mark
    origins.begin()
    // Whether tasks of earlier statements have written nothing meanwhile.
    let isAlone = writes.firsts.values.allSatisfy { isCaused($0, by: mark) }
    if let mark, !isAlone { preferWrites(of: mark) }
    let hasAdvanced = time != nil && clock.mode == .manual && clock.moment != time
    var changes = self.changes(onlyCaused: true, takingTime: hasAdvanced)
    let allChanges = changes
    let hasRun = hasRun(since: newest, by: mark)
    // A write by a command of an earlier statement is not a change by this statement.
    let hasCausedWrite = hasAdvanced || writes.firsts.values.contains { isCaused($0, by: mark) }
    if hasRun || !changes.isEmpty && hasCausedWrite { lastChange = mark }
    if isStep {
      // What the statement itself has created begins with the values that it has now.
      changes.removeAll { $0.node.id > youngest }
      var others = others(before: youngest)
      if !hasAdvanced, !isAlone { noteMeanwhile(beside: mark, &changes, &others) }
      // Changes that only a command of an earlier statement made, and that nobody could undo, are no step.
      let isOwn = hasAdvanced || hasWritten(mark, changes, others)
      // A journal leaves out secrets. A statement without its secret still is a step when the journal is restored,
      // because later undo statements count it.
      let isLeftOut = evaluator.hasLeftSecret && voice.recorder.isRestoring
      if isOwn && !(changes.isEmpty && others.isEmpty) || isLeftOut {
        // Changes by a background command during this statement are named after the statement that started the command.
        let sources = hasAdvanced || isLeftOut || isAlone ? [] : sources(of: changes)
        timeline.append(
          sources, else: text, changes, others: note(others), by: mark,
          batches: hasAdvanced ? writes.batches : [], keepsUndone: hasAdvanced || !sources.isEmpty)
      } else if mark.map(isBinding) == true {
        timeline.append(else: text, [], by: mark)
      } else if hasRun {
        timeline.noteSilent(text)
      }
    }
    if isRecorded {
      // A statement that acted before it failed, such as an undo of too many steps, is kept for later statements.
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

  /// Whether a command that the session can name ran because of a statement.
  private func hasRun(since newest: TraceRecord.ID?, by mark: TraceRecord.ID?) -> Bool {
    guard let last = writes.commands.events.last?.record, last.id != newest,
      last.kind != .commandRejected,
      let node = last.node, writes.events.nodes.contains(node)
    else { return false }
    return tracer.log.chain(of: last.id).contains { $0.id == mark }
  }

  /// The statement that causes the current work, in the foreground or in the background; `nil` when it is not known.
  var origin: Session.Origin? {
    guard let id = Trace.cause ?? currentMark, let root = tracer.log.chain(of: id).last,
      root.kind == .mark, let text = root.statement ?? root.detail
    else { return nil }
    return Session.Origin(number: root.id.number, text: text)
  }

  /// The last wake in the chain of causes of the current work; `nil` if nothing in the chain has waited.
  var wake: Wake? {
    guard let cause = Trace.cause else { return nil }
    for record in tracer.log.chain(of: cause) {
      if let wake = clock.wake(of: record.id) { return wake }
    }
    return nil
  }

  /// The prefix of the mark of a statement.
  nonisolated static let typed = "you typed "
}

// MARK: - Changes

extension Chronicle {
  /// Records the changes by timers and background commands as a step, unless nobody could undo them.
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

  /// Moves changes by commands of earlier statements into a step of their own, before the step of this statement.
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

  /// Returns the earlier statements that caused the changes, as typed; empty if this statement or none caused a change.
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

  /// Returns the changes since the last call; with `onlyCaused`, only those that follow from a statement.
  ///
  /// Writes by a store or a host at the same time are not changes by the statement. Values from outside are left out,
  /// and undo keeps them, because undo cannot take back a network response, for example. With `takingTime`, a statement
  /// that moves the clock takes all changes as its own.
  private func changes(onlyCaused: Bool, takingTime: Bool) -> [Timeline.Change] {
    guard !writes.nodes.isEmpty else { return [] }
    let nodes = writes.take(onlyCaused: onlyCaused).filter { !fixedNodes.contains($0) }
    if nodes.contains(where: { timeline.known[$0] == nil && !timeline.ignored.contains($0) }) {
      learn()
      timeline.ignored.formUnion(nodes.filter { timeline.known[$0] == nil })
    }
    let changes = nodes.compactMap { node -> Timeline.Change? in
      guard let known = timeline.known[node], let value = known.place.value else { return nil }
      let position = known.place.position
      guard value != known.value || position != known.position else { return nil }
      timeline.known[node] = Timeline.Known(place: known.place, value: value, position: position)
      var change = Timeline.Change(node: node, place: known.place, old: known.value, new: value)
      if let old = known.position, let position { change.positions = (old, position) }
      return change
    }
    guard !takingTime else { return changes }
    // Loads of the moved screens are not changes by the statement, however fast they are.
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

  /// Whether a write comes from outside: from no statement, or from a task that an earlier statement has left running.
  ///
  /// Such a task has no command or event between the statement and the write, as a task that follows the network, a
  /// store or the time. Or its command is over, such as the command that opened a page which is still loading.
  ///
  /// A write after a later event, such as a timer, belongs to the statement, unless the statement has moved screens. A
  /// write whose causes are no longer kept also belongs to the statement: a long statement outlives its first records.
  func isFromOutside(_ write: TraceRecord?) -> Bool {
    guard let cause = write?.cause else { return true }
    // The running statement is the most frequent cause, and needs no search: it is a root itself.
    guard cause != currentMark, let root = origins.origin(of: cause)?.root else { return false }
    guard root.kind == .mark else { return root.cause == nil }
    guard let write, root.id != currentMark else { return false }
    return cause == root.id
      || origins.isLeftBehind(write)
        && (origins.origin(of: write.id)?.isOfEvent != true || movers.contains(root.id))
  }
}
