import Bindings
import Testing

/// Gives each test a graph of its own, which is the current one while the test runs.
struct OwnGraph: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await run(function)
  }

  @MainActor
  private func run(_ function: @Sendable @concurrent () async throws -> Void) async throws {
    try await Graph().run { try await function() }
  }
}

extension Trait where Self == OwnGraph {
  /// Gives each test a graph of its own.
  static var ownGraph: OwnGraph { OwnGraph() }
}
