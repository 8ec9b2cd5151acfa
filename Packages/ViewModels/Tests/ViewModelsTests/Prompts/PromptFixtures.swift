import Bindings
import Testing
import ViewModels

/// A clock that a test moves; only what is asked of it by callbacks waits on it.
@MainActor
final class HandClock: @preconcurrency CallbackClock {
  struct Instant: InstantProtocol {
    var elapsed = Swift.Duration.zero
    func advanced(by duration: Swift.Duration) -> Instant { Instant(elapsed: elapsed + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.elapsed - elapsed }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.elapsed < rhs.elapsed }
  }

  private(set) var now = Instant()
  let minimumResolution = Swift.Duration.zero
  private var waits: [Int: (due: Instant, action: @MainActor () -> Void)] = [:]
  private var lastWait = 0

  var waitCount: Int { waits.count }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    Issue.record("nothing may sleep here")
  }

  func schedule(
    after duration: Duration, _ action: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    lastWait += 1
    let id = lastWait
    waits[id] = (now.advanced(by: duration), action)
    return { self.waits[id] = nil }
  }

  func advance(by duration: Duration) {
    let end = now.advanced(by: duration)
    while let next = waits.min(by: { ($0.value.due, $0.key) < ($1.value.due, $1.key) }),
      next.value.due <= end
    {
      waits[next.key] = nil
      now = max(now, next.value.due)
      next.value.action()
    }
    now = end
  }
}

/// A page with prompts on a clock that the test moves.
@MainActor
final class PromptedPage {
  let owner = LifecycleViewModel()
  let prompts = Prompts()
  let clock = HandClock()

  init() {
    owner.environment[ClockKey.self] = clock
    owner.addChild(prompts)
  }

  /// Starts to ask, and waits until that is on the screen.
  func asking<Answer: Sendable>(
    _ ask: @escaping @MainActor (Prompts) async -> Answer
  ) async -> Task<Answer, Never> {
    let last = prompts.stack.last?.id
    let task = Task { [prompts] in await ask(prompts) }
    while prompts.stack.last?.id == last { await Task.yield() }
    return task
  }
}

/// Expects that a call throws a `ViewModelError` of a code, and that it says something.
@MainActor
@discardableResult
func expectPromptError(
  _ code: ViewModelError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor () async throws -> Void
) async -> String {
  let error = await #expect(throws: ViewModelError.self, sourceLocation: sourceLocation) {
    try await body()
  }
  #expect(error?.code == code, sourceLocation: sourceLocation)
  return error?.message ?? ""
}
