import Bindings
import ViewModels

extension Session {
  /// Returns the state of the session, from which another session can continue.
  ///
  /// The session itself does not end. The state also contains values that cannot be restored, for comparison only.
  /// While a view-model executes a command, the values that only the view-model sets are not restored either, because
  /// they may say that the command runs. Running commands become losses of the session that takes the state.
  ///
  /// - Complexity: O(*n*) in the number of values that can be reached from a name.
  public func carried() -> CarriedSession {
    graph.run {
      untracked {
        var giving = SessionGiving(session: self)
        return giving.carried()
      }
    }
  }
}

/// The task that captures the state of a session, and collects what ends with it.
struct SessionGiving: SessionTask {
  let session: Session
  private var endings: [CarriedSession.Ending]
  /// The paths of the view-models of the workspace that was captured last.
  private var parts: [ObjectIdentifier: String] = [:]

  init(session: Session) {
    self.session = session
    endings = session.jobs.all.map {
      CarriedSession.Ending(name: "\($0.path)()", reason: .running)
    }
  }

  mutating func end(_ name: String, _ reason: CarriedSession.Ending.Reason) {
    endings.append(CarriedSession.Ending(name: name, reason: reason))
  }

  mutating func carried() -> CarriedSession {
    let (lessons, talks) = (session.lessons, session.talks)
    let place = lessons?.place.flatMap { place in
      lessons.map { player in
        CarriedSession.LessonPlace(
          id: player.course.lessons[place.lesson].id, step: place.step, isOver: place.isOver,
          met: place.met, hints: place.hints, wantsSolution: place.wantsSolution)
      }
    }
    // A talk does not continue in another session, so the speaker's workspace before the talk is captured.
    if let talk = talks?.place?.talk {
      end(":present \(talk.id)", .running)
    }
    let own = talks?.desk
    let desk = carried(own ?? Desk(of: session))
    for name in scope.hostNames {
      if case .viewModel(let viewModel)? = scope[name] { parts[ObjectIdentifier(viewModel)] = name }
    }
    let results = carried(own?.results ?? evaluator.results, parts)
    let aside = lessons?.desk.map { carried($0) }
    return CarriedSession(
      desk: desk, deskAside: aside, lesson: place, clock: own?.clock ?? clock.mode,
      clockAside: lessons?.desk?.clock, moment: clock.moment,
      settings: Dictionary(uniqueKeysWithValues: session.settings.map { ($0.name, $0.value) }),
      secretNames: scope.secretNames, given: scope.givenAway.known, results: results,
      recording: voice.recorder.carried(at: own?.number),
      screen: own == nil ? host.screens.live?.path : nil, endings: endings,
      live: own == nil ? chronicle.live?.request.words : nil)
  }

  private mutating func carried(_ desk: Desk) -> CarriedSession.Desk {
    parts = [:]
    var carried = CarriedSession.Desk()
    carried.origins = desk.names.origins
    let names = desk.names.variables.sorted { $0.key < $1.key }
    var objects: [ObjectIdentifier: (names: [String], viewModel: any ViewModel)] = [:]
    for (name, variable) in names {
      switch variable {
      case .viewModel(let viewModel):
        objects[ObjectIdentifier(viewModel), default: ([], viewModel)].names.append(name)
      case .constant(let value, let type):
        carried.add(name, value, type)
      case .secret(let value, let type):
        carried.add(name, value, type, isSecret: true)
      case .variable(let node, let type):
        carried.add(name, node.value, type, isVariable: true, isSecret: node.node.isSecure)
      case .derived: carried.derived[name] = desk.names.derivations[name]?.text
      }
    }
    let ordered = objects.sorted { $0.value.names[0] < $1.value.names[0] }
    for (id, object) in ordered where desk.names.made[id] != nil {
      carried.add(object.viewModel, at: object.names[0], Reach.deepest, &parts)
    }
    for (id, object) in ordered {
      if let made = desk.names.made[id] {
        carried.objects.append(
          CarriedSession.Object(
            names: object.names,
            source: .made(
              type: made.entry.schema.typeName,
              arguments: made.arguments.map {
                CarriedSession.CarriedArgument(label: $0.label, value: CarriedValue($0.value))
              })))
      } else if let path = parts[id] {
        carried.objects.append(
          CarriedSession.Object(names: object.names, source: .part(path: path)))
      } else {
        for name in object.names { end(name, .notMadeHere) }
        carried.unmade.formUnion(object.names)
        parts[id] = object.names[0]
      }
    }
    carried.watches = desk.watches.map { watch in
      CarriedSession.CarriedWatch(
        number: watch.number, path: watch.path, statement: watch.statement,
        last: lastValue(of: watch), past: watch.past())
    }
    carried.bindings = desk.links.map {
      CarriedSession.CarriedBinding(number: $0.number, description: $0.description)
    }
    (carried.lastWatch, carried.lastBinding) = (desk.lastWatch, desk.lastBinding)
    carried.snapshots = desk.timeline.snapshots.mapValues { snapshot in
      CarriedSession.Snapshot(
        values: Dictionary(
          snapshot.values.values.map { ($0.place.path, CarriedValue($0.value)) },
          uniquingKeysWith: { $1 }),
        others: chronicle.paths(of: snapshot.others) + snapshot.earlierOthers)
    }
    carried.changes = CarriedSession.Changes(desk.timeline)
    return carried
  }

  /// The current value of a watch that shows a single value; `nil` for other watches and for secrets.
  private func lastValue(of watch: Watch) -> CarriedValue? {
    guard watch.paths == [watch.path], let expression = try? Parser.expression(watch.path),
      case .plain(let value, _) = evaluator.seen(expression).shown
    else { return nil }
    return CarriedValue(value)
  }
}

extension CarriedSession.Desk {
  fileprivate mutating func add(
    _ name: String, _ value: DynamicValue, _ type: ValueType, isVariable: Bool = false,
    isSecret: Bool = false
  ) {
    constants.append(
      CarriedSession.Constant(
        name: name, isVariable: isVariable, isSecret: isSecret, type: "\(type)",
        value: CarriedValue(value)))
  }

  /// Adds the values of a view-model and of its children, and records the paths of these view-models.
  @MainActor
  fileprivate mutating func add(
    _ viewModel: any ViewModel, at path: String, _ depth: Int,
    _ parts: inout [ObjectIdentifier: String]
  ) {
    guard parts.updateValue(path, forKey: ObjectIdentifier(viewModel)) == nil else { return }
    let members = type(of: viewModel).schema.members
    let isBusy = members.contains { $0.command(in: viewModel)?.isExecuting == true }
    for member in members {
      let memberPath = "\(path).\(member.name)"
      switch member.kind {
      case .property, .derived:
        // Computed values are left out, because they are computed again. A property that only the view-model sets is
        // not.
        guard member.kind == .property || member.node(in: viewModel)?.kind == .property,
          let value = try? member.value(in: viewModel)
        else { continue }
        self.members.append(
          CarriedSession.MemberValue(
            path: memberPath, value: CarriedValue(value),
            isRestorable: member.kind == .property || member.isRestorable && !isBusy,
            isSecret: member.isSecure))
      case .child, .list:
        guard depth > 0 else { continue }
        for (index, child) in member.children(in: viewModel).enumerated() {
          let place = member.kind == .list ? "\(memberPath)[\(index)]" : memberPath
          add(child, at: place, depth - 1, &parts)
        }
      case .command: continue
      }
    }
  }
}
