import Bindings
import Testing

/// A value that cannot be computed stops the program with a message that names it.
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
}
