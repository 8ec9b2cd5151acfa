import Bindings
import Measuring

/// A clock that runs all scheduled actions when `go()` is called.
final class HeldClock: CallbackClock {
  typealias Instant = ContinuousClock.Instant
  @MainActor private var held: [@MainActor () -> Void] = []

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}

  @MainActor
  func schedule(
    after duration: Duration, _ action: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    held.append(action)
    return {}
  }

  @MainActor
  func go() {
    let due = held
    held = []
    for action in due { action() }
  }
}

/// Cases of operators that wait.
@MainActor let timeCases: [GrowthCase] = [
  GrowthCase("signal.debounce", size: 300) { count in
    let source = SignalSource<Int>()
    let token = source.signal.debounce(for: .seconds(60)).observe { blackHole($0) }
    for value in 0..<count { source.send(value) }
    token.cancel()
    await Task.yield()
  },
  GrowthCase("signal.delay") { count in
    let (source, clock) = (SignalSource<Int>(), HeldClock())
    let token = source.signal.delay(for: .seconds(1), clock: clock).observe { blackHole($0) }
    for value in 0..<count { source.send(value) }
    clock.go()
    token.cancel()
  },
  GrowthCase("signal.throttle") { count in
    let source = SignalSource<Int>()
    let token = source.signal.throttle(for: .seconds(60)).observe { blackHole($0) }
    for value in 0..<count { source.send(value) }
    token.cancel()
    await Task.yield()
  },
  GrowthCase("signal.debounceWhen") { count in
    let (source, clock) = (SignalSource<Int>(), HeldClock())
    let token = source.signal.debounce(for: .seconds(1), clock: clock) { $0 % 2 == 0 }
      .observe { blackHole($0) }
    for value in 0..<count { source.send(value) }
    clock.go()
    token.cancel()
  },
  GrowthCase("signal.debounceUnless") { count in
    let (source, clock, isActive) = (SignalSource<Int>(), HeldClock(), Property(false))
    let token = source.signal.debounce(for: .seconds(1), clock: clock, unless: isActive)
      .observe { blackHole($0) }
    for value in 0..<count { source.send(value) }
    isActive.value = true
    clock.go()
    token.cancel()
  },
  GrowthCase("signal.forwardWhileActive") { count in
    let (source, isActive) = (SignalSource<Int>(), Property(false))
    let token = source.signal.forwardWhileActive(isActive).observe { blackHole($0) }
    for value in 0..<count {
      isActive.value.toggle()
      source.send(value)
    }
    token.cancel()
  },
]
