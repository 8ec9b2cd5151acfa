@testable import Bindings

/// A source or a derived cell, with a formula that both the graph and the naive evaluation follow.
@MainActor
final class FuzzCell {
  enum Formula {
    case source(Property<Int>)
    case sum, select, firstBelow
    /// Reads computeds that nobody keeps, made in the evaluation.
    case inner
    /// Makes a computed in the evaluation and drops it again.
    case dropped
    /// Breaks the rule that a computed only derives.
    case culprit
  }

  let formula: Formula
  let inputs: [FuzzCell]
  private(set) var computed: Computed<Int>?
  private var stamp = -1
  private var memo = 0

  init(_ property: Property<Int>) {
    formula = .source(property)
    inputs = []
  }

  init(
    _ formula: Formula, _ inputs: [FuzzCell], _ graph: Graph, _ ending: FuzzEnding?,
    _ victim: Property<Int>,
    recomputed: @escaping @MainActor () -> Void, looksAhead: @escaping @MainActor () -> Bool
  ) {
    self.formula = formula
    self.inputs = inputs
    computed = Computed(graph: graph) {
      recomputed()
      for input in inputs where looksAhead() { input.lookAhead() }
      switch formula {
      case .inner:
        return Computed(graph: graph) {
          Computed(graph: graph) { withExtendedLifetime(ending) { inputs[0].tracked } }.value
            &+ Computed(graph: graph) { inputs[1].tracked &+ inputs[2].tracked }.value
        }.value % 64
      case .dropped:
        _ = Computed(graph: graph) { withExtendedLifetime(ending) { inputs[1].tracked } }.peek()
      case .culprit: victim.value = -1
      default: break
      }
      return withExtendedLifetime(ending) { FuzzCell.result(formula, inputs) { $0.tracked } }
    }
  }

  var tracked: Int {
    if case .source(let property) = formula { return property.value }
    return computed?.value ?? 0
  }

  /// Brings what the cell has read up to date, as is done when little of the stack is left.
  private func lookAhead() {
    guard let node = computed?.ref, !node.flags.isDisjoint(with: [.dirty, .pending]) else { return }
    node.engine.refreshDependencies(of: node)
  }

  var observable: any ObservableValue<Int> {
    if case .source(let property) = formula { return property }
    return computed ?? Computed { 0 }
  }

  static func result(_ formula: Formula, _ inputs: [FuzzCell], _ read: (FuzzCell) -> Int) -> Int {
    switch formula {
    case .source(let property): property.peek()
    case .sum, .inner, .dropped, .culprit: inputs.reduce(0) { $0 &+ read($1) } % 64
    case .select: read(inputs[0]) % 2 == 0 ? read(inputs[1]) : read(inputs[2])
    case .firstBelow: inputs.first { read($0) % 3 == 0 }.map { $0 === inputs[0] ? 1 : 2 } ?? 0
    }
  }

  func naive(_ step: Int) -> Int {
    if case .source(let property) = formula { return property.peek() }
    if stamp == step { return memo }
    memo = FuzzCell.result(formula, inputs) { $0.naive(step) }
    stamp = step
    return memo
  }
}

/// Does something when its last owner lets go of it.
final class FuzzEnding: Sendable {
  private let action: @MainActor @Sendable () -> Void
  init(_ action: @escaping @MainActor @Sendable () -> Void) { self.action = action }
  deinit {
    let action = action
    MainActor.assumeIsolated { action() }
  }
}

/// A value whose end does something, and its comparisons and descriptions, too.
struct FuzzCarrier: Equatable, CustomStringConvertible {
  let number: Int
  let ending: FuzzEnding?
  /// Called when it is compared or described.
  var asked: (@MainActor @Sendable () -> Void)?

  var description: String {
    MainActor.assumeIsolated { asked?() }
    return "\(number)"
  }

  static func == (lhs: FuzzCarrier, rhs: FuzzCarrier) -> Bool {
    MainActor.assumeIsolated { rhs.asked?() }
    return lhs.number == rhs.number
  }
}

/// A row whose end does something.
final class FuzzRow: Identifiable, Sendable {
  let id: Int
  let number: Int
  private let ending: FuzzEnding?

  init(_ id: Int, _ number: Int, _ ending: FuzzEnding?) {
    (self.id, self.number, self.ending) = (id, number, ending)
  }
}

@MainActor
final class FuzzWatcher {
  let cell: FuzzCell
  var token: Subscription?
  var last: Int?
  var isCancelled = false
  init(_ cell: FuzzCell) { self.cell = cell }

  func cancel() {
    isCancelled = true
    token?.cancel()
  }
}

/// A tracer that keeps nothing, and whose end does something, as do records.
final class FuzzTracer: Tracer {
  private let ending: FuzzEnding?
  private let told: @MainActor () -> Void
  init(_ ending: FuzzEnding?, told: @escaping @MainActor () -> Void) {
    (self.ending, self.told) = (ending, told)
  }
  func record(_ record: TraceRecord) { told() }
}
