import Bindings
import ViewModels

/// The evaluation of the functions that only checks may call.
extension LessonPlayer {
  /// Returns the value of a function of a check.
  func answer(
    _ word: CheckWord, _ arguments: [Expression.CallArgument], since start: TraceRecord.ID,
    at span: Span, _ evaluator: Evaluator
  ) throws(Diagnostic) -> DynamicValue {
    guard let target = arguments.first?.value, arguments[0].label == nil,
      arguments.count == 1
        || arguments.count == 2 && (word.isCount || word == .hasTyped)
          && arguments[1].label == "during"
    else {
      throw Diagnostic(
        .arguments, .asksAboutOne(word.rawValue), at: span,
        help: .write("\(word.rawValue)(form.phone)"))
    }
    let path = evaluator.text(of: target)
    // If a name is compared only as text, a missing name would be reported as not done.
    if word.asksAboutNames { try refuseMissingName(in: target, evaluator) }
    switch word {
    case .isWatched:
      return .bool(watches.all.contains { $0.path.split(separator: ", ").contains { $0 == path } })
    case .isBound: return .bool(links.all.contains { isMeant($0, by: target, evaluator) })
    case .isDerived: return .bool(try isDerived(target, evaluator))
    case .hasFollowed: return .bool(try hasFollowed(target, since: start, evaluator))
    case .isExpected: return .bool(try isExpected(target, evaluator))
    case .never:
      if try evaluator.pureValue(of: target) == .bool(true) { place?.broken.insert(path) }
      return .bool(place?.broken.contains(path) != true)
    case .hasTyped:
      guard case .string(let words) = try evaluator.pureValue(of: target) else {
        throw Diagnostic(
          .arguments, .asksAboutOne(word.rawValue), at: span,
          help: .write("hasTyped(\"why form.phone\")"))
      }
      let all = timesTyped(words)
      guard arguments.count == 2 else { return .bool(all > 0) }
      return .bool(
        try count(all, of: "\(word) \(words)", during: arguments[1].value, evaluator) > 0)
    case .changes, .runs, .fails, .cancels: break
    }
    let (subject, wanted) = try arrow(in: target, evaluator)
    guard let place = try evaluator.place(of: subject), let node = place.node else {
      throw Diagnostic(.notAValue, .noEvents, at: target.span)
    }
    // A derived value is computed when it is read.
    if node.kind != .command { _ = try evaluator.read(place, at: target.span) }
    let type = try evaluator.valueType(of: place, at: target.span)
    let all = events(of: node, since: start).count { event in
      if let wanted, event.new?.says(wanted, as: type) != true { return false }
      return switch event.kind {
      case .write, .recompute: word == .changes
      case .commandEnd: CheckWord(ending: event.detail ?? "") == word
      default: false
      }
    }
    guard arguments.count == 2 else { return .int(all) }
    return .int(
      try count(all, of: "\(word) \(path)", during: arguments[1].value, evaluator))
  }

  /// Returns the number of events caused by statements that were typed while a condition was true.
  private func count(
    _ all: Int, of what: String, during condition: Expression, _ evaluator: Evaluator
  ) throws(Diagnostic) -> Int {
    let isSo = try evaluator.pureValue(of: condition) == .bool(true)
    let key = "\(what) \(evaluator.text(of: condition))"
    place?.during[key, default: CountDuring()].look(at: all, isSo: isSo)
    return place?.during[key]?.count ?? 0
  }

  /// Throws an error for the first name that does not exist.
  private func refuseMissingName(
    in target: Expression, _ evaluator: Evaluator
  ) throws(Diagnostic) {
    if case .name(let name) = target.kind, evaluator.scope[name] == nil {
      throw evaluator.scope.unknown(
        name, at: target.span, in: evaluator.source, evaluator.host.words)
    }
    for part in target.kind.children { try refuseMissingName(in: part, evaluator) }
  }

  private func events(of node: Node, since start: TraceRecord.ID) -> [TraceRecord] {
    chronicle.writes.events.events(of: node).map(\.record).filter { $0.id > start }
  }

  /// Returns the two sides of `form.phone -> "1"`: the subject and the value that it must have.
  private func arrow(
    in target: Expression, _ evaluator: Evaluator
  ) throws(Diagnostic) -> (subject: Expression, value: DynamicValue?) {
    guard case .binary("->", let subject, let value) = target.kind else { return (target, nil) }
    return (subject, try evaluator.pureValue(of: value))
  }

  /// Returns whether a change of one value, and not a typed statement, has changed another value.
  private func hasFollowed(
    _ target: Expression, since start: TraceRecord.ID, _ evaluator: Evaluator
  ) throws(Diagnostic) -> Bool {
    guard case .binary("->", let from, let to) = target.kind,
      let source = try evaluator.place(of: from)?.node, let goal = try evaluator.place(of: to)?.node
    else {
      throw Diagnostic(
        .arguments, .asksAboutOne("hasFollowed"), at: target.span,
        help: .write("hasFollowed(form.phone -> draft.phone)"))
    }
    return events(of: goal, since: start).contains { event in
      chronicle.tracer.log.chain(of: event.id).dropFirst().contains { $0.node == source }
    }
  }

  /// Returns whether an expectation about an expression was met since the step began.
  private func isExpected(
    _ target: Expression, _ evaluator: Evaluator
  ) throws(Diagnostic) -> Bool {
    let (subject, value) = try arrow(in: target, evaluator)
    let path = evaluator.text(of: subject)
    return place?.expectations.contains {
      $0.paths.contains(path) && $0.emitted.map { .array($0) } == value
    } ?? false
  }

  /// Returns whether a path is an end of a binding, or whether the binding has the direction of `a -> b` or `a <-> b`.
  private func isMeant(
    _ link: LiveBinding, by target: Expression, _ evaluator: Evaluator
  ) -> Bool {
    guard case .binary(let arrow, let first, let second) = target.kind else {
      return link.paths.contains(evaluator.text(of: target))
    }
    let paths = [evaluator.text(of: first), evaluator.text(of: second)]
    return switch arrow {
    case "->": !link.isTwoWay && link.paths == paths
    case "<->": link.isTwoWay && (link.paths == paths || link.paths == paths.reversed())
    default: false
    }
  }

  /// Returns whether a value is derived from others.
  private func isDerived(
    _ target: Expression, _ evaluator: Evaluator
  ) throws(Diagnostic) -> Bool {
    if case .name(let name) = target.kind {
      if case .derived? = evaluator.scope[name] { return true }
      return false
    }
    return try evaluator.place(of: target)?.node?.kind == .computed
  }
}
