import Bindings
public import Testing

/// The changes of one value, or the events of one signal, that a ``ChangeRecorder`` has seen.
@MainActor
public final class RecordedChanges<Value: Equatable> {
  private let name: String
  private let isExhaustive: Bool
  private let verb: String
  var pending: [Value] = []
  var token: Subscription?

  init(_ name: String, _ recorder: ChangeRecorder, _ verb: String) {
    self.name = name
    isExhaustive = recorder.exhaustivity.includes(name)
    self.verb = verb
  }

  /// What came and has not been expected yet.
  public var unexpected: [Value] { pending }

  /// Expects exactly `values` to have come, in this order, since the last expectation.
  ///
  /// Where the recorder is not exhaustive, others may have come before and between.
  public func expect(_ values: Value..., sourceLocation: SourceLocation = #_sourceLocation) {
    if isExhaustive {
      let actual = pending
      pending = []
      guard actual != values else { return }
      report(values, actual, sourceLocation)
    } else {
      var rest = pending[...]
      for value in values {
        guard let index = rest.firstIndex(of: value) else {
          return report(values, pending, sourceLocation)
        }
        rest = rest[(index + 1)...]
      }
      pending = Array(rest)
    }
  }

  /// Lets pass what has come until now.
  public func skip() { pending = [] }

  func finish(_ sourceLocation: SourceLocation) {
    token?.cancel()
    guard isExhaustive, !pending.isEmpty else { return }
    Issue.record(
      "'\(name)' \(verb) and the test did not expect it: \(list(pending))",
      sourceLocation: sourceLocation)
  }

  private func report(_ expected: [Value], _ actual: [Value], _ sourceLocation: SourceLocation) {
    Issue.record(
      """
      '\(name)' has not \(verb) as expected.
        expected  \(list(expected))
          actual  \(list(actual))
      """, sourceLocation: sourceLocation)
  }

  private func list(_ values: [Value]) -> String {
    values.isEmpty ? "nothing" : values.map { String(reflecting: $0) }.joined(separator: ", ")
  }
}

/// The errors of one command that a ``ChangeRecorder`` has seen, and its executions.
@MainActor
public final class RecordedErrors {
  private let name: String
  private let isExhaustive: Bool
  private let executions: @MainActor () -> Int
  var pending: [any Error] = []
  var token: Subscription?

  init(_ name: String, _ recorder: ChangeRecorder, _ executions: @escaping @MainActor () -> Int) {
    self.name = name
    isExhaustive = recorder.exhaustivity.includes(name)
    self.executions = executions
  }

  /// Expects the oldest error that has not been expected yet to satisfy `matches`.
  ///
  /// Where the recorder is not exhaustive, it may be any of them.
  public func expectError(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ matches: (any Error) -> Bool = { _ in true }
  ) {
    let index = isExhaustive ? pending.indices.first : pending.firstIndex(where: matches)
    guard let index else {
      let others = pending.isEmpty ? "" : " but with \(pending)"
      Issue.record("'\(name)' has not failed as expected\(others).", sourceLocation: sourceLocation)
      return
    }
    let error = pending.remove(at: index)
    guard !matches(error) else { return }
    Issue.record("'\(name)' failed with another error: \(error)", sourceLocation: sourceLocation)
  }

  func finish(_ sourceLocation: SourceLocation) {
    token?.cancel()
    guard isExhaustive else { return }
    for error in pending {
      Issue.record(
        "'\(name)' failed and the test did not expect it: \(error)", sourceLocation: sourceLocation)
    }
    let count = executions()
    guard count > 0 else { return }
    Issue.record(
      """
      '\(name)' still has \(count) execution\(count == 1 ? "" : "s"); wait for finished() or cancel() \
      before the end.
      """, sourceLocation: sourceLocation)
  }
}
