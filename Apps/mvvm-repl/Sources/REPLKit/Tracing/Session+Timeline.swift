import Bindings
import ViewModels

// MARK: - Taking notes

extension Session {
  /// Runs a statement as the cause of all that follows from it, and notes what it changed.
  func traced(_ statement: Statement) async throws(Diagnostic) {
    noteMeanwhile()
    if !isQuit(statement) { progress.isLeavingAsked = false }
    let typed = String(source.slice(statement.span))
    let (whole, hidden) = redacted(statement, typed)
    let (isRecorded, wasListening) = (isRecorded(statement), recorder.isListening)
    recorder.isListening = isRecorded
    defer { recorder.isListening = wasListening }
    if isRecorded {
      recorder.begin(
        typed, shownAs: whole, without: hidden, at: statement.span.start, in: language, clock.mode)
    }
    let text = whole.clipped(to: 120)
    let mark = graph.mark("\(Self.typed)\(text)")
    currentMark = mark
    let result = await Trace.withCause(mark) { () async -> Result<Void, Diagnostic> in
      do throws(Diagnostic) { return .success(try await execute(statement)) } catch {
        return .failure(error)
      }
    }
    let changes = self.changes()
    if !changes.isEmpty { lastChange = mark }
    if isRecorded { recorder.end(changes, writes.events.last) }
    if statement.isStep, !changes.isEmpty { timeline.append(text, changes) }
    try result.get()
  }

  private func isQuit(_ statement: Statement) -> Bool {
    if case .meta(let word, _) = statement.kind { words[word]?.isQuit == true } else { false }
  }

  /// Whether a statement is part of a recording; what handles recordings and lessons is not, but what a lesson types.
  func isRecorded(_ statement: Statement) -> Bool {
    guard case .meta(let word, _) = statement.kind else { return true }
    return words[word]?.isRecorded ?? true
  }

  /// What a statement is called: its text, without a value that is secret; and the secrets in it.
  private func redacted(_ statement: Statement, _ typed: String) -> (String, [String]) {
    let start = statement.span.start
    let spans = progress.redaction.spans(of: statement, in: source.text)
    let text = Redaction.text(
      typed, without: spans.map { Span($0.start - start, $0.end - start) })
    return (text, spans.map { String(source.slice($0)) })
  }

  /// What timers and commands in the background changed; what nobody could undo is not noted.
  private func noteMeanwhile() {
    guard !writes.nodes.isEmpty else { return }
    let changes = changes()
    if changes.contains(where: \.place.isSettable) {
      timeline.append(language.label("meanwhile"), changes)
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
    for (name, variable) in variables {
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
    guard depth < Self.deepestChild else { return }
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
        progress.secretNames.insert(member.name)
      }
      if member.kind == .property || member.kind == .derived, node.kind == .property {
        remember(
          Timeline.Place(path: "\(path).\(member.name)", target: .member(viewModel, member)), node)
      }
    }
  }

  static let deepestChild = 4

  private func remember(_ place: Timeline.Place, _ node: Node) {
    guard timeline.known[node] == nil, let value = place.value else { return }
    timeline.known[node] = Timeline.Known(place: place, value: value)
  }
}

// MARK: - Going back and forth

extension ToolCommand {
  static let aboutChanges = [
    ToolCommand(
      "timeline", .undo, "what changed, by statement", "每条语句改变了什么", takes: .nothing
    ) { session, _, _ in session.showTimeline() },
    ToolCommand(
      "goto", .undo, "go to the state after a statement: :goto #3", "回到某条语句之后的状态：:goto #3"
    ) { session, argument, span in try session.go(to: argument, at: span) },
    ToolCommand("snapshot", .undo, "keep all values under a name", "以一个名字保存所有值") {
      session, argument, span in try session.keepSnapshot(argument, at: span)
    },
    ToolCommand("restore", .undo, "put the values of a snapshot back", "恢复快照中的值") {
      session, argument, span in try session.restoreSnapshot(argument, at: span)
    },
  ]
}

extension Session {
  /// Takes back the newest statements; when there are fewer, all of them, and tells how many there were.
  func undo(_ count: Int, at span: Span) throws(Diagnostic) {
    let there = timeline.position
    for _ in 0..<min(count, there) {
      guard let entry = timeline.last else { break }
      timeline.move(by: -1)
      put(
        back: entry.changes.reversed().map { ($0.node, $0.place, $0.old) }, "undone",
        "undone: \(entry.text)", entry.text)
    }
    guard count <= there else {
      throw Diagnostic(
        .notNow,
        there == 0
          ? "there is nothing to undo" : "there is nothing more to undo; there were \(there)",
        at: span, help: "Statements that change something can be undone; :timeline lists them.")
    }
  }

  func redo(_ count: Int, at span: Span) throws(Diagnostic) {
    let there = timeline.entries.count - timeline.position
    for _ in 0..<min(count, there) {
      guard let entry = timeline.next else { break }
      timeline.move(by: 1)
      put(
        back: entry.changes.map { ($0.node, $0.place, $0.new) }, "redone",
        "redone: \(entry.text)", entry.text)
    }
    guard count <= there else {
      throw Diagnostic(
        .notNow,
        there == 0
          ? "there is nothing to redo" : "there is nothing more to redo; there were \(there)",
        at: span)
    }
  }

