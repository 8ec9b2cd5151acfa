import Bindings
import ViewModels

/// Sets a place to the value of an expression, now and after each change.
@MainActor
final class ValueLink {
  /// The value that a link has transferred, until the opposite link transfers one back.
  final class Handed {
    var value: DynamicValue?
  }

  private var subscription: Subscription?

  /// Transfers the first value, and throws if that is not possible.
  ///
  /// Errors of later values, and interrupted computations, are reported. A value that the opposite link has
  /// transferred, `echo`, is not transferred back. Neither is an unchanged value: a name may be redefined while the
  /// link is set aside, or be set to the same value again. While values are restored, only a link with an opposite one
  /// transfers, `isMutual`, if the sides do not agree then.
  init(
    _ evaluator: Evaluator, from source: Expression, to ready: Expression,
    shownAs target: Expression, _ converter: Converter?,
    _ rest: Rest, _ label: String, isMutual: Bool = false, handed: Handed = Handed(),
    echo: Handed = Handed()
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
        ready, nil, Expression(kind: .constant(new), span: source.span), shownAs: target,
        isTyped: false)
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
        if evaluator.isPuttingBack {
          echo.value = nil
          let other = try untracked { () throws(Diagnostic) in try evaluator.pureValue(of: ready) }
          guard isMutual, !Self.agree(value, other, converter) else { return }
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

extension ValueLink {
  /// Whether a value on one side of a binding belongs to that on the other side.
  private static func agree(
    _ value: DynamicValue, _ other: DynamicValue, _ converter: Converter?
  ) -> Bool {
    guard let converter else { return value.isEqual(to: other) }
    return converter.convert(value)?.isEqual(to: other) == true
      || converter.inverse?.convert(other)?.isEqual(to: value) == true
  }
}

/// Two links that do not transfer each other's values back; at the start, the first side wins.
///
/// If no value can be transferred back, the second side gets its old value again, before anybody has seen the new one.
@MainActor
final class TwoWayLink {
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
        isMutual: true, handed: handedThere, echo: handedBack)
      do throws(Diagnostic) {
        let back = try ValueLink(
          evaluator, from: second, to: first, shownAs: linking.first, converter?.inverse,
          rest, label, isMutual: true, handed: handedBack, echo: handedThere)
        return (there, back)
      } catch {
        try evaluator.assign(
          second, nil, Expression(kind: .constant(old), span: second.span),
          shownAs: linking.second, isTyped: false)
        throw error
      }
    }
  }
}
