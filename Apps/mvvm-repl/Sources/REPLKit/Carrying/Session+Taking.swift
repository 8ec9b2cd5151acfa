import Bindings
import ViewModels

extension Session {
  /// Goes on where another session was; call it before the first statement, on an empty session.
  ///
  /// View-models are made by this session's catalog, get their values and are watched and bound as before.
  /// Commands are not run; a view-model that acts of itself when it is made or its values are set does so.
  /// Where a watched value differs from what it was, the session tells the change.
  ///
  /// - Returns: The losses, and the first looks of the watches.
  public func take(_ carried: CarriedSession) async -> CarriedOver {
    await graph.run { await takeInGraph(carried) }
  }

  private func takeInGraph(_ carried: CarriedSession) async -> CarriedOver {
    clock.resume(carried.clock, at: carried.moment)
    for setting in settings where setting.name != "clock" {
      if let value = carried.settings[setting.name], setting.values.contains(value) {
        setting.change(to: value)
      }
    }
    for name in carried.secretNames { scope.noteSecret(name) }
    let outer = evaluator.source
    defer { evaluator.source = outer }
    var taking = Taking(carried.endings)
    if let aside = carried.deskAside, let lessons {
      await take(aside, &taking)
      lessons.desk = Desk(clearing: self)
    }
    await take(carried.desk, &taking)
    if let place = carried.lesson { take(place, &taking) }
    if let path = carried.screen, !taking.isLost(path) {
      let problem = await redo(":screen \(path) &").problem
      if let problem { taking.lose(":screen \(path)", problem.message) }
    }
    take(carried.results)
    lessons?.desk?.results = evaluator.results
    take(carried.recording)
    // Nothing of it is a change that could be undone, or an answer to a lesson.
    chronicle.begin(chronicle.timeline)
    if let live = carried.live { take(live: live, &taking) }
    scope.given = []
    // They answer no statement.
    voice.recorder.isListening = false
    for record in taking.changes { emit(record) }
    voice.recorder.isListening = true
    return CarriedOver(losses: taking.losses, looks: taking.looks)
  }

  /// Draws what was drawn before, unless what it draws is lost.
  private func take(live words: String, _ taking: inout Taking) {
    do throws(Diagnostic) {
      _ = try chronicle.drawLive("live \(words)", at: Span(0, 0))
      chronicle.live?.end()
    } catch { taking.lose(":graph live \(words)", error.message) }
  }

  /// The result while it grows.
  private struct Taking {
    var losses: [CarriedOver.Loss]
    /// The names of the desk that stand for nothing now.
    var lostNames: Set<String> = []
    var looks: [Record] = []
    /// Watched values that are others than before.
    var changes: [Record] = []
    /// The view-model that was looked for last, since the members of one come one after the other; `nil` when there is
    /// none.
    var holder: (path: String, viewModel: (any ViewModel)?)?

    init(_ endings: [CarriedSession.Ending]) {
      losses = endings.map { CarriedOver.Loss(name: $0.name, reason: $0.reason.message) }
    }

    mutating func lose(_ name: String, _ reason: Message) {
      losses.append(CarriedOver.Loss(name: name, reason: reason))
    }

    /// Whether the first name of a path is lost, which has been told.
    func isLost(_ path: String) -> Bool {
      lostNames.contains(String(path.prefix { $0 != "." && $0 != "[" }))
    }
  }

