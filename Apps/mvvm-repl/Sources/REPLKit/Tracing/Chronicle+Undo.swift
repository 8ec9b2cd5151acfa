import Bindings
import ViewModels

extension ToolCommand {
  static let aboutChanges = [
    ToolCommand(
      "timeline", .undo, "what changed, by statement", "每条语句改变了什么", takes: .nothing
    ) { session, _, _ in session.chronicle.showTimeline() },
    ToolCommand(
      "goto", .undo, "go to the state after a statement: :goto #3", "回到某条语句之后的状态：:goto #3"
    ) { session, argument, span in try session.chronicle.go(to: argument, at: span) },
    ToolCommand("snapshot", .undo, "keep all values under a name", "以一个名字保存所有值") {
      session, argument, span in try session.chronicle.keepSnapshot(argument, at: span)
    },
    ToolCommand("restore", .undo, "put the values of a snapshot back", "恢复快照中的值") {
      session, argument, span in try session.chronicle.restoreSnapshot(argument, at: span)
    },
  ]
}

extension Chronicle {
  /// Takes back the newest statements; when there are fewer, all of them, and tells how many there were.
  func undo(_ count: Int, at span: Span) throws(Diagnostic) {
    guard let done = travel(count, by: -1) else { return }
    throw Diagnostic(
      .notNow, done == 0 ? .nothingToUndo : .nothingMoreToUndo(done), at: span,
      help: .whatCanBeUndone)
  }

  func redo(_ count: Int, at span: Span) throws(Diagnostic) {
    guard let done = travel(count, by: 1) else { return }
    throw Diagnostic(.notNow, done == 0 ? .nothingToRedo : .nothingMoreToRedo(done), at: span)
  }

  /// Goes through the statements until so many have their effect taken back, or again; one of which nothing could be
  /// put back is told and not counted.
  ///
  /// - Returns: How many there were if they were too few; `nil` as well when all that is told says so already.
  private func travel(_ count: Int, by step: Int) -> Int? {
    var (passed, done) = (0, 0)
    while done < count, let isDone = move(by: step) {
      passed += 1
      if isDone { done += 1 }
    }
    return done == count || done == 0 && passed > 0 ? nil : done
  }

  /// Takes back the statement before, or does again the one behind.
  ///
  /// - Returns: Whether a value was put back; `nil` when there is no statement.
  private func move(by step: Int) -> Bool? {
    guard let entry = step < 0 ? timeline.last : timeline.next else { return nil }
    timeline.move(by: step)
    if step > 0 {
      return put(
        back: entry.changes.map { ($0.node, $0.place, $0.new) }, .redone, .redone(entry.text),
        entry.text)
    }
    return put(
      back: entry.changes.reversed().map { ($0.node, $0.place, $0.old) }, .undone,
      .undone(entry.text), entry.text)
  }

  /// `:goto #3`: the state right after that statement; `:goto start`, before the first one.
  func go(to argument: String, at span: Span) throws(Diagnostic) {
    let number = argument.first == "#" ? Int(argument.dropFirst()) : Int(argument)
    let index = timeline.entries.firstIndex { $0.number == number }
    guard let index = argument == "start" ? -1 : index else {
      throw Diagnostic(
        .unknownNumber, .noStatement(argument.clipped(to: 40)), at: span,
        help: .writeGoto(timeline.entries.last?.number ?? 1))
    }
    let distance = timeline.position - (index + 1)
    for _ in 0..<abs(distance) { _ = move(by: distance > 0 ? -1 : 1) }
  }

  /// Gives members the values that they had; what follows from them follows by itself.
  ///
  /// What belongs to something that has no name any more is left alone, since nobody would see it change,
  /// and so is what only its view-model sets. Both are told, and nothing is called undone unless a value
  /// was put back.
  ///
  /// - Returns: Whether one was.
  @discardableResult
  private func put(
    back values: [(node: Node, place: Timeline.Place, value: DynamicValue)],
    _ journey: Message.Journey, _ title: Message, _ what: String
  ) -> Bool {
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
    let failed = kept.filter { !isDone || $0.place.value != $0.value }.map(\.place.path).unique
    if isDone { emit(.note(title)) }
    if !gone.isEmpty { emit(.note(.nameStoodForElse(journey, gone.unique))) }
    guard !failed.isEmpty else { return isDone }
    emit(
      isDone ? .note(.staysOfViewModel(failed)) : .note(.onlyViewModelSets(journey, what, failed)))
    return isDone
  }

  func showTimeline() {
    guard !timeline.entries.isEmpty else {
      return emit(.note(.nothingChangedYet))
    }
    let first = max(0, timeline.entries.count - 30)
    var rows = timeline.entries.enumerated().dropFirst(first).map { index, entry in
      let paths = entry.changes.map(\.place.path).unique.joined(separator: ", ")
      let now = index + 1 == timeline.position ? "  ⟵ \(voice.language.text(.now))" : ""
      return ("#\(entry.number)", "\(entry.text)  (\(paths))\(now)".clipped(to: 160))
    }
    if timeline.position == 0 { rows.insert(("start", "⟵ \(voice.language.text(.now))"), at: 0) }
    emit(.page(title: .timeline, rows: rows))
  }
}

extension Chronicle {
  func keepSnapshot(_ name: String, at span: Span) throws(Diagnostic) {
    guard !name.isEmpty else {
      throw Diagnostic(.unexpected, .nameWanted, at: span, help: .write(":snapshot before"))
    }
    learn()
    timeline.snapshots[name] = timeline.known.compactMapValues { known in
      known.place.value.map { Timeline.Known(place: known.place, value: $0) }
    }
    emit(.note(.kept(timeline.known.count, as: name)))
  }

  func restoreSnapshot(_ name: String, at span: Span) throws(Diagnostic) {
    guard !name.isEmpty else {
      let known = timeline.snapshots.keys.sorted()
      throw Diagnostic(
        .unexpected, .nameWanted, at: span,
        help: Suggestion.list(known) ?? .write(":snapshot before, later :restore before"))
    }
    guard let values = timeline.snapshots[name] else {
      throw Diagnostic(missing: .snapshot, name, at: span, among: timeline.snapshots.keys.sorted())
    }
    let changed = values.map { (node: $0, place: $1.place, value: $1.value) }
      .filter { timeline.known[$0.node] == nil || $0.place.value != $0.value }
      .sorted { $0.place.path < $1.place.path }
    guard !changed.isEmpty else {
      return emit(.note(.nothingChanged(since: name)))
    }
    let paths = changed.filter { timeline.known[$0.node] != nil && $0.place.isSettable }
      .map(\.place.path).unique
    let title = Message.restored(name, paths)
    put(back: changed, .restored, title, "'\(name)'")
  }
}

extension [String] {
  /// Each text once, where it stands first.
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
