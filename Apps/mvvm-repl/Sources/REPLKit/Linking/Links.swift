import Bindings
import ViewModels

final class Links: StandingThings<LiveBinding> {
  /// A statement that has made or ended bindings.
  private struct Step {
    /// The record of the statement.
    let mark: TraceRecord.ID?
    /// Whether the statement has made the bindings; otherwise it has ended them.
    let makes: Bool
    var bindings: [LiveBinding]
  }

  /// The newest statements that have made or ended bindings.
  private var steps: [Step] = []

  func bind(_ written: Linking, at span: Span) async throws(Diagnostic) {
    var linking = written
    linking.first = try evaluator.keepingResults(written.first)
    linking.second = try evaluator.keepingResults(written.second)
    let first = try await evaluator.settled(linking.first)
    let second = try await evaluator.settled(linking.second)
    let (firstPath, secondPath) = (
      evaluator.text(of: linking.first), evaluator.text(of: linking.second)
    )
    let nodes = [first, second].map { (try? evaluator.place(of: $0))?.flatMap(\.node) }
    if let node = nodes[0], nodes[1] == node {
      throw Diagnostic(.notAValue, .sidesAreSame(firstPath), at: span)
    }
    let text = evaluator.source
    let rest = Rest()
    let via = linking.converter.map { " via \($0.converter.rawValue)" } ?? ""
    let description = "\(firstPath) \(linking.isTwoWay ? "<->" : "->") \(secondPath)\(via)"
    let label = LiveBinding.labelStart + scope.givenAway.maskedTyped(description)
    let join = { @MainActor [evaluator] () throws(Diagnostic) -> [AnyObject] in
      let outer = evaluator.source
      evaluator.source = text
      defer { evaluator.source = outer }
      let link = try evaluator.link(first, second, linking, at: span, rest, label: label)
      let concealing = [
        evaluator.concealingBound(first, linking.first, to: second),
        linking.isTwoWay ? evaluator.concealingBound(second, linking.second, to: first) : nil,
      ]
      return [link] + concealing.compactMap(\.self)
    }
    let others = all.filter { Set($0.paths) == [firstPath, secondPath] }
    if let same = others.first(where: { $0.description == description }) {
      return emit(.note(.alreadyBound(["#\(same.number)"])))
    }
    let target = (try? evaluator.valuePlace(of: second, path: secondPath)) ?? nil
    let old = target?.value
    let link = try join()
    guard !evaluator.hasCut else {
      // The computation of the first values, or of values that depend on them, was interrupted, so nothing is bound.
      if let target, let old {
        _ = evaluator.puttingBack { target.restore(old) }
      }
      throw Diagnostic(.cancelled, .computationCancelled, at: span)
    }
    add { number in
      LiveBinding(
        number: number, description: description, paths: [firstPath, secondPath],
        first: first, second: second, isTwoWay: linking.isTwoWay,
        converter: linking.converter?.converter, link: link, rest: rest, renew: join)
    }
    note(all.suffix(1), makes: true)
    emit(.bound(number: last, description: description))
    if !others.isEmpty {
      emit(.note(.alsoBound(others.map { "#\($0.number) \($0.description)" })))
    }
  }

  /// Renews the bindings of a name that was redefined; a binding that cannot be renewed ends, which is reported.
  func renew(of name: String) {
    for binding in all.reversed()
    where binding.first.names.contains(name) || binding.second.names.contains(name) {
      do throws(Diagnostic) {
        let link = try binding.renew()
        update(binding.number) { $0.link = link }
      } catch {
        remove(binding.number)
        tellEnd(of: binding, error)
      }
    }
  }

  /// Reports the end of a binding whose names now mean something that cannot be bound.
  private func tellEnd(of binding: LiveBinding, _ reason: Diagnostic) {
    emit(.ended(description: "\(binding.description): \(reason.message.text(in: voice.language))"))
  }

  /// Keeps the bindings that the running statement has made or ended, without what they hold.
  private func note(_ bindings: some Sequence<LiveBinding>, makes: Bool) {
    let bindings = bindings.map { binding in
      var kept = binding
      kept.link = []
      return kept
    }
    steps.append(
      Step(mark: Trace.cause, makes: makes, bindings: bindings), keeping: Timeline.limit)
  }

