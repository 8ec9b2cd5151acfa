import Bindings
import ViewModels

/// The calls that only the condition of a check may make.
enum CheckWord: String, CaseIterable {
  /// The number of changes of a value since the step began.
  case changes
  /// The number of runs of a command since then that went well, failed, or were cancelled.
  case runs, fails, cancels
  case isWatched
  case isBound

  /// The word that counts commands which end so, as the tracer tells it.
  init?(ending: String) {
    switch ending {
    case "success": self = .runs
    case "cancelled": self = .cancels
    default:
      guard ending.hasPrefix("failure") else { return nil }
      self = .fails
    }
  }
}

/// The outcome of a check.
struct CheckState {
  let isMet: Bool
  /// Why it is not met, for the learner.
  var reason = ""
}

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
      let asked = try Parser.expression(check.condition)
      let condition = try await evaluator.settled(asked)
      let value = try evaluator.pureValue(of: condition)
      guard case .bool(let isMet) = value else {
        throw Diagnostic(.typeMismatch, .conditionIsBool(value.type), at: nil)
      }
      return CheckState(isMet: isMet, reason: try reason(for: check, asked, condition, evaluator))
    } catch {
      return CheckState(
        isMet: false, reason: "`\(Self.asked(check))`: \(error.text(in: language))")
    }
  }

  /// The condition; of a question not what answers it.
  private static func asked(_ check: Lesson.Check) -> String {
    (try? Parser.expression(check.condition))?.isQuestion == true ? "answer" : check.condition
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
    case .isBound: return .bool(links.all.contains { $0.paths.contains(path) })
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
}

extension Expression {
  /// Whether a learner is asked: the condition would give the answer away.
  fileprivate var isQuestion: Bool { names.contains("answer") }
}