  /// `:goto #3`: the state right after that statement; `:goto start`, before the first one.
  func go(to argument: String, at span: Span) throws(Diagnostic) {
    let number = argument.first == "#" ? Int(argument.dropFirst()) : Int(argument)
    let index = timeline.entries.firstIndex { $0.number == number }
    guard let index = argument == "start" ? -1 : index else {
      throw Diagnostic(
        .unknownNumber, "there is no statement '\(argument.clipped(to: 40))' in the timeline",
        at: span, help: "Write :goto #\(timeline.entries.last?.number ?? 1), or :goto start.")
    }
    let distance = timeline.position - (index + 1)
    if distance > 0 { try undo(distance, at: span) } else { try redo(-distance, at: span) }
  }

  /// Gives members the values that they had; what follows from them follows by itself.
  ///
  /// What belongs to something that has no name any more is left alone, since nobody would see it change,
  /// and so is what only its view-model sets. Both are told, and nothing is called undone unless a value
  /// was put back.
  private func put(
    back values: [(node: Node, place: Timeline.Place, value: DynamicValue)], _ done: String,
    _ title: String, _ what: String
  ) {
    let (there, gone) = (
      values.filter { timeline.known[$0.node] != nil },
      values.filter { timeline.known[$0.node] == nil }.map(\.place.path)
    )
    var kept: [(place: Timeline.Place, value: DynamicValue)] = []
    batch {
      for (_, place, value) in there where !place.set(value) { kept.append((place, value)) }
    }
    let isDone = kept.count < there.count || values.isEmpty
    // What follows from the others has its old value by now.
    let failed = kept.filter { !isDone || $0.place.value != $0.value }.map(\.place.path)
      .joined(separator: ", ")
    if isDone { emit(.note(title)) }
    if !gone.isEmpty {
      emit(.note("not \(done): \(gone.joined(separator: ", ")) of what the name stood for before"))
    }
    guard !failed.isEmpty else { return }
    emit(
      isDone
        ? .note("only its view-model sets \(failed); that stays")
        : .note("cannot be \(done): \(what), only its view-model sets \(failed)"))
  }

  func showTimeline() {
    guard !timeline.entries.isEmpty else {
      return emit(.note("Nothing has changed yet."))
    }
    let first = max(0, timeline.entries.count - 30)
    var rows = timeline.entries.enumerated().dropFirst(first).map { index, entry in
      let paths = entry.changes.map(\.place.path).joined(separator: ", ")
      let now = index + 1 == timeline.position ? "  ⟵ \(language.label("now"))" : ""
      return ("#\(entry.number)", "\(entry.text)  (\(paths))\(now)".clipped(to: 160))
    }
    if timeline.position == 0 { rows.insert(("start", "⟵ \(language.label("now"))"), at: 0) }
    emit(.page(title: title("Timeline"), rows: rows))
  }
}

// MARK: - Snapshots

extension Session {
  func keepSnapshot(_ name: String, at span: Span) throws(Diagnostic) {
    guard !name.isEmpty else {
      throw Diagnostic(
        .unexpected, "a name is wanted here", at: span, help: "Write :snapshot before.")
    }
    learn()
    timeline.snapshots[name] = timeline.known.compactMapValues { known in
      known.place.value.map { Timeline.Known(place: known.place, value: $0) }
    }
    emit(.note("kept \(timeline.known.count) values as '\(name)'"))
  }

  func restoreSnapshot(_ name: String, at span: Span) throws(Diagnostic) {
    guard let values = timeline.snapshots[name] else {
      throw Diagnostic(
        missing: "snapshot", name, at: span, among: timeline.snapshots.keys.sorted())
    }
    let changed = values.map { (node: $0, place: $1.place, value: $1.value) }
      .filter { timeline.known[$0.node] == nil || $0.place.value != $0.value }
      .sorted { $0.place.path < $1.place.path }
    guard !changed.isEmpty else {
      return emit(.note("nothing has changed since '\(name)'"))
    }
    let paths = changed.filter { timeline.known[$0.node] != nil && $0.place.isSettable }
      .map(\.place.path)
    let title = "restored '\(name)': \(paths.joined(separator: ", "))"
    put(back: changed, "restored", title, "'\(name)'")
  }
}

extension Timeline.Place {
  /// The value now; `nil` when it cannot be read.
  @MainActor var value: DynamicValue? {
    untracked {
      switch target {
      case .member(let viewModel, let member): try? member.value(in: viewModel)
      case .variable(let node): node.value
      }
    }
  }

  /// Sets the value, if it can be set from outside.
  @MainActor func set(_ value: DynamicValue) -> Bool {
    switch target {
    case .member(let viewModel, let member):
      return (try? member.set(value, in: viewModel)) != nil
    case .variable(let node):
      node.value = value
      return true
    }
  }
}
