internal import Bindings
public import Testing

/// Gives each test of a suite a graph of its own, which is the current one while the test runs.
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
  /// The tests of inner suites have graphs of their own as well.
  public let isRecursive = true

  /// Makes the trait.
  public init() {}

  /// Runs a test in a graph of its own.
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
