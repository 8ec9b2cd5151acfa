public import Testing

/// Plays time lines through signals and properties in virtual time and compares what comes out.
///
/// ```swift
/// withMarbles { test in
///   let typed = test.hot("-a-b---c|", ["a": "n", "b": "ni", "c": "你"])
///   let asked = typed.signal.debounce(for: .milliseconds(3), clock: test.clock)
///   test.expect(asked, "------b-(c|)", ["b": "ni", "c": "你"])
/// }
/// ```
/// What waits must wait on ``clock``. Everything happens inside the call: bodies that are tasks, as a
/// command's may be, are not waited for. Without a dictionary a letter stands for itself in a signal of
/// strings or characters, and a digit in one of integers.
@MainActor
public final class MarbleTest {
  /// The time of the test.
  public let clock = ManualClock()
  let frame: Duration
  /// What begins to observe.
  ///
  /// All of it comes before anything plays, so nothing of the first moment is missed.
  var recorders: [() -> Void] = []
  var players: [() -> Void] = []
  var checks: [() -> Void] = []
  var cleanups: [() -> Void] = []
  private var hasRun = false

  /// Makes a test whose characters last one `frame` each.
  public init(frame: Duration = .milliseconds(1)) { self.frame = frame }

  /// Plays everything until nothing waits any more, and reports what was expected and did not come.
  public func run(sourceLocation: SourceLocation = #_sourceLocation) {
    guard !hasRun else {
      Issue.record("A marble test runs once; make another.", sourceLocation: sourceLocation)
      return
    }
    hasRun = true
    for recorder in recorders { recorder() }
    for player in players { player() }
    clock.advance(by: .zero)
    var wakes = 0
    while let wait = clock.nextWake {
      clock.advance(by: wait)
      wakes += 1
      guard wakes < 100_000 else {
        Issue.record(
          "After \(wakes) moments something still waits for the clock; a time line ends.",
          sourceLocation: sourceLocation)
        break
      }
    }
    for check in checks { check() }
    for cleanup in cleanups { cleanup() }
  }
}

/// Runs `body` to set up a marble test, then plays it.
///
/// - Throws: What `body` throws.
@MainActor
public func withMarbles(
  frame: Duration = .milliseconds(1), sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor (MarbleTest) throws -> Void
) rethrows {
  let test = MarbleTest(frame: frame)
  try body(test)
  test.run(sourceLocation: sourceLocation)
}
