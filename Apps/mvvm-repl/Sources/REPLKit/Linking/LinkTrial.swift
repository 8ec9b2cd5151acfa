import ViewModels

/// What bindings would hand on, done by hand in a batch and taken back before it is over.
@MainActor
struct LinkTrial {
  /// One direction of a binding.
  private struct Way {
    let source: Expression
    let target: Expression
    let converter: Converter?
    /// The place of the opposite direction, for which what is handed on here is nothing new.
    let opposite: Int?
    var seen: DynamicValue?
  }

  private var ways: [Way] = []
  private var old: [(place: Timeline.Place, value: DynamicValue)] = []

  /// The places to which something was handed on.
  var places: [Timeline.Place] { old.map(\.place) }

  /// Bindings that lead to each other may never come to rest; the graph gives up, too.
  private static let mostRounds = 100

  /// Takes note of what all bindings have handed on so far.
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

  /// Hands on what has changed, until all is at rest.
  mutating func handOn(in evaluator: Evaluator) {
    for _ in 0..<Self.mostRounds {
      var isAtRest = true
      for number in ways.indices where handOn(number, in: evaluator) { isAtRest = false }
      if isAtRest { return }
    }
  }

  /// Whether there was something new.
  ///
  /// What cannot be set stays as it is, as it would.
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
        way.target, nil, constant, shownAs: way.target, isTyped: false)) != nil
    else {
      return false
    }
    if let opposite = way.opposite { ways[opposite].seen = converted }
    old.append((place, before))
    return true
  }

  /// Puts all values back.
  mutating func takeBack() {
    for (place, value) in old.reversed() { _ = place.restore(value) }
    old = []
  }
}
