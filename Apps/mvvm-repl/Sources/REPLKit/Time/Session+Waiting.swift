import Bindings
import ViewModels

extension ToolCommand {
  static let aboutTime = [
    ToolCommand(
      "clock", .time, "how time passes: real, or manual for advance 300ms",
      "时间如何流逝：real，或 manual 配合 advance 300ms",
      takes: .text(SessionClock.Mode.allCases.map(\.rawValue))
    ) { session, argument, span in try session.setClock(argument, at: span) }
  ]
}

extension Session {
  func setClock(_ argument: String, at span: Span) throws(Diagnostic) {
    if !argument.isEmpty {
      guard let mode = SessionClock.Mode(rawValue: argument) else {
        throw Diagnostic(
          .unknownName, "a clock is real or manual", at: span, help: "Write :clock manual.")
      }
      clock.set(mode)
    }
    emit(.note("The clock is \(clock.mode.rawValue)."))
  }

  func advance(_ duration: Duration, at span: Span) async throws(Diagnostic) {
    guard clock.mode == .manual else {
      throw Diagnostic(
        .notNow, "the clock runs by itself", at: span,
        help: "Stop it with :clock manual, or write wait \(duration.shortText).")
    }
    await clock.advance(by: duration)
  }

  /// A manual clock is advanced: nobody else would do it.
  func wait(_ duration: Duration, at span: Span) async throws(Diagnostic) {
    guard clock.mode == .real else { return await clock.advance(by: duration) }
    let waiting = Task { try? await clock.sleep(for: duration) }
    let isCancelled = await interruptible(waiting)
    if isCancelled { throw Diagnostic(.cancelled, "the wait was cancelled", at: span) }
  }

  func wait(until condition: Expression, within limit: Duration?) async throws(Diagnostic) {
    guard try await isMet(condition, within: limit ?? patience) else {
      throw Diagnostic(
        .timeout, "this has not become true within \((limit ?? patience).shortText)",
        at: condition.span, help: sides(of: condition))
    }
  }

  func expect(_ condition: Expression, within limit: Duration?) async throws(Diagnostic) {
    if let limit {
      guard try await isMet(condition, within: limit) else {
        throw Diagnostic(
          .expectation, "this has not become true within \(limit.shortText)", at: condition.span,
          help: sides(of: condition))
      }
      return
    }
    let ready = try await settled(condition)
    guard try !truth(ready) else { return }
    throw Diagnostic(.expectation, "this is not so", at: condition.span, help: sides(of: ready))
  }

  private func truth(_ condition: Expression) throws(Diagnostic) -> Bool {
    let value = try pureValue(of: condition)
    guard case .bool(let isMet) = value else {
      throw Diagnostic(
        .typeMismatch, "a condition is a Bool; this is \(value.type)", at: condition.span,
        help: "Compare it: form.phone == \"186\".")
    }
    return isMet
  }

  /// Waits until a condition holds, on the session's clock.
  private func isMet(_ condition: Expression, within limit: Duration) async throws(Diagnostic)
    -> Bool
  {
    try await loadElements(of: condition)
    return try await comes(
      true: { [self] () throws(Diagnostic) in try truth(condition) }, within: limit,
      at: condition.span)
  }

  /// What both sides of a comparison are; cases of an enumeration as they are typed.
  func sides(of condition: Expression) -> String? {
    guard case .binary(let symbol, let left, let right) = condition.kind,
      ["==", "!=", "<", "<=", ">", ">="].contains(symbol),
      case .value(let first, let firstType)? = try? pure(left),
      case .value(let second, let secondType)? = try? pure(right)
    else { return nil }
    // A case that is typed without its type is one of the other side's.
    let texts = (
      Record.ShownValue.plain(first, secondType.hasCases ? secondType : firstType).text,
      Record.ShownValue.plain(second, firstType.hasCases ? firstType : secondType).text
    )
    return "The left side is \(texts.0), the right side \(texts.1)."
  }

  func interruptible(_ task: Task<Void?, Never>) async -> Bool {
    var isCancelled = false
    running = Running {
      isCancelled = true
      task.cancel()
      return true
    }
    defer { running = nil }
    _ = await task.value
    return isCancelled
  }
}

extension Duration {
  /// The duration as one types it: `250ms`, `1.5s`.
  var shortText: String {
    let seconds = self / .seconds(1)
    if seconds < 1 { return "\(Self.trimmed(seconds * 1_000))ms" }
    return "\(Self.trimmed(seconds))s"
  }

  private static func trimmed(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }
}
