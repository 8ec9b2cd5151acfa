import Bindings
import ViewModels

/// What has happened in a session: its statements, what each has changed, and the events of its nodes.
@MainActor
final class Chronicle {
  let evaluator: Evaluator
  let scope: Scope
  let voice: Voice
  let clock: SessionClock
  /// Nodes that are the session's own affair.
  let ownNodes: Set<Node>
  let writes: SessionTracer.Writes
  var timeline = Timeline()
  /// Where `:marbles clear` has put the beginning of all marbles.
  var marblesStart: (id: TraceRecord.ID?, time: Duration)?
  /// The record of the statement that runs.
  var currentMark: TraceRecord.ID?
  /// The record of the last statement that changed something.
  var lastChange: TraceRecord.ID?
  /// What `:report` has told of a change.
  private var keptReport: (change: TraceRecord.ID, report: TraceBatchReport)?

  init(_ evaluator: Evaluator, hiding ownNodes: Set<Node>) {
    self.evaluator = evaluator
    scope = evaluator.scope
    voice = evaluator.voice
    clock = evaluator.clock
    self.ownNodes = ownNodes
    writes = SessionTracer.Writes(clock: clock)
    tracer.add(writes)
  }

  /// What notes everything that happens in the graph.
  var tracer: SessionTracer { .of(scope.graph) }

  func emit(_ record: Record) { voice.emit(record) }

  /// Runs a statement as the cause of all that follows from it, and notes what it changed.
  ///
  /// - Parameters:
  ///   - text: What is typed, as it may be kept.
  ///   - isStep: Whether what it changes can be undone.
  ///   - isRecorded: Whether it is part of a recording.
  func trace(
    _ text: String, isStep: Bool, isRecorded: Bool,
    _ run: () async throws(Diagnostic) -> Void
  ) async throws(Diagnostic) {
    let text = text.clipped(to: 120)
    let mark = scope.graph.mark("\(Self.typed)\(text)")
    currentMark = mark
    let result = await Trace.withCause(mark) { () async -> Result<Void, Diagnostic> in
      do throws(Diagnostic) { return .success(try await run()) } catch { return .failure(error) }
    }
    let changes = self.changes()
    if !changes.isEmpty { lastChange = mark }
    if isRecorded { voice.recorder.end(changes, writes.events.last) }
    if isStep, !changes.isEmpty { timeline.append(text, changes) }
    try result.get()
  }

  /// The report on the last change; kept, since the log forgets.
  var lastReport: TraceBatchReport? {
    guard let lastChange else { return nil }
    let log = tracer.log
    let writes = log.consequences(of: lastChange).filter { $0.kind == .write }
    if let report = writes.compactMap(\.batch).max().flatMap({ log.report(ofBatch: $0) }) {
      keptReport = (lastChange, report)
    }
    return keptReport?.change == lastChange ? keptReport?.report : nil
  }

  /// The statement that what happens now follows from: the one that runs, or the one that started
  /// what runs now in the background; `nil` when neither is known.
  var origin: Session.Origin? {
    let log = tracer.log
    guard let id = Trace.cause ?? currentMark, let root = log.chain(of: id).last ?? log[id],
      root.kind == .mark, let text = root.detail
    else { return nil }
    return Session.Origin(
      number: root.id.number,
      text: text.hasPrefix(Self.typed) ? String(text.dropFirst(Self.typed.count)) : text)
  }

  /// What a mark of a statement begins with.
  nonisolated static let typed = "you typed "
}

// MARK: - Changes

extension Chronicle {
  /// What timers and commands in the background changed; what nobody could undo is not noted.
  func noteMeanwhile() {
    guard !writes.nodes.isEmpty else { return }
    let changes = changes()
    if changes.contains(where: \.place.isSettable) {
      timeline.append(voice.language.text(.meanwhile), changes)
    }
  }

  /// What has changed since the last time.
  private func changes() -> [Timeline.Change] {
    guard !writes.nodes.isEmpty else { return [] }
    let nodes = writes.take()
    if nodes.contains(where: { timeline.known[$0] == nil && !timeline.ignored.contains($0) }) {
      learn()
      timeline.ignored.formUnion(nodes.filter { timeline.known[$0] == nil })
    }
    return nodes.compactMap { node in
      guard let known = timeline.known[node], let value = known.place.value, value != known.value
      else { return nil }
      timeline.known[node]?.value = value
      return Timeline.Change(node: node, place: known.place, old: known.value, new: value)
    }
  }

  /// Gets to know every member that can be reached from a name; what is known already stays.
  ///
  /// - Complexity: O(*n*) in the view-models that can be reached; of those that are known nothing but new
  ///   children is looked for.
  func learn() {
    for (name, variable) in scope.variables {
      switch variable {
      case .viewModel(let viewModel): learn(viewModel, path: { name }, depth: 0)
      case .variable(let node, _):
        writes.events.nodes.insert(node.node)
        remember(Timeline.Place(path: name, target: .variable(node)), node.node)
      case .derived(let node): writes.events.nodes.insert(node.node)
      case .constant, .secret: break
      }
    }
  }

  /// Takes note that a name was given: a new one, or one that stood for something else before.
  func namesDidChange(isNew: Bool) {
    if isNew { learn() } else { learnAnew() }
  }

  /// Goes on with another timeline.
  func begin(_ timeline: Timeline) {
    self.timeline = timeline
    learnAnew()
  }

  /// Forgets what cannot be reached any more.
  func learnAnew() {
    timeline.known = [:]
    timeline.met = [:]
    timeline.ignored = []
    writes.events.nodes = []
    learn()
  }

  /// Its path is written for what is new only: a list has a thousand rows that are known for each new one.
  private func learn(_ viewModel: any ViewModel, path: () -> String, depth: Int) {
    let id = ObjectIdentifier(viewModel)
    if timeline.met[id] == nil {
      timeline.met[id] = viewModel
      learnMembers(of: viewModel, path())
    }
    guard depth < Scope.deepest else { return }
    for member in timeline.containers(of: viewModel) {
      let children = untracked { member.children(in: viewModel) }
      for (index, child) in children.enumerated() {
        learn(
          child,
          path: { "\(path()).\(member.name)" + (member.kind == .list ? "[\(index)]" : "") },
          depth: depth + 1)
      }
    }
  }

  private func learnMembers(of viewModel: any ViewModel, _ path: String) {
    for member in type(of: viewModel).schema.members {
      guard let node = member.node(in: viewModel) else { continue }
      writes.events.nodes.insert(node)
      if member.isSecure {
        node.isSecure = true
        scope.noteSecret(member.name)
      }
      if member.kind == .property || member.kind == .derived, node.kind == .property {
        remember(
          Timeline.Place(path: "\(path).\(member.name)", target: .member(viewModel, member)), node)
      }
    }
  }

  private func remember(_ place: Timeline.Place, _ node: Node) {
    guard timeline.known[node] == nil, let value = place.value else { return }
    timeline.known[node] = Timeline.Known(place: place, value: value)
  }
}
