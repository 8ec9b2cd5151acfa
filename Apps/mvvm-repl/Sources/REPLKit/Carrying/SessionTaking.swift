import Bindings
import ViewModels

extension Session {
  /// Restores the state of another session; call it on an empty session, before the first statement.
  ///
  /// This session's catalog creates the view-models. They then get their values, watches and bindings. Commands are not
  /// executed, but a view-model may act on its own when it is created or its values are set. If a watched value differs
  /// from before, the session reports the change.
  ///
  /// - Returns: The losses, and the current values of the watches.
  public func take(_ carried: CarriedSession) async -> CarriedOver {
    await graph.run {
      var taking = SessionTaking(session: self, carried.endings)
      return await taking.take(carried)
    }
  }
}

/// The task that restores the state of another session, and collects the result.
struct SessionTaking: SessionTask {
  let session: Session
  private var losses: [CarriedOver.Loss]
  /// The names of the workspace that have no value now.
  private var lostNames: Set<String> = []
  private var looks: [Record] = []
  /// The watched values that differ from before.
  private var changes: [Record] = []
  /// The last lookup of a view-model, cached because the members of a view-model follow each other.
  private var holder: (path: String, viewModel: (any ViewModel)?)?
  /// The members and view-models that have been reported as missing.
  private var missing: Set<String> = []

  init(session: Session, _ endings: [CarriedSession.Ending]) {
    self.session = session
    losses = endings.map { CarriedOver.Loss(name: $0.name, reason: $0.reason.message) }
  }

  mutating func take(_ carried: CarriedSession) async -> CarriedOver {
    clock.resume(carried.clockAside ?? carried.clock, at: carried.moment)
    for setting in session.settings where setting.name != "clock" {
      if let value = carried.settings[setting.name], setting.values.contains(value) {
        setting.change(to: value)
      }
    }
    for name in carried.secretNames { scope.noteSecret(name) }
    let given = carried.given.map { DynamicValue.string($0) }
    scope.givenAway.note(given, toldBy: [])
    _ = scope.givenAway.noteTyped(given)
    let outer = evaluator.source
    defer { evaluator.source = outer }
    if let aside = carried.deskAside, let lessons = session.lessons {
      await take(aside, carried.results)
      lessons.desk = await Desk(clearing: session)
      clock.resume(carried.clock, at: carried.moment)
    }
    await take(carried.desk, carried.results)
    if let place = carried.lesson { take(place) }
    if let path = carried.screen, !isLost(path) {
      let problem = await redo(":screen \(path) &").problem
      if let problem { lose(":screen \(path)", problem.message) }
    }
    session.lessons?.desk?.results = evaluator.results
    take(carried.recording)
    // The restored state must not become an undo step or count as an answer to a lesson.
    chronicle.begin(chronicle.timeline)
    if let live = carried.live { take(live: live) }
    scope.given = []
    for record in changes { voice.aside(record) }
    return CarriedOver(losses: losses, looks: looks)
  }

  /// Restores the live drawing of a graph, unless its contents are lost.
  private mutating func take(live words: String) {
    do throws(Diagnostic) {
      _ = try chronicle.drawLive("live \(words)", at: Span(0, 0))
      chronicle.live?.end()
    } catch { lose(":graph live \(words)", error.message) }
  }

  private mutating func lose(_ name: String, _ reason: Message) {
    losses.append(CarriedOver.Loss(name: name, reason: reason))
  }

  /// Whether the first name of a path is lost; its loss has already been reported.
  private func isLost(_ path: String) -> Bool {
    lostNames.contains(String(path.prefix { $0 != "." && $0 != "[" }))
  }

