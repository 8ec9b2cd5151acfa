import Bindings
import ViewModels

extension Waiting {
  /// Compares the changes of a value with a list: `expect form.phone emits ["1", "18"] within 2s`.
  ///
  /// The changes count from the last such expectation that was met, or from the beginning. With a limit, missing
  /// changes are awaited.
  func expect(
    _ target: Expression, emits list: Expression, within limit: Duration?
  ) async throws(Diagnostic) {
    guard case .array(let wanted) = try await evaluator.value(of: list) else {
      throw Diagnostic(.typeMismatch, .valuesAreArray, at: list.span, help: .write("emits [1, 2]"))
    }
    let ready = try await evaluator.settled(target)
    guard let place = try evaluator.place(of: ready), let node = place.node else {
      throw Diagnostic(
        .notAValue, .noEventsToTell, at: target.span, help: .nameIt("let x = { … }", then: "x"))
    }
    guard !place.isSecure, !node.isSecure else {
      let path = evaluator.text(of: target)
      throw Diagnostic(
        .notAValue, .eventsAreSecret, at: target.span, help: .compareNow("expect \(path) == …"))
    }
    let isComplete = { @MainActor [self] () throws(Diagnostic) -> Bool in
      // The read is tracked, and computes a value that nobody else reads.
      if node.kind != .command { _ = try evaluator.read(place, at: target.span) }
      return news(of: node).count >= wanted.count
    }
    let isInTime =
      if let limit { try await comes(true: isComplete, within: limit, at: target.span) } else {
        try isComplete()
      }
    let found = news(of: node)
    let wasAsked = asked[node] != nil
    let isMatch =
      found.count == wanted.count && zip(found, wanted).allSatisfy { $0.new?.says($1) == true }
    guard !isMatch else {
      if let last = found.last { asked[node] = last.id }
      return tellMet(target, wanted)
    }
    let hasCases = if case .member(_, let member) = place { member.type.hasCases } else { false }
    let values = found.map { record in
      record.new.map { hasCases ? ".\($0)" : "\($0)" } ?? ""
    }.joined(separator: ", ")
    let told = wasAsked ? Message.hasEmittedSince(values) : .hasEmitted(values)
    // A value without an observer is computed only when it is read, so that it had no values in between.
    let isUnseen = node.kind == .computed && node.dependents.isEmpty && found.count < wanted.count
    let help = isUnseen ? Message.watchToSee(told, evaluator.text(of: target)) : told
    guard isInTime || limit == nil else {
      throw Diagnostic(
        .timeout, .notEmittedWithin((limit ?? .zero).shortText), at: list.span, help: help)
    }
    throw Diagnostic(.expectation, .othersEmitted, at: list.span, help: help)
  }

  /// Returns the new values of a node, or the results of a command, since the last expectation or `:marbles clear`.
  private func news(of node: Node) -> [TraceRecord] {
    let last = [asked[node], chronicle.marblesStart?.id].compactMap(\.self).max()
    return chronicle.writes.events.events(of: node).map(\.record).filter { record in
      [.write, .recompute, .commandEnd].contains(record.kind)
        && last.map { record.id > $0 } ?? true
    }
  }
}

extension TraceValue {
  /// Whether the value equals a typed one; a long text is compared as far as the log has kept it.
  func says(_ value: DynamicValue) -> Bool {
    switch (self, value) {
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.int(let left), .double(let right)): Double(left) == right
    case (.double(let left), .double(let right)): left == right
    case (.double(let left), .int(let right)): left == Double(right)
    case (.string(let left), .string(let right)):
      left == right || left.hasSuffix("…") && right.hasPrefix(left.dropLast())
    case (.text(let text), .string(let name)): text == name || text == "\(value)"
    default: description == "\(value)"
    }
  }
}