  private func take(_ desk: CarriedSession.Desk, _ taking: inout Taking) async {
    taking.lostNames = desk.unmade
    taking.holder = nil
    for object in desk.objects { await make(object, &taking) }
    for constant in desk.constants { give(constant, &taking) }
    // Setting one may set others in turn, so all are set once more.
    let restorable = desk.members.filter { $0.isRestorable && !taking.isLost($0.path) }
    var missing: Set<String> = []
    for _ in 0..<2 {
      batch { for value in restorable { restore(value, &missing, &taking) } }
      taking.holder = nil
    }
    await clock.settle()
    for object in desk.objects { find(object, &taking) }
    await derive(desk.derived, &taking)
    for binding in desk.bindings {
      links.goOn(behind: binding.number - 1)
      let problem = await redo("bind \(binding.description)").problem
      if let problem { taking.lose("bind #\(binding.number)", problem.message) }
    }
    // A binding begins with the value of its first side; the other one may have been set since it was made.
    if !desk.bindings.isEmpty {
      batch { for value in restorable { restore(value, &missing, &taking) } }
      taking.holder = nil
    }
    for watch in desk.watches { await take(watch, &taking) }
    watches.goOn(behind: max(watches.last, desk.lastWatch))
    links.goOn(behind: max(links.last, desk.lastBinding))
    compare(desk.members, &taking)
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
        values: values, youngest: chronicle.newNode, earlierOthers: snapshot.others)
    }
    chronicle.timeline.take(desk.changes)
  }

  /// Does a statement again without a word; answers with its records.
  private func redo(_ text: String) async -> (records: [Record], problem: Diagnostic?) {
    evaluator.source = SourceText(text)
    return await voice.overhearing { () async throws(Diagnostic) in
      for statement in try Parser.parse(text) { try await self.execute(statement) }
    }
  }
}

// MARK: - Names

extension Session {
  private func make(_ object: CarriedSession.Object, _ taking: inout Taking) async {
    guard case .made(let type, let carried) = object.source else { return }
    func lose(_ reason: Message) {
      taking.lostNames.formUnion(object.names)
      taking.lose(object.names.joined(separator: ", "), reason)
    }
    guard let entry = catalog[type] else { return lose(.typeIsGone(type)) }
    let arguments = carried.map { Argument(label: $0.label, value: $0.value.value) }
    do {
      let viewModel = try await entry.make(arguments)
      viewModel.hideSecureValues()
      scope.take(SessionScope.Made(viewModel: viewModel, entry: entry, arguments: arguments))
      for name in object.names { give(name, .viewModel(viewModel)) }
    } catch {
      // Its message would show the argument, which may be a secret.
      let isMisfit = (error as? ViewModelError)?.code == .typeMismatch
      lose(.cannotBeMadeAgain(isMisfit ? .argumentHasOtherType : Message(error)))
    }
  }

  /// Gives a part of another view-model its names.
  private func find(_ object: CarriedSession.Object, _ taking: inout Taking) {
    guard case .part(let path) = object.source else { return }
    if let expression = try? Parser.expression(path),
      case .viewModel(let viewModel)? = try? evaluator.place(of: expression)
    {
      for name in object.names { give(name, .viewModel(viewModel)) }
    } else {
      taking.lostNames.formUnion(object.names)
      taking.lose(object.names.joined(separator: ", "), .memberIsGone)
    }
  }

  private func give(_ constant: CarriedSession.Constant, _ taking: inout Taking) {
    let value = constant.value.value
    // A type that is not there any more, or that nobody can write, is that of the value.
    let type = (try? declaredType(constant.type)) ?? value.type
    guard type.accepts(value) else {
      taking.lostNames.insert(constant.name)
      return taking.lose(
        constant.name,
        .valueDoesNotFit(
          constant.isSecret
            ? .isWanted(type, thisIs: "\(value.type)") : .isWanted(type, "\(value)", is: value.type)
        ))
    }
    guard constant.isVariable else {
      return give(constant.name, constant.isSecret ? .secret(value, type) : .constant(value, type))
    }
    let node = Property(value, label: constant.name)
    node.node.isSecure = constant.isSecret
    give(constant.name, .variable(node, type))
  }

  func declaredType(_ text: String) throws(Diagnostic) -> ValueType? {
    let statements = try Parser.parse("let type: \(text) = 0")
    guard case .declaration(_, _, let written?, _)? = statements.first?.kind,
      case .value(let type) = try scope.resolved(written)
    else { return nil }
    return type
  }

  /// Derives values in an order in which each finds what it is made of.
  private func derive(_ derived: [String: String], _ taking: inout Taking) async {
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
          taking.lostNames.insert(name)
          taking.lose(name, problem.message)
        }
        return
      }
      open = rest.map { ($0.key, $0.value) }
    }
  }
}