  private mutating func take(
    _ desk: CarriedSession.Desk, _ results: CarriedSession.Results
  ) async {
    lostNames = desk.unmade
    holder = nil
    for object in desk.objects { await make(object) }
    for constant in desk.constants { give(constant) }
    // Setting a value may change other restored values, so all of them are set a second time.
    let restorable = desk.members.filter { $0.isRestorable && !isLost($0.path) }
    missing = []
    for _ in 0..<2 {
      batch { for value in restorable { restore(value) } }
      holder = nil
    }
    await clock.settle()
    for object in desk.objects { find(object) }
    take(results)
    for (name, sources) in desk.origins { scope.note(name, madeOf: sources) }
    await derive(desk.derived)
    for binding in desk.bindings {
      links.goOn(behind: binding.number - 1)
      let problem = await redo("bind \(binding.description)").problem
      if let problem { lose("bind #\(binding.number)", problem.message) }
    }
    // A new binding copies its source to its target. The target may have been set later, so the values are set again.
    if !desk.bindings.isEmpty {
      batch { for value in restorable { restore(value) } }
      holder = nil
    }
    for watch in desk.watches { await take(watch) }
    watches.goOn(behind: max(watches.last, desk.lastWatch))
    links.goOn(behind: max(links.last, desk.lastBinding))
    compare(desk.members)
    chronicle.learn()
    let known = chronicle.timeline.nodes
    for (name, snapshot) in desk.snapshots {
      var values: [Node: Timeline.Known] = [:]
      for (path, value) in snapshot.values {
        guard let node = known[path], let place = chronicle.timeline.known[node]?.place else {
          continue
        }
        values[node] = Timeline.Known(place: place, value: value.value)
      }
      chronicle.timeline.snapshots[name] = Timeline.Snapshot(
        values: values, youngest: scope.graph.newestNodeID, earlierOthers: snapshot.others)
    }
    chronicle.timeline.take(desk.changes)
  }

  /// Executes statements without output, and returns their records and the error.
  private func redo(_ text: String) async -> (records: [Record], problem: Diagnostic?) {
    evaluator.source = SourceText(text)
    return await voice.overhearing { () async throws(Diagnostic) in
      for statement in try Parser.parse(text) { try await session.execute(statement) }
    }
  }
}

// MARK: - Names

extension SessionTaking {
  private mutating func make(_ object: CarriedSession.Object) async {
    guard case .made(let type, let carried) = object.source else { return }
    func lose(_ reason: Message) {
      lostNames.formUnion(object.names)
      self.lose(object.names.joined(separator: ", "), reason)
    }
    guard let entry = catalog[type] else { return lose(.typeIsGone(type)) }
    let arguments = carried.map { LabeledArgument(label: $0.label, value: $0.value.value) }
    do {
      let viewModel = try await entry.make(arguments)
      viewModel.hideSecureValues()
      scope.take(SessionScope.Made(viewModel: viewModel, entry: entry, arguments: arguments))
      for name in object.names { session.give(name, .viewModel(viewModel)) }
    } catch {
      // The error's message could contain the argument, which may be a secret.
      let isMisfit = (error as? ViewModelError)?.code == .typeMismatch
      lose(.cannotBeMadeAgain(isMisfit ? .argumentHasOtherType : Message(error)))
    }
  }

  /// Gives a child of another view-model its names.
  private mutating func find(_ object: CarriedSession.Object) {
    guard case .part(let path) = object.source else { return }
    if let viewModel = evaluator.viewModel(at: path) {
      for name in object.names { session.give(name, .viewModel(viewModel)) }
    } else {
      lostNames.formUnion(object.names)
      lose(object.names.joined(separator: ", "), .memberIsGone)
    }
  }

  private mutating func give(_ constant: CarriedSession.Constant) {
    let value = constant.value.value
    // If the type no longer exists or cannot be written in source, the type of the value is used.
    let type = (try? scope.declaredType(constant.type)) ?? value.type
    guard type.accepts(value) else {
      lostNames.insert(constant.name)
      return lose(
        constant.name,
        .valueDoesNotFit(
          constant.isSecret
            ? .isWanted(type, thisIs: "\(value.type)") : .isWanted(type, "\(value)", is: value.type)
        ))
    }
    guard constant.isVariable else {
      return session.give(
        constant.name, constant.isSecret ? .secret(value, type) : .constant(value, type))
    }
    let node = Property(value, label: constant.name)
    node.node.isSecure = constant.isSecret
    session.give(constant.name, .variable(node, type))
  }

