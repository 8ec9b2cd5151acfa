import ViewModels

/// A trial run of bindings in a batch, whose transfers are reverted before the batch ends.
@MainActor
struct LinkTrial {
  /// One direction of a binding.
  private struct Way {
    let source: Expression
    let target: Expression
    let converter: Converter?
    /// The index of the opposite direction, for which a value that is transferred here is not new.
    let opposite: Int?
    var seen: DynamicValue?
  }

  private var ways: [Way] = []
  private var old: [(place: Timeline.Place, value: DynamicValue)] = []

  /// The places to which the bindings transferred a value.
  var places: [Timeline.Place] { old.map(\.place) }

  /// The maximum number of rounds, because a cycle of bindings may never settle; the graph gives up, too.
  private static let mostRounds = 100

  /// Records the values that all bindings have transferred so far.
  init(_ bindings: [LiveBinding], in evaluator: Evaluator) {
    for binding in bindings {
      let (first, second, isTwoWay) = (binding.first, binding.second, binding.isTwoWay)
      let number = ways.count
      ways.append(
        Way(
          source: first, target: second, converter: binding.converter,
          opposite: isTwoWay ? number + 1 : nil))
      guard isTwoWay else { continue }
      ways.append(
        Way(
          source: second, target: first, converter: binding.converter?.inverse, opposite: number))
    }
    for way in ways.indices { ways[way].seen = try? evaluator.pureValue(of: ways[way].source) }
  }

  /// Transfers changed values until nothing changes any more.
  mutating func handOn(in evaluator: Evaluator) {
    for _ in 0..<Self.mostRounds {
      var isAtRest = true
      for number in ways.indices where handOn(number, in: evaluator) { isAtRest = false }
      if isAtRest { return }
    }
  }

  /// Transfers a changed value in one direction, and returns whether there was one.
  ///
  /// A target that cannot be set stays unchanged, as with the binding itself.
  private mutating func handOn(_ number: Int, in evaluator: Evaluator) -> Bool {
    let way = ways[number]
    guard let operand = try? evaluator.pure(way.source),
      let value = try? evaluator.value(operand, of: way.source), value != way.seen
    else { return false }
    ways[number].seen = value
    guard let converted = way.converter.map({ $0.convert(value) }) ?? value,
      let place = try? evaluator.valuePlace(of: way.target, path: ""), let before = place.value
    else { return false }
    let new = Operand.made(converted, converted.type, ofSecret: operand.isSecret)
    let constant = Expression(kind: .constant(new), span: way.source.span)
    guard
      (try? evaluator.assign(
        constant, to: try evaluator.place(of: way.target), shownAs: way.target, isTyped: false))
        != nil
    else {
      return false
    }
    if let opposite = way.opposite { ways[opposite].seen = converted }
    old.append((place, before))
    return true
  }

  /// Restores all values.
  mutating func takeBack() {
    for (place, value) in old.reversed() { _ = place.restore(value) }
    old = []
  }
}