// MARK: - Values and watches

extension Session {
  /// Puts a member's value back; of a part that is missing only the part is told, once.
  private func restore(
    _ carried: CarriedSession.MemberValue, _ missing: inout Set<String>, _ taking: inout Taking
  ) {
    guard !missing.contains(carried.path) else { return }
    switch member(at: carried.path, &taking) {
    case .success(let (viewModel, member)):
      let value = carried.value.value
      guard (try? member.value(in: viewModel)) != value else { return }
      do throws(ViewModelError) { try member.restore(value, in: viewModel) } catch {
        guard member.isRestorable || member.kind == .property else { return }
        missing.insert(carried.path)
        taking.lose(
          carried.path,
          .valueDoesNotFit(
            member.isSecure || carried.isSecret
              ? Message(verbatim: "\(member.type)") : Message(error)))
      }
    case .failure(let gap):
      missing.insert(carried.path)
      if missing.insert(gap.path).inserted || gap.path == carried.path {
        let isSecret = carried.isSecret || gap.path != carried.path
        taking.lose(
          gap.path, isSecret ? .memberIsGone : .memberIsGoneWith("\(carried.value.value)"))
      }
    }
  }

  /// A path behind which nothing is.
  private struct Gap: Error { let path: String }

  private func member(
    at path: String, _ taking: inout Taking
  ) -> Result<(any ViewModel, Member), Gap> {
    let parent = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
    if taking.holder?.path != parent {
      let place = (try? Parser.expression(parent)).flatMap { try? evaluator.place(of: $0) }
      if case .viewModel(let viewModel)? = place {
        taking.holder = (parent, viewModel)
      } else {
        taking.holder = (parent, nil)
      }
    }
    guard let viewModel = taking.holder?.viewModel else { return .failure(Gap(path: parent)) }
    let name = String(path.dropFirst(parent.count + 1))
    guard let member = type(of: viewModel).schema[name], member.kind != .command else {
      return .failure(Gap(path: path))
    }
    return .success((viewModel, member))
  }

  /// Names the values that are not as they were although nobody said so.
  private func compare(_ values: [CarriedSession.MemberValue], _ taking: inout Taking) {
    let told = Set(taking.losses.map(\.name))
    for carried in values where !taking.isLost(carried.path) && !told.contains(carried.path) {
      guard case .success(let (viewModel, member)) = member(at: carried.path, &taking) else {
        continue
      }
      if (try? member.value(in: viewModel)) != carried.value.value {
        taking.lose(carried.path, .setByItself)
      }
    }
  }

  private func take(_ carried: CarriedSession.CarriedWatch, _ taking: inout Taking) async {
    watches.goOn(behind: carried.number - 1)
    watches.nextPast = carried.past
    let (records, problem) = await redo(carried.statement)
    watches.nextPast = nil
    if let problem {
      return taking.lose(
        "watch #\(carried.number) \(carried.path)",
        taking.isLost(carried.path) ? .memberIsGone : problem.message)
    }
    for record in records {
      if case .change(let number, let path, let now, _) = record, let last = carried.last?.value,
        case .plain(let value, let type) = now, value != last
      {
        let change = Record.change(
          watch: number, path: path, value: now, previous: .plain(last, type))
        taking.changes.append(change)
        taking.looks.append(change)
      } else {
        taking.looks.append(record)
      }
    }
  }

  private func take(_ carried: CarriedSession.LessonPlace, _ taking: inout Taking) {
    guard let lessons,
      let index = lessons.course.lessons.firstIndex(where: { $0.id == carried.id }),
      lessons.course.lessons[index].steps.indices.contains(carried.step)
    else { return taking.lose(":lesson \(carried.id)", .stepIsGone) }
    let count = lessons.course.lessons[index].steps[carried.step].checks.count
    lessons.place = LessonPlayer.Place(
      lesson: index, step: carried.step, isOver: carried.isOver,
      met: carried.met.count == count ? carried.met : Array(repeating: false, count: count),
      hints: carried.hints, wantsSolution: carried.wantsSolution,
      start: graph.mark("lesson \(carried.id)"))
  }
}