  /// Returns whether a statement has made or ended bindings.
  func isStep(_ mark: TraceRecord.ID) -> Bool { steps.contains { $0.mark == mark } }

  /// Ends what a statement has bound when it is undone, or binds again what it has ended; the other way round on redo.
  func rebind(_ mark: TraceRecord.ID, isUndone: Bool) {
    guard let step = steps.last(where: { $0.mark == mark }) else { return }
    for binding in step.bindings {
      if step.makes == isUndone {
        let ended = putAside { $0.number == binding.number && $0.rest === binding.rest }
        if !ended.isEmpty { emit(.ended(description: binding.description)) }
      } else if !all.contains(where: { $0.description == binding.description }) {
        do throws(Diagnostic) {
          var renewed = binding
          renewed.link = try binding.renew()
          layBack(renewed)
          emit(.bound(number: binding.number, description: binding.description))
        } catch { tellEnd(of: binding, error) }
      }
    }
  }

  /// Returns a trial run of what the bindings transfer from now on.
  func trial() -> LinkTrial { LinkTrial(all, in: evaluator) }

  /// Lists the bindings, as `bind` alone does.
  func list() { list(.bound, orThat: .nothingBound) { $0.description } }

  /// Ends the bindings between two paths that are written as in the list; the sides of `<->` have no order.
  func unbind(_ linking: Linking, at span: Span) throws(Diagnostic) {
    let paths = [evaluator.text(of: linking.first), evaluator.text(of: linking.second)]
    let ended = all.filter { binding in
      binding.isTwoWay == linking.isTwoWay
        && (binding.paths == paths || binding.isTwoWay && binding.paths == paths.reversed())
        && (linking.converter == nil || binding.converter == linking.converter?.converter)
    }
    guard !ended.isEmpty else {
      throw Diagnostic(
        missing: LiveBinding.kind, String(evaluator.source.slice(span)), at: span,
        among: all.map(\.description))
    }
    note(ended, makes: false)
    for binding in ended {
      remove(binding.number)
      emit(.ended(description: binding.description))
    }
  }

  func unbind(_ selection: Selection) throws(Diagnostic) {
    let ended = try end(selection, orThat: .nothingBound) { $0.description }
    if !ended.isEmpty { note(ended, makes: false) }
  }
}

extension Evaluator {
  /// Restores values while bindings transfer nothing, so that both sides have their earlier values again.
  func puttingBack<Result>(_ putBack: () -> Result) -> Result {
    isPuttingBack = true
    defer { isPuttingBack = false }
    return batch(putBack)
  }

  fileprivate func link(
    _ first: Expression, _ second: Expression, _ linking: Linking, at span: Span,
    _ rest: Rest, label: String
  ) throws(Diagnostic) -> AnyObject {
    try suggestConverter(first, second, linking)
    guard linking.converter == nil, case .member(let from, let source)? = try place(of: first),
      case .member(let to, let target)? = try place(of: second),
      let node = source.observable(in: from)
    else { return try join(first, second, linking, rest, label) }
    if source.isSecure, !target.isSecure { try refuseSecret(first) }
    if linking.isTwoWay, target.isSecure, !source.isSecure { try refuseSecret(second) }
    try refuseToSet(second, shownAs: linking.second)
    if linking.isTwoWay { try refuseToSet(first, shownAs: linking.first) }
    guard let following = target.observable(in: to), node.hasValues(of: following) else {
      throw Diagnostic(
        .typeMismatch, .sidesDiffer(source.name, source.type, target.name, target.type), at: span)
    }
    let link =
      linking.isTwoWay
      ? (node as? any ComparableNode)?.bind(withNode: following, label: label)
      : node.bind(to: following, label: label) { [weak self] in self?.isPuttingBack != true }
    guard let link else {
      throw Diagnostic(
        .typeMismatch, .cannotBeCompared(source.type), at: span, help: .bindOneWay)
    }
    return link
  }

