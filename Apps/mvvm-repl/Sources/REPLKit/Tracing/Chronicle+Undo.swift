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
      session, argument, span in try session.chronicle.keepSnapshot(argument.unquoted, at: span)
    },
    ToolCommand("restore", .undo, "put the values of a snapshot back", "恢复快照中的值") {
      session, argument, span in try session.chronicle.restoreSnapshot(argument.unquoted, at: span)
    }.asStep,
  ]
}

extension Chronicle {
  /// Undoes or redoes a number of steps; if there are fewer, moves by all of them and throws an error with that number.
  ///
  /// It stops before a step that cannot be undone or redone as a whole, and leaves that step unchanged.
  func travel(_ count: Int, by step: Int, at span: Span) throws(Diagnostic) {
    let done = try moves(count, by: step, at: span)
    guard done < count else { return }
    noteMoves(done, by: step)
    guard step < 0 else {
      throw Diagnostic(.notNow, done == 0 ? .nothingToRedo : .nothingMoreToRedo(done), at: span)
    }
    throw Diagnostic(
      .notNow, done == 0 ? .nothingToUndo : .nothingMoreToUndo(done), at: span,
      help: .whatCanBeUndone)
  }

  /// Undoes or redoes steps; a step that cannot be moved throws an error, after the moves before it are recorded.
  ///
  /// - Returns: The number of moved steps.
  private func moves(
    _ count: Int, by step: Int, at span: Span, passing: Bool = false
  ) throws(Diagnostic) -> Int {
    var done = 0
    var gone: [String] = []
    defer { tell(gone: gone, step < 0 ? .undone : .redone) }
    do throws(Diagnostic) {
      while done < count, try move(by: step, at: span, passing: passing, gone: &gone) { done += 1 }
    } catch {
      if done > 0 { noteMoves(done, by: step) }
      throw error
    }
    return done
  }

  /// Makes the recording repeat the moves that took place, in place of the typed statement.
  private func noteMoves(_ count: Int, by step: Int) {
    voice.recorder.noteInstead("\(step < 0 ? "undo" : "redo") \(count)")
  }

  /// Undoes the last step or redoes the next one: as a whole or not at all.
  ///
  /// With `passing`, values that only a view-model sets do not prevent the move; they stay unchanged. The paths of the
  /// values of objects that have no name any more are added to `gone`.
  ///
  /// - Returns: Whether there was a step.
  private func move(
    by step: Int, at span: Span, passing: Bool, gone: inout [String]
  ) throws(Diagnostic) -> Bool {
    guard let entry = step < 0 ? timeline.last : timeline.next else { return false }
    let journey: Message.Journey = step < 0 ? .undone : .redone
    func refuse(_ paths: [String], help: Message? = nil) -> Diagnostic {
      Diagnostic(
        .notNow, .onlyViewModelSets(journey, entry.text, paths.unique), at: span, help: help)
    }
    guard entry.others.isEmpty || passing else {
      throw refuse(entry.others, help: .goBy(wayBy(step: step)))
    }
    if step > 0 { timeline.rebaseNext() }
    let (values, title): ([Return], Message) =
      step < 0
      ? (
        entry.changes.reversed().map { ($0.node, $0.place, $0.old, $0.positions?.old) },
        .undone(entry.text)
      )
      : (
        entry.changes.map { ($0.node, $0.place, $0.new, $0.positions?.new) }, .redone(entry.text)
      )
    let known = values.filter { timeline.known[$0.node] != nil }
    let there = known.filter(\.place.isRestorable)
    let ofViewModel = there.isEmpty ? known.map(\.place.path) : []
    guard ofViewModel.isEmpty || passing else {
      throw refuse(ofViewModel, help: .goBy(wayBy(step: step)))
    }
    if let stays = putBackAll(there) {
      guard stays.isTree else { throw refuse([stays.path]) }
      throw Diagnostic(.notNow, .screensHaveEnded(journey, entry.text, stays.path), at: span)
    }
    timeline.move(by: step)
    if step < 0 {
      let passed = timeline.passedOver(behind: entry).unique
      if !passed.isEmpty { emit(.note(.passedOver(passed))) }
    }
    let left = (entry.others + ofViewModel).unique
    if left.isEmpty && values.isEmpty || !there.isEmpty {
      emit(.note(title))
      if step < 0, let name = entry.declaredName { emit(.note(.declarationStays(name))) }
    }
    if !left.isEmpty { emit(.note(.staysOfViewModel(left))) }
    if let mark = entry.mark { rebinding(mark, step < 0) }
    tellStaying(of: entry, isUndone: step < 0)
    gone += paths(goneFrom: values)
    return true
  }

  /// Goes to the state right after a statement, `:goto #3`, or before the first statement, `:goto start`.
  func go(to argument: String, at span: Span) throws(Diagnostic) {
    guard !argument.isEmpty else {
      throw Diagnostic(
        .unexpected, .numberOfStatement, at: span,
        help: .writeGoto(timeline.entries.last?.number))
    }
    let number = argument.first == "#" ? Int(argument.dropFirst()) : Int(argument)
    let index = timeline.entries.firstIndex { $0.number == number }
    guard let index = argument == "start" ? -1 : index else {
      throw Diagnostic(
        .unknownNumber, .noStatement(argument.clipped(to: 40)), at: span,
        help: .writeGoto(timeline.entries.last?.number))
    }
    let distance = timeline.position - (index + 1)
    _ = try moves(abs(distance), by: distance > 0 ? -1 : 1, at: span, passing: true)
  }

