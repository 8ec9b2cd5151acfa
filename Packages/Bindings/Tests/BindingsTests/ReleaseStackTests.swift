import BindingsTestSupport
import Testing

@testable import Bindings

/// Releasing a chain takes no more stack than releasing a node.
@Suite @MainActor struct ReleaseStackTests {
  let graph = Graph()

  @Test func chainOfComputedsIsReleasedInConstantStack() {
    let graph = graph
    var places: [UInt] = []
    var last = Property(0, graph: graph).node
    var end: Computed<Int>?
    for index in 0..<3000 {
      let above = end
      let ending = index % 1000 == 0 ? Ending { places.append(stackAddress()) } : nil
      end = Computed(graph: graph) {
        withExtendedLifetime(ending) { (above?.value ?? 0) + 1 }
      }
      if index % 500 == 0, let end { _ = end.value }
      if let end { last = end.node }
    }
    #expect(last.isAlive)
    end = nil
    #expect(graph.nodeCount == 0)
    #expect(places.count == 3)
    if let low = places.min(), let high = places.max() { #expect(high - low < 2048) }
    #expect(graph.engine.verify() == nil)
  }

  /// Constant stack for a million means that 1 MB is as good as 8 MB.
  @Test func chainOfAMillionComputedsThatNobodyHasReadIsReleasedInConstantStack() {
    let graph = graph
    var places: [UInt] = []
    var end: Computed<Int>?
    for index in 0..<1_000_000 {
      let above = end
      let ending = index % 250_000 == 0 ? Ending { places.append(stackAddress()) } : nil
      end = Computed(graph: graph) {
        withExtendedLifetime(ending) { (above?.value ?? 0) + 1 }
      }
    }
    #expect(graph.nodeCount == 1_000_000)
    end = nil
    #expect(graph.nodeCount == 0)
    #expect(places.count == 4)
    if let low = places.min(), let high = places.max() { #expect(high - low < 2048) }
    #expect(graph.engine.verify() == nil)
  }

  enum SignalKind: CaseIterable {
    case source, operators, cold, merged, shared, replayed, property, results, debounced, throttled
    case delayed
  }

  private func signal(_ kind: SignalKind, of source: SignalSource<Int>) -> Signal<Int> {
    switch kind {
    case .source: source.signal
    case .operators: source.signal.map { $0 + 1 }.filter { $0 > 0 }
    case .cold: .create { observer in { withExtendedLifetime(observer) {} } }
    case .merged: .merge([source.signal, source.signal])
    case .shared: source.signal.share()
    case .replayed: source.signal.replayLast()
    case .property: Property(0).signal
    case .results: Command<Int, Int> { $0 }.results
    case .debounced: source.signal.debounce(for: .seconds(1), clock: ManualClock())
    case .throttled: source.signal.throttle(for: .seconds(1), clock: ManualClock())
    case .delayed: source.signal.delay(for: .seconds(1), clock: ManualClock())
    }
  }

  /// Each token is kept by the observer of the next one.
  @Test(arguments: SignalKind.allCases, [false, true])
  func chainOfTokensOfASignalIsReleasedInConstantStack(_ kind: SignalKind, isCancelled: Bool) {
    var places: [UInt] = []
    graph.run {
      let source = SignalSource<Int>()
      let signal = signal(kind, of: source)
      var last: Subscription?
      for index in 0..<600 {
        let above = last
        let ending = index % 200 == 0 ? Ending { places.append(stackAddress()) } : nil
        last = signal.observe { _ in withExtendedLifetime((above, ending)) {} }
      }
      source.send(1)
      if isCancelled { last?.cancel() }
      last = nil
    }
    #expect(places.count == 3)
    if let low = places.min(), let high = places.max() { #expect(high - low < 2048) }
  }

  enum OwnerKind: CaseIterable {
    case source, shared, replayed, ended, command, suspendingCommand, scope, property, filtered,
      cells
  }

  /// An owner of a closure or a value that keeps `next`; whatever else it needs stays in `kept`.
  private func owner(_ kind: OwnerKind, of next: Any?, _ kept: inout [Any]) -> Any {
    switch kind {
    case .source, .shared, .replayed, .ended:
      let source = SignalSource<Int>()
      let signal =
        switch kind {
        case .shared: source.signal.share()
        case .replayed: source.signal.replayLast()
        default: source.signal
        }
      kept.append(
        kind == .ended
          ? signal.observe({ _ in }, ended: { withExtendedLifetime(next) {} })
          : signal.observe { _ in withExtendedLifetime(next) {} })
      return source
    case .command: return Command<Void, Void> { withExtendedLifetime(next) {} }
    case .suspendingCommand:
      return Command<Void, Void> {
        await Task.yield()
        withExtendedLifetime(next) {}
      }
    case .scope:
      let scope = Scope()
      scope.onEnd { withExtendedLifetime(next) {} }
      return scope
    case .property: return Property(next)
    case .filtered:
      return ObservableList([Row(id: 1)]).filter { _ in withExtendedLifetime(next) { true } }
    case .cells:
      let cells = ObservableList([Row(id: 1)]).cells { row in
        withExtendedLifetime(next) { IdentityCell(row) }
      }
      _ = cells.value
      return cells
    }
  }

  /// Each is kept by a closure, or the value, of the one before it.
  @Test(arguments: OwnerKind.allCases)
  func chainOfOwnersIsReleasedInConstantStack(_ kind: OwnerKind) {
    var places: [UInt] = []
    graph.run {
      var kept: [Any] = []
      var first: Any?
      for index in 0..<600 {
        let ending = index % 200 == 0 ? Ending { places.append(stackAddress()) } : nil
        first = owner(kind, of: (first, ending), &kept)
      }
      #expect(places.isEmpty)
      first = nil
      withExtendedLifetime(kept) {}
    }
    #expect(places.count == 3)
    if let low = places.min(), let high = places.max() { #expect(high - low < 4096) }
  }
}

/// Where the stack is just now, roughly.
@inline(never)
private func stackAddress() -> UInt {
  var local = 0
  return unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
}
