internal import Bindings
public import Testing

/// A trait that gives each test of a suite its own graph, which is current while the test runs.
///
/// ```swift
/// @Suite(OwnGraph()) @MainActor struct NumberTests {
///   let number = Property(0)
///
///   @Test(arguments: [1, 2]) func isTheOnlyNode(_ value: Int) async {
///     number.value = value
///     await Task.yield()
///     #expect(Graph.current.nodes == [number.node])
///   }
/// }
/// ```
public struct OwnGraph: SuiteTrait, TestTrait, TestScoping {
  /// True, so that the tests of nested suites have their own graphs as well.
  public let isRecursive = true

  /// Makes the trait.
  public init() {}

  /// Runs a test in its own graph.
  public func provideScope(
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