  /// Returns the statement that skips the next step in a direction.
  private func wayBy(step: Int) -> String {
    let index = timeline.position + (step < 0 ? -2 : 0)
    return timeline.entries.indices.contains(index)
      ? ":goto #\(timeline.entries[index].number)" : ":goto start"
  }

  private typealias Return = (
    node: Node, place: Timeline.Place, value: DynamicValue, position: NavigationTree.Position?
  )

  /// Restores all values or none; derived values follow automatically.
  ///
  /// - Returns: The first place that could not be restored, if any.
  private func putBackAll(_ values: [Return]) -> Timeline.Place? {
    evaluator.puttingBack {
      var before: [Return] = []
      for (node, place, value, position) in values {
        let (old, was) = (place.value, place.position)
        guard let old, place.restore(value, position) else {
          for (_, place, old, was) in before.reversed() { _ = place.restore(old, was) }
          return place
        }
        before.append((node, place, old, was))
      }
      return nil
    }
  }

  /// Reports values that only view-models set, and that stay when undo or redo passes a step that moved the clock.
  private func tellStaying(of entry: Timeline.Entry, isUndone: Bool) {
    guard !entry.batches.isEmpty else { return }
    let stays = entry.changes.filter {
      !$0.place.isRestorable && $0.node.kind == .property
        && $0.place.value != (isUndone ? $0.old : $0.new)
    }
    if !stays.isEmpty { emit(.note(.staysOfViewModel(stays.map(\.place.path).unique))) }
  }

  /// Returns the paths of values of objects that have no name any more: nobody would see these values change.
  private func paths(goneFrom values: [Return]) -> [String] {
    values.filter { timeline.known[$0.node] == nil }.map(\.place.path)
  }

  private func tell(gone paths: [String], _ journey: Message.Journey) {
    if !paths.isEmpty { emit(.note(.nameStoodForElse(journey, paths.unique))) }
  }

  func showTimeline() {
    guard !timeline.entries.isEmpty else {
      return emit(.note(.nothingChangedYet))
    }
    let first = max(0, timeline.entries.count - 30)
    var rows = timeline.entries.enumerated().dropFirst(first).map { index, entry in
      let paths = (entry.changes.map(\.place.path) + entry.others).unique.joined(separator: ", ")
      let now = index + 1 == timeline.position ? "  ⟵ \(voice.language.text(.now))" : ""
      return (
        "#\(entry.number)",
        "\(scope.masked(entry.text))\(paths.isEmpty ? "" : "  (\(paths))")\(now)".clipped(to: 160)
      )
    }
    if timeline.position == 0 { rows.insert(("start", "⟵ \(voice.language.text(.now))"), at: 0) }
    emit(.page(title: .timeline, rows: rows))
  }
}

extension Chronicle {
  func keepSnapshot(_ name: String, at span: Span) throws(Diagnostic) {
    guard !name.isEmpty else {
      throw Diagnostic(.unexpected, .nameWanted, at: span, help: .forExample(":snapshot start"))
    }
    learn()
    let values = timeline.known.compactMapValues { known in
      known.place.value.map {
        Timeline.Known(place: known.place, value: $0, position: known.place.position)
      }
    }
    let old = timeline.snapshots.updateValue(
      Timeline.Snapshot(values: values, youngest: scope.graph.newestNodeID), forKey: name)
    emit(
      .note(old == nil ? .kept(values.count, as: name) : .keptInstead(values.count, as: name)))
  }

  func restoreSnapshot(_ name: String, at span: Span) throws(Diagnostic) {
    guard !name.isEmpty else {
      let known = timeline.snapshots.keys.sorted()
      throw Diagnostic(
        .unexpected, .nameWanted, at: span,
        help: Suggestion.list(known) ?? .forExample(":snapshot start, and later :restore start"))
    }
    guard let snapshot = timeline.snapshots[name] else {
      throw Diagnostic(missing: .snapshot, name, at: span, among: timeline.snapshots.keys.sorted())
    }
    let others = (paths(of: snapshot.others) + snapshot.earlierOthers).sorted()
    let changed: [Return] = snapshot.values
      .map { ($0, $1.place, $1.value, $1.position) }
      .filter {
        timeline.known[$0.node] == nil || $0.place.value != $0.value && !$0.place.isDateOfViewModel
          || $0.place.position != $0.position
      }
      .sorted { $0.place.path < $1.place.path }
    guard !changed.isEmpty || !others.isEmpty else {
      return emit(.note(.nothingChanged(since: name)))
    }
    let there = changed.filter { timeline.known[$0.node] != nil }
    let kept = evaluator.puttingBack {
      there.filter { !$0.place.restore($0.value, $0.position) }
    }
    // A value that is derived from restored values has its old value again.
    let stays =
      (kept.filter { $0.place.value != $0.value && !$0.place.isDateOfViewModel }.map(\.place.path)
      + others)
      .unique
    let restored = there.filter { value in !kept.contains { $0.node == value.node } }
    if !restored.isEmpty { emit(.note(.restored(name, restored.map(\.place.path).unique))) }
    tell(gone: paths(goneFrom: changed), .restored)
    guard !stays.isEmpty else { return }
    emit(
      .note(
        restored.isEmpty
          ? .onlyViewModelSets(.restored, "'\(name)'", stays) : .staysOfViewModel(stays)))
  }
}