  /// Declares derived values in an order in which each finds the values that it depends on.
  private mutating func derive(_ derived: [String: String]) async {
    var open = derived.sorted { $0.key < $1.key }
    while !open.isEmpty {
      var rest: [(key: String, value: String, problem: Diagnostic)] = []
      for (name, body) in open {
        if let problem = await redo("let \(name) = { \(body) }").problem {
          rest.append((name, body, problem))
        }
      }
      guard rest.count < open.count else {
        for (name, _, problem) in rest {
          lostNames.insert(name)
          lose(name, problem.message)
        }
        return
      }
      open = rest.map { ($0.key, $0.value) }
    }
  }
}

// MARK: - Values and watches

extension SessionTaking {
  /// Restores a member's value; if its view-model is missing, only the view-model is reported, and only once.
  private mutating func restore(
    _ carried: CarriedSession.MemberValue
  ) {
    guard !missing.contains(carried.path) else { return }
    switch member(at: carried.path) {
    case .success(let (viewModel, member)):
      let value = carried.value.value
      guard (try? member.value(in: viewModel)) != value else { return }
      if member.isSecure { _ = scope.givenAway.noteTyped([value]) }
      do throws(ViewModelError) { try member.restore(value, in: viewModel) } catch {
        guard member.isRestorable || member.kind == .property else { return }
        missing.insert(carried.path)
        lose(
          carried.path,
          .valueDoesNotFit(
            member.isSecure || carried.isSecret
              ? Message(verbatim: "\(member.type)") : Message(error)))
      }
    case .failure(let gap):
      missing.insert(carried.path)
      if missing.insert(gap.path).inserted || gap.path == carried.path {
        let isSecret = carried.isSecret || gap.path != carried.path
        lose(
          gap.path, isSecret ? .memberIsGone : .memberIsGoneWith("\(carried.value.value)"))
      }
    }
  }

  /// A path at which nothing exists.
  private struct Gap: Error { let path: String }

  private mutating func member(
    at path: String
  ) -> Result<(any ViewModel, Member), Gap> {
    let parent = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
    if holder?.path != parent { holder = (parent, evaluator.viewModel(at: parent)) }
    guard let viewModel = holder?.viewModel else { return .failure(Gap(path: parent)) }
    let name = String(path.dropFirst(parent.count + 1))
    guard let member = type(of: viewModel).schema[name], member.kind != .command else {
      return .failure(Gap(path: path))
    }
    return .success((viewModel, member))
  }

  /// Reports values that differ from before and have not been reported yet.
  private mutating func compare(_ values: [CarriedSession.MemberValue]) {
    let told = Set(losses.map(\.name))
    for carried in values where !isLost(carried.path) && !told.contains(carried.path) {
      guard case .success(let (viewModel, member)) = member(at: carried.path) else {
        continue
      }
      if (try? member.value(in: viewModel)) != carried.value.value {
        lose(carried.path, .setByItself)
      }
    }
  }

  private mutating func take(_ carried: CarriedSession.CarriedWatch) async {
    watches.goOn(behind: carried.number - 1)
    watches.nextPast = carried.past
    let (records, problem) = await redo(carried.statement)
    watches.nextPast = nil
    if let problem {
      return lose(
        "watch #\(carried.number) \(carried.path)",
        isLost(carried.path) ? .memberIsGone : problem.message)
    }
    for record in records {
      if case .change(let number, let path, let now, _) = record, let last = carried.last?.value,
        case .plain(let value, let type) = now, value != last
      {
        let change = Record.change(
          watch: number, path: path, value: now, previous: .plain(last, type))
        changes.append(change)
        looks.append(change)
      } else {
        looks.append(record)
      }
    }
  }

  private mutating func take(_ carried: CarriedSession.LessonPlace) {
    guard let lessons = session.lessons,
      let index = lessons.course.lessons.firstIndex(where: { $0.id == carried.id }),
      lessons.course.lessons[index].steps.indices.contains(carried.step)
    else { return lose(":lesson \(carried.id)", .stepIsGone) }
    let count = lessons.course.lessons[index].steps[carried.step].checks.count
    lessons.place = LessonPlayer.Place(
      lesson: index, step: carried.step, isOver: carried.isOver,
      met: carried.met.count == count ? carried.met : Array(repeating: false, count: count),
      hints: carried.hints, wantsSolution: carried.wantsSolution,
      start: graph.mark("lesson \(carried.id)"))
  }
}
