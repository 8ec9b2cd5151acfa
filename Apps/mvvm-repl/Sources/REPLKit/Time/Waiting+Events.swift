import Bindings
import Foundation
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
    let type = try evaluator.valueType(of: place, at: target.span)
    guard !place.isSecure, !node.isSecure else {
      let path = evaluator.text(of: target)
      throw Diagnostic(
        .notAValue, .eventsAreSecret, at: target.span,
        help: node.kind == .command ? nil : .compareNow("expect \(path) == …"))
    }
    let isComplete = { @MainActor [self] () throws(Diagnostic) -> Bool in
      // These reads are tracked, and the second one computes a value that nobody else reads.
      if case .member(let viewModel, let member) = place,
        let command = member.command(in: viewModel)
      {
        _ = (command.isExecuting, jobs.ended.value)
      } else {
        _ = try evaluator.read(place, at: target.span)
      }
      return news(of: node).count >= wanted.count
    }
    let isInTime =
      if let limit { try await comes(true: isComplete, within: limit, at: target.span) } else {
        try isComplete()
      }
    let found = news(of: node)
    let wasAsked = asked[node] != nil
    let others = zip(found, wanted).filter { !($0.new?.says($1, as: type) ?? ($1 == .null)) }
    guard found.count != wanted.count || !others.isEmpty else {
      if let last = found.last { asked[node] = last.id }
      return tellMet(target, wanted)
    }
    if found.count == wanted.count, case .member = place, type.holdsObjects,
      others.allSatisfy({ $0.new?.isTextOfContent == true && $1.hasObject })
    {
      let path = evaluator.text(of: target)
      throw Diagnostic(
        .notAValue, .objectsAreText, at: list.span,
        help: node.kind == .command ? .compareResult("\(path)(…)") : .compareParts(path))
    }
    let cases = evaluator.scope.caseNodes
    let values = found.map { record in
      let text = record.new.map { record.text(of: $0, cases) } ?? "nil"
      guard type.isDate || type.element.isDate else { return text }
      return text.replacing(/([^\s\[]+) (\S+) \+0000/) { "\"\($0.1)T\($0.2)Z\"" }
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

  /// Returns the new values of a node, or the results of a command, since the last expectation or `:marbles clear`; an
  /// execution that failed has no result.
  private func news(of node: Node) -> [TraceRecord] {
    let last = [asked[node], chronicle.marblesStart?.id].compactMap(\.self).max()
    return chronicle.writes.events.events(of: node).map(\.record).filter { record in
      ([.write, .recompute].contains(record.kind)
        || record.kind == .commandEnd && record.detail == "success")
        && last.map { record.id > $0 } ?? true
    }
  }
}

extension TraceValue {
  /// The number of characters after which the log cuts a text.
  static let mostCharacters = 120

  /// Whether this is what the log keeps of a typed value at a place of a type; a long value is compared as far as the
  /// log has kept it.
  func says(_ wanted: DynamicValue, as type: ValueType) -> Bool {
    let value = wanted.converted(to: type)
    return switch self {
    case .bool(let isTrue): value == .bool(isTrue)
    case .int(let number): value.isEqual(to: .int(number))
    case .double(let number): value.isEqual(to: .double(number))
    case .string(let text): value == .string(value.text) && value.text.kept == text
    case .text(let text):
      value.description.kept == text || value.kept(as: type) == text
        || Int(text).map { value.isEqual(to: .int($0)) } == true
    case .hidden: false
    }
  }
}

extension DynamicValue {
  /// The text that the log keeps of a value in a view-model: of a case its name, of a long array its first elements.
  fileprivate func kept(as type: ValueType) -> String {
    if type.isDate, let date = try? decode(as: Date.self) { return "\(date)" }
    switch self {
    case .string(let name) where type.hasCases: return name.kept
    case .string(let text): return text.kept.debugDescription
    case .array(let elements):
      let first = elements.prefix(4).map { $0.kept(as: type.element) }.joined(separator: ", ")
      return (elements.count > 4 ? "[\(first), … \(elements.count) in all]" : "[\(first)]").kept
    default: return description.kept
    }
  }
}

extension TraceValue {
  /// Whether this is the text of a value that is neither `nil` nor empty.
  fileprivate var isTextOfContent: Bool {
    if case .text(let text) = self { !["nil", "[]", "[:]"].contains(text) } else { false }
  }
}

extension ValueType {
  /// Whether values of the type are objects, or arrays with objects.
  fileprivate var holdsObjects: Bool {
    switch present {
    case .named: !isDate
    case .dictionary: true
    case .array(let element): element.holdsObjects
    default: false
    }
  }
}

extension DynamicValue {
  /// Whether the value is an object, or an array with objects.
  fileprivate var hasObject: Bool {
    switch self {
    case .object: true
    case .array(let elements): elements.contains(where: \.hasObject)
    default: false
    }
  }
}

extension String {
  /// The text as far as the log keeps it.
  fileprivate var kept: String {
    count > TraceValue.mostCharacters ? prefix(TraceValue.mostCharacters) + "…" : self
  }
}
