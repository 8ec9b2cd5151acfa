import Bindings
import ViewModels

extension LessonPlayer {
  private var colon: String { Message.colon.text(in: language) }

  func states(of step: Lesson.Step, since start: TraceRecord.ID?) async -> [CheckState] {
    var states: [CheckState] = []
    for check in step.checks { states.append(await state(of: check, since: start)) }
    return states
  }

  /// Returns whether a check is met, or the reason why not.
  ///
  /// A condition on `answer` is a question. The reason does not reveal its answer.
  private func state(of check: Lesson.Check, since start: TraceRecord.ID?) async -> CheckState {
    // A separate evaluator, because a statement may run while a check waits for an element.
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
        isMet: false, reason: try await reason(for: check, asked, evaluator),
        isLost: await isLost(asked, evaluator))
    } catch {
      let missing = missing(by: error, in: check)
      return CheckState(
        isMet: false,
        reason: missing.map { Message.stepWantsName($0).text(in: language) }
          ?? reason(for: check, error),
        missing: missing)
    }
  }

  /// Returns the name in a condition that does not exist; `nil` for a question.
  private func missing(by mistake: Diagnostic, in check: Lesson.Check) -> String? {
    guard mistake.code == .unknownName, let span = mistake.span, !check.isQuestion else {
      return nil
    }
    return String(SourceText(check.condition).slice(span))
  }

  /// Returns the error in a condition as text; for a question, the text does not reveal the answer.
  private func reason(for check: Lesson.Check, _ mistake: Diagnostic) -> String {
    guard let asked = try? Parser.condition(check.condition), asked.isQuestion else {
      return "`\(check.condition)`\(colon)\(mistake.text(in: language))"
    }
    guard evaluator.scope["answer"] != nil else {
      return Message.notAnswered.text(in: language)
    }
    let types = mistake.code == .calculation ? typesOfAnswer(in: asked, check) : nil
    let told = types.map { Message.answerIsOfType($0.given, wanted: $0.wanted) } ?? mistake.message
    return "`answer`\(colon)\(told.text(in: language))"
  }

  /// Returns the type of the answer, and the type of the value that it is compared with first.
  private func typesOfAnswer(
    in asked: Expression, _ check: Lesson.Check
  ) -> (given: ValueType, wanted: ValueType)? {
    guard case .binary(let symbol, let left, let right) = asked.kind else { return nil }
    guard ["==", "!="].contains(symbol) else { return typesOfAnswer(in: left, check) }
    let evaluator = Evaluator(like: evaluator, for: SourceText(check.condition))
    guard let first = try? evaluator.pureValue(of: left),
      let second = try? evaluator.pureValue(of: right)
    else { return nil }
    return left.isQuestion ? (first.type, second.type) : (second.type, first.type)
  }

  /// Returns the first false part of a condition, with the values of its sides; for a question, only the learner's
  /// answer.
  private func reason(
    for check: Lesson.Check, _ asked: Expression, _ evaluator: Evaluator
  ) async throws(Diagnostic) -> String {
    if asked.isQuestion {
      let asked = try Parser.expression("answer")
      let operand = try evaluator.pure(asked)
      let told =
        operand.isSecret ? TextRenderer.mask : "\(try evaluator.value(operand, of: asked))"
      return "`answer`\(colon)\(told)"
    }
    for part in asked.conjuncts {
      let settled = try await evaluator.settled(part)
      guard try evaluator.pureValue(of: settled) != .bool(true) else { continue }
      if let told = try told(part, settled, evaluator) { return told.text(in: language) }
      let sides = evaluator.sides(of: settled)?.text(in: language)
      return "`\(evaluator.text(of: part))`\(colon)\(sides ?? "false")"
    }
    return "`\(check.condition)`\(colon)false"
  }

  /// Returns a sentence about what is missing, if a part of a condition calls a ``CheckWord`` or compares its value.
  private func told(
    _ part: Expression, _ settled: Expression, _ evaluator: Evaluator
  ) throws(Diagnostic) -> Message? {
    func subject(of call: Expression) -> String {
      let text = evaluator.text(of: call)
      return String(text.drop { $0 != "(" }.dropFirst().dropLast())
    }
    switch (part.kind, settled.kind) {
    case (.unary("!", let call), _) where CheckWord(calledBy: call) == .never:
      guard case .call(_, let arguments) = call.kind,
        case .binary("==", let asked, let value)? = arguments.first?.value.kind
      else { return .checkIsNot(.never, subject(of: call)) }
      return .hasNotBeen(evaluator.text(of: asked), evaluator.text(of: value))
    case (.unary("!", let call), _):
      return CheckWord(calledBy: call).flatMap { .checkIsNot($0, subject(of: call)) }
    case (.binary(_, let call, _), .binary(_, let left, _)):
      guard let word = CheckWord(calledBy: call), word.isCount,
        case .int(let count) = try evaluator.pureValue(of: left)
      else { return nil }
      guard case .call(_, let arguments) = call.kind, arguments.count == 2 else {
        return .checkCounts(word, subject(of: call), count)
      }
      let (target, condition) = (arguments[0].value, arguments[1].value)
      return .checkCounts(word, evaluator.text(of: target), count).map {
        .countedDuring($0, evaluator.text(of: condition))
      }
    case (.call(_, let arguments), _) where arguments.count == 2:
      return CheckWord(calledBy: part).flatMap {
        .checkIs($0, evaluator.text(of: arguments[0].value))
      }.map { .countedDuring($0, evaluator.text(of: arguments[1].value)) }
    default: return CheckWord(calledBy: part).flatMap { .checkIs($0, subject(of: part)) }
    }
  }

  /// Returns whether a false condition can no longer become true: a `never` condition was true, or a count has passed
  /// its limit.
  private func isLost(_ condition: Expression, _ evaluator: Evaluator) async -> Bool {
    let parts = condition.conjuncts
    guard parts.count == 1 else {
      for part in parts where await isLost(part, evaluator) { return true }
      return false
    }
    guard case .binary(let symbol, let left, let right) = condition.kind else {
      guard CheckWord(calledBy: condition) == .never else { return false }
      return await value(of: condition, evaluator) == .bool(false)
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
}

extension Lesson.Check {
  /// Returns whether the condition compares one of some places; parts that call a ``CheckWord`` do not count.
  func compares(anyOf places: [String]) -> Bool {
    guard !places.isEmpty, let asked = try? Parser.condition(condition) else { return false }
    let source = SourceText(condition)
    return asked.conjuncts.contains { part in
      part.parts.allSatisfy { CheckWord(calledBy: $0) == nil }
        && part.parts.contains { places.contains(String(source.slice($0.span))) }
    }
  }
}

extension Expression {
  /// The expression and all its subexpressions.
  fileprivate var parts: [Expression] { [self] + kind.flatMap(\.parts) }

  /// Whether the condition asks the learner for an answer, which the condition would reveal.
  var isQuestion: Bool { names.contains("answer") }

  /// The parts that `&&` joins, in order; the expression itself if there is no `&&`.
  fileprivate var conjuncts: [Expression] {
    guard case .binary("&&", let left, let right) = kind else { return [self] }
    return left.conjuncts + right.conjuncts
  }
}