  /// Links two places whose types only the session knows, or with a converter.
  private func join(
    _ first: Expression, _ second: Expression, _ linking: Linking,
    _ rest: Rest, _ label: String
  ) throws(Diagnostic) -> AnyObject {
    try refuseCommand(first)
    try refuseToSet(second, shownAs: linking.second)
    let converter = linking.converter?.converter
    guard linking.isTwoWay else {
      return try ValueLink(
        self, from: first, to: second, shownAs: linking.second, converter, rest, label)
    }
    try refuseToSet(first, shownAs: linking.first)
    if let (converter, span) = linking.converter, converter.inverse == nil {
      throw Diagnostic(
        .arguments, .nothingLeadsBack(converter.rawValue), at: span, help: .bindOneWay)
    }
    return try TwoWayLink(self, first, second, linking, rest, label)
  }

  /// Throws if the first value does not fit its target, and a converter makes it fit.
  ///
  /// The value in the other type, which an assignment suggests, would be bound in place of its source.
  private func suggestConverter(
    _ first: Expression, _ second: Expression, _ linking: Linking
  ) throws(Diagnostic) {
    let target = try place(of: second)
    if case .member(_, let member)? = target, member.kind != .property || member.isSecure { return }
    let type = settableType(of: target)
    let ways = linking.isTwoWay ? [Converter.text, .number] : [.text, .number, .count]
    guard linking.converter == nil, case .value(let value, _) = try pure(first),
      !type.accepts(value),
      let converter = ways.first(where: { $0.convert(value).map(type.accepts) == true })
    else { return }
    let paths = [linking.first, linking.second].map { text(of: $0) }
    let written = paths.joined(separator: linking.isTwoWay ? " <-> " : " -> ")
    let isWanted: Message =
      if case .variable(let name, _)? = target {
        .typesDiffer(name, type, "\(value)", value.type)
      } else {
        .isWanted(type, "\(value)", is: value.type)
      }
    throw Diagnostic(
      .typeMismatch, isWanted, at: linking.first.span,
      help: .write("bind \(written) via \(converter.rawValue)"))
  }

  private func refuseCommand(_ source: Expression) throws(Diagnostic) {
    if case .member(_, let member)? = try place(of: source), member.kind == .command {
      throw Diagnostic(
        .notAValue, .onlyValuesCanBeBound(member.name), at: source.span,
        help: .bindState(text(of: source)))
    }
    _ = try pureValue(of: source)
  }

  private func refuseToSet(_ ready: Expression, shownAs target: Expression) throws(Diagnostic) {
    switch try place(of: ready) {
    case .member(_, let member)? where member.kind == .property: return
    case .variable(_, .variable)?: return
    case .variable(let name, _)?:
      throw Diagnostic(
        .readOnly, .cannotBindToConstant(name), at: target.span, help: .varOrOtherWay)
    case .member(let viewModel, let member)?:
      let refusal = member.refusal(in: viewModel).map { Message($0) }
      throw Diagnostic(
        .readOnly, refusal ?? .cannotBindToDerived(text(of: target)), at: target.span,
        help: .orOtherWay)
    case .commandState?:
      throw Diagnostic(.readOnly, .cannotBindToDerived(text(of: target)), at: target.span)
    default:
      throw Diagnostic(
        .notAValue, .bindToMember, at: target.span, help: .write("bind form.phone <-> other.phone"))
    }
  }
}

extension ObservableValue {
  /// Whether a property can hold the node's values: it has the same type, not only a type of the same name.
  fileprivate func hasValues(of target: AnyObject) -> Bool { target is Property<Value> }

  /// Sets a property of the same type to the value now, and to each later value that arrives while `isOn` is true.
  fileprivate func bind(
    to target: AnyObject, label: String, while isOn: @escaping @MainActor () -> Bool
  ) -> Subscription? {
    guard let target = target as? Property<Value> else { return nil }
    return observe(label: label) { if isOn() { target.value = $0 } }
  }
}

/// A property that can be bound both ways.
@MainActor
private protocol ComparableNode {
  func bind(withNode following: AnyObject, label: String) -> Subscription?
}

