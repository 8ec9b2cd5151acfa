import Testing

@testable import Bindings

/// A value that cannot be computed stops the program with a message that names it; what was read once needs no
/// stack.
@Suite struct StackTests {
  @Test func chainThatNobodyHasReadAndThatTheStackCannotHoldIsNamed() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        var end = Computed(label: "first of the chain") { 1 }
        for _ in 0..<200_000 {
          let above = end
          end = Computed { above.value + 1 }
        }
        print(end.value)
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("the stack is used up"), "\(text)")
    #expect(text.contains("StackTests.swift:"), "\(text)")
  }

  @Test func chainThroughManyGraphsThatTheStackCannotHoldIsNamed() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let graphs = (0..<1000).map { _ in Graph() }
        for graph in graphs { graph.onIssue = { _ in } }
        var end = Computed(label: "first of the chain", graph: graphs[0]) { 1 }
        for index in 0..<200_000 {
          let above = end
          end = Computed(graph: graphs[index % 1000]) { above.value + 1 }
        }
        print(end.value)
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("the stack is used up"), "\(text.suffix(2000))")
  }

  @Test func cycleInAFirstEvaluationIsNamed() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        var second: Computed<Int>?
        let first = Computed(label: "first") { (second?.value ?? 0) + 1 }
        second = Computed(label: "second") { first.value + 1 }
        print(first.value)
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("'first'") && text.contains("'second'"), "\(text)")
    #expect(text.contains("StackTests.swift:"), "\(text)")
  }

  /// What makes each value of a chain out of date by itself.
  enum Chain: String, CaseIterable, Codable, CustomTestStringConvertible {
    /// One property that all read, before or after the value before.
    case rateLast, rateFirst
    /// A property of its own for each, written in one batch.
    case amounts
    /// One value that all read, computed from a property.
    case computedRate
    var testDescription: String { rawValue }
  }

  private static var length: Int { 20_000 }

  @MainActor private static func update(_ kind: Chain, isTraced: Bool, isObserved: Bool) {
    let graph = Graph()
    if isTraced { graph.tracer = TraceLog(limit: 10) }
    let rate = Property(1, graph: graph)
    let amounts = (0..<length).map { _ in Property(1, graph: graph) }
    let shared = Computed(graph: graph) { rate.value + 0 }
    var end = Computed(graph: graph) { rate.value }
    var runs = 0
    for amount in amounts {
      let last = end
      end = Computed(graph: graph) {
        runs += 1
        return switch kind {
        case .rateLast: last.value &+ rate.value
        case .rateFirst: rate.value &+ last.value
        case .amounts: last.value &+ amount.value
        case .computedRate: shared.value &+ last.value
        }
      }
      // Read from the beginning.
      _ = end.value
    }
    precondition(end.value == length + 1)
    var seen: [Int] = []
    let token = isObserved ? end.observe { seen.append($0) } : nil
    runs = 0
    if kind == .amounts {
      graph.batch { for amount in amounts { amount.value += 1 } }
      precondition(end.value == 2 * length + 1)
    } else {
      rate.value = 2
      precondition(end.value == 2 * length + 2)
    }
    // Each once.
    precondition(runs == length && seen.count == (isObserved ? 2 : 0))
    precondition(graph.engine.verify() == nil)
    token?.cancel()
  }

  @Test(arguments: Chain.allCases, [true, false])
  func aLongChainOfWhichEachValueIsOutOfDateByItselfIsUpdated(
    _ kind: Chain, _ isObserved: Bool
  ) async {
    await #expect(processExitsWith: .success) { [kind, isObserved] in
      await MainActor.run { StackTests.update(kind, isTraced: false, isObserved: isObserved) }
    }
  }

  @Test(arguments: Chain.allCases) func aLongChainThatIsTracedIsUpdated(_ kind: Chain) async {
    await #expect(processExitsWith: .success) { [kind] in
      await MainActor.run { StackTests.update(kind, isTraced: true, isObserved: true) }
    }
  }
}
