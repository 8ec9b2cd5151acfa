import Bindings
import ViewModels

extension LessonPlayer {
  /// Whether each check of a step is met.
  func states(of step: Lesson.Step, since start: TraceRecord.ID?) async -> [CheckState] {
    var states: [CheckState] = []
    for check in step.checks { states.append(await state(of: check, since: start)) }
    return states
  }

  /// Whether a check is met, and why not.
  ///
  /// A condition on `answer` is a question, which is not answered here.
  private func state(of check: Lesson.Check, since start: TraceRecord.ID?) async -> CheckState {
    // One of its own: while a check waits for an element, a statement may run.
    let evaluator = Evaluator(like: evaluator, for: SourceText(check.condition))
    evaluator.functions = { [self] evaluator, name, arguments, span throws(Diagnostic) in
      guard let start, let word = CheckWord(rawValue: name) else { return nil }
      return .plain(try answer(word, arguments, since: start, at: span, evaluator))
    }
    do throws(Diagnostic) {
      let asked = try Parser.condition(check.condition)
      let condition = try await evaluator.settled(asked)
      let value = try evaluator.pureValue(of: condition)
      guard case .bool(let isMet) = value else {
        throw Diagnostic(.typeMismatch, .conditionIsBool(value.type), at: nil)
      }
      if isMet { return CheckState(isMet: true) }
      return CheckState(
        isMet: false, reason: try reason(for: check, asked, condition, evaluator),
        isLost: await isLost(asked, evaluator))
    } catch {
      return CheckState(isMet: false, reason: reason(for: check, error))
    }
  }

  /// The mistake in a condition; of a question not what answers it.
  private func reason(for check: Lesson.Check, _ mistake: Diagnostic) -> String {
    guard (try? Parser.condition(check.condition))?.isQuestion == true else {
      return "`\(check.condition)`: \(mistake.text(in: language))"
    }
    guard evaluator.scope["answer"] != nil else {
      return Message.notAnswered.text(in: language)
    }
    return "`answer`: \(mistake.text(in: language))"
  }

  /// The condition with what its sides are; of a question nothing but what was answered.
  private func reason(
    for check: Lesson.Check, _ asked: Expression, _ condition: Expression,
    _ evaluator: Evaluator
  ) throws(Diagnostic) -> String {
    if asked.isQuestion {
      return "`answer`: \(try evaluator.pureValue(of: Parser.expression("answer")))"
    }
    let sides = evaluator.sides(of: condition)?.text(in: language)
    return "`\(check.condition)`: \(sides ?? "false")"
  }

  /// Whether a false condition stays false whatever is typed: what must never be so was so, or something was done
  /// more often than it may be.
  private func isLost(_ condition: Expression, _ evaluator: Evaluator) async -> Bool {
    guard case .binary(let symbol, let left, let right) = condition.kind else {
      guard CheckWord(calledBy: condition) == .never else { return false }
      return await value(of: condition, evaluator) == .bool(false)
    }
    if symbol == "&&" {
      if await isLost(left, evaluator) { return true }
      return await isLost(right, evaluator)
    }
    guard CheckWord(calledBy: left)?.isCount == true,
      case .int(let count)? = await value(of: left, evaluator),
      case .int(let limit)? = await value(of: right, evaluator)
    else { return false }
    return switch symbol {
    case "==", "<=": count > limit
    case "<": count >= limit
    default: false
    }
  }

  private func value(of part: Expression, _ evaluator: Evaluator) async -> DynamicValue? {
    guard let settled = try? await evaluator.settled(part) else { return nil }
    return try? evaluator.pureValue(of: settled)
  }

  /// The answer to a word of a check.
  private func answer(
    _ word: CheckWord, _ arguments: [Expression.CallArgument], since start: TraceRecord.ID,
    at span: Span, _ evaluator: Evaluator
  ) throws(Diagnostic) -> DynamicValue {
    guard arguments.count == 1, let target = arguments.first?.value else {
      throw Diagnostic(
        .arguments, .asksAboutOne(word.rawValue), at: span,
        help: .write("\(word.rawValue)(form.phone)"))
    }
    let path = evaluator.text(of: target)
    switch word {
    case .isWatched:
      return .bool(watches.all.contains { $0.path.split(separator: ", ").contains { $0 == path } })
    case .isBound: return .bool(links.all.contains { isMeant($0, by: target, evaluator) })
    case .isDerived: return .bool(try isDerived(target, evaluator))
    case .never:
      if try evaluator.pureValue(of: target) == .bool(true) { place?.broken.insert(path) }
      return .bool(place?.broken.contains(path) != true)
    case .changes, .runs, .fails, .cancels: break
    }
    guard let place = try evaluator.place(of: target), let node = place.node else {
      throw Diagnostic(.notAValue, .noEvents, at: target.span)
    }
    // A value that follows from others is computed when it is read.
    if node.kind != .command { _ = try evaluator.read(place, at: target.span) }
    let events = chronicle.writes.events.events(of: node).map(\.record).filter { $0.id > start }
    return .int(
      events.count { event in
        switch event.kind {
        case .write, .recompute: word == .changes
        case .commandEnd: CheckWord(ending: event.detail ?? "") == word
        default: false
        }
      })
  }

  /// Whether a binding leads from a path or to it, or goes as `a -> b` or `a <-> b` says.
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

  /// Whether a value is computed from others.
  private func isDerived(
    _ target: Expression, _ evaluator: Evaluator
  ) throws(Diagnostic) -> Bool {
    if case .name(let name) = target.kind {
      guard let variable = evaluator.scope[name] else { return false }
      guard case .derived = variable else { return false }
      return true
    }
    return try evaluator.place(of: target)?.node?.kind == .computed
  }
}

extension Expression {
  /// Whether a learner is asked: the condition would give the answer away.
  fileprivate var isQuestion: Bool { names.contains("answer") }
}