extension Property: ComparableNode where Value: Equatable {
  fileprivate func bind(withNode following: AnyObject, label: String) -> Subscription? {
    (following as? Property).map { bind(with: $0, label: label) }
  }
}

/// Sets a place to the value of an expression, now and after each change.
@MainActor
private final class ValueLink {
  /// The value that a link has transferred, until the opposite link transfers one back.
  final class Handed {
    var value: DynamicValue?
  }

  private var subscription: Subscription?

  /// Transfers the first value, and throws if that is not possible.
  ///
  /// Errors of later values, and interrupted computations, are reported. A value that the opposite link has
  /// transferred, `echo`, is not transferred back. Neither is an unchanged value: a name may be redefined while the
  /// link is set aside, or be set to the same value again.
  init(
    _ evaluator: Evaluator, from source: Expression, to ready: Expression,
    shownAs target: Expression, _ converter: Converter?,
    _ rest: Rest, _ label: String, handed: Handed = Handed(), echo: Handed = Handed()
  ) throws(Diagnostic) {
    let (text, name) = (evaluator.source, evaluator.text(of: target))
    let handOn = { (operand: Operand) throws(Diagnostic) in
      let value = try evaluator.value(operand, of: source)
      // A whole number that a converter has read from a text becomes a `Double` in a place of that type.
      if let echo = echo.value, echo == value || converter != nil && echo.isEqual(to: value) {
        return
      }
      guard let converted = converter.map({ $0.convert(value) }) ?? value else {
        throw Diagnostic(
          .calculation, .makesNothing(converter?.rawValue ?? "", operand.text), at: source.span)
      }
      handed.value = converted
      echo.value = nil
      let new = Operand.made(converted, converted.type, ofSecret: operand.isSecret)
      try evaluator.assign(
        Expression(kind: .constant(new), span: source.span), to: try evaluator.place(of: ready),
        shownAs: target, isTyped: false)
    }
    let first = try evaluator.pure(source)
    try handOn(first)
    var seen = try evaluator.value(first, of: source)
    subscription = observe(label: label) {
      let operand = Result { () throws(Diagnostic) in try evaluator.pure(source) }
      guard !rest.isAside else { return }
      do throws(Diagnostic) {
        let operand = try operand.get()
        let value = try evaluator.value(operand, of: source)
        guard value != seen else { return }
        seen = value
        guard !evaluator.isPuttingBack else {
          echo.value = nil
          return
        }
        try untracked { () throws(Diagnostic) in try handOn(operand) }
      } catch  where error.code == .cancelled {
        let binding = label.dropFirst(LiveBinding.labelStart.count)
        evaluator.emit(.note(.bindingWasCut(String(binding), name)))
      } catch {
        evaluator.emit(.diagnostic(error, in: text))
      }
    }
  }
}

/// Two links that do not transfer each other's values back; at the start, the first side wins.
///
/// If no value can be transferred back, the second side gets its old value again, before anybody has seen the new one.
@MainActor
private final class TwoWayLink {
  private let there: ValueLink
  private let back: ValueLink

  init(
    _ evaluator: Evaluator, _ first: Expression, _ second: Expression, _ linking: Linking,
    _ rest: Rest, _ label: String
  ) throws(Diagnostic) {
    let converter = linking.converter?.converter
    let (handedThere, handedBack) = (ValueLink.Handed(), ValueLink.Handed())
    let old = try evaluator.pure(second)
    (there, back) = try batch { () throws(Diagnostic) -> (ValueLink, ValueLink) in
      let there = try ValueLink(
        evaluator, from: first, to: second, shownAs: linking.second, converter, rest, label,
        handed: handedThere, echo: handedBack)
      do throws(Diagnostic) {
        let back = try ValueLink(
          evaluator, from: second, to: first, shownAs: linking.first, converter?.inverse,
          rest, label, handed: handedBack, echo: handedThere)
        return (there, back)
      } catch {
        try evaluator.assign(
          Expression(kind: .constant(old), span: second.span),
          to: try evaluator.place(of: second), shownAs: linking.second, isTyped: false)
        throw error
      }
    }
  }
}
