import Bindings
import BindingsTestSupport
import Foundation
import Testing

/// Random observers and events whose ends send, end, cancel, observe and move the clock, under every operator
/// that keeps an event.
///
/// After each step all that can be seen of the sources must agree with the tokens: who is observed, and
/// whom an event reaches, in which order. `SIGNALS_FUZZ` and `SIGNALS_FUZZ_SEED` are those of `SignalFuzzTests`.
@Suite @MainActor struct SignalEndFuzzTests {
  @Test func sourcesAgreeWithTheirTokensWhateverEndsDo() {
    let environment = ProcessInfo.processInfo.environment
    let seed =
      environment["SIGNALS_FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    let count = (environment["SIGNALS_FUZZ"].flatMap { Int($0) } ?? 3_000) / 10
    print("SignalEndFuzzTests: seed \(seed), \(count) programs")
    var random = SplitMix(seed: seed)
    for index in 0..<count {
      let world = EndingWorld(SplitMix(seed: random.next()))
      for step in 0..<100 { world.step(isProbed: step % 5 == 4) }
      #expect(world.faults.isEmpty, "seed \(seed), program \(index)")
      if !world.faults.isEmpty { return }
      world.isQuiet = true
    }
  }
}

/// Sources with plain observers, which are counted, and others behind operators.
@MainActor
private final class EndingWorld {
  /// An event or what an observer captured; its end does something.
  struct Event: Equatable {
    let number: Int
    let ending: Ending?
    static func == (lhs: Event, rhs: Event) -> Bool { lhs.number == rhs.number }
  }

  /// Whether an observation is over, so that no closure of an operator may run.
  private final class Watch { var isOver = false }

  @MainActor private struct Follower {
    let token: Subscription
    let watch: Watch

    func cancel() {
      watch.isOver = true
      token.cancel()
    }
  }

  private struct Observer {
    let source: Int
    let number: Int
    let token: Subscription
  }

  var faults: [String] = []
  var isQuiet = false
  private var random: SplitMix
  private let clock = ManualClock()
  private var sources = (0..<3).map { _ in SignalSource<Event>() }
  private let isActive = Property(true)
  private let edited: Property<Event>
  private var plain: [Observer] = []
  private var others: [Follower] = []
  private var shared: [Signal<Event>] = []
  private var made = 0
  private var depth = 0
  private var reached: [Int]?

  init(_ random: SplitMix) {
    self.random = random
    edited = Property(Event(number: 0, ending: nil))
    shared = sources.map { $0.signal.replayLast() }
  }

  func step(isProbed: Bool) {
    act()
    if isProbed { for place in sources.indices { probe(place) } }
  }

  private func probe(_ place: Int) {
    let source = sources[place]
    if source.isEnded { return }
    isQuiet = true
    reached = []
    source.send(Event(number: -1, ending: nil))
    isQuiet = false
    let expected = plain.filter { $0.source == place && $0.token.isActive }.map(\.number)
    if reached != expected { faults.append("reached \(reached ?? []), not \(expected)") }
    if !expected.isEmpty, !source.isObserved { faults.append("an observed source says it is not") }
    reached = nil
  }

  private func act() {
    guard depth < 4 else { return }
    depth += 1
    defer { depth -= 1 }
    let place = random.below(3)
    switch random.below(24) {
    case 0..<6: sources[place].send(makeEvent())
    case 6..<12: observe(place)
    case 12..<16: if !plain.isEmpty { plain[random.below(plain.count)].token.cancel() }
    case 16..<18: if !others.isEmpty { others[random.below(others.count)].cancel() }
    case 18: forget()
    case 19: clock.advance(by: .milliseconds(500))
    case 20: isActive.value.toggle()
    case 21: edited.value = makeEvent()
    case 22 where random.below(8) == 0: renew(place)
    default: others.append(follow(place))
    }
  }

  private func makeEvent() -> Event { Event(number: random.below(3), ending: makeEnding()) }

  private func makeEnding() -> Ending? {
    guard random.below(2) == 0 else { return nil }
    return Ending { [weak self] in if let self, !isQuiet { act() } }
  }

  private func observe(_ place: Int) {
    made += 1
    let (number, ending) = (made, makeEnding())
    let token = sources[place].signal.observe { [weak self] _ in
      withExtendedLifetime(ending) { self?.reached?.append(number) }
    }
    plain.append(Observer(source: place, number: number, token: token))
  }

  /// Releases the older half of the tokens.
  private func forget() {
    let half = plain.count / 2
    let (old, oldOthers) = (plain.prefix(half), others)
    plain.removeFirst(half)
    others = []
    withExtendedLifetime((old, oldOthers)) {}
  }

  private func renew(_ place: Int) {
    let old = sources[place]
    old.end()
    guard sources[place] === old else { return }
    let new = SignalSource<Event>()
    // They end when nothing is being changed any more.
    let gone = (old, shared[place], plain)
    sources[place] = new
    shared[place] = new.signal.replayLast()
    plain.removeAll { $0.source == place }
    withExtendedLifetime(gone) {}
  }

  private func follow(_ place: Int) -> Follower {
    let watch = Watch()
    return Follower(token: follow(place, watch), watch: watch)
  }

  private func follow(_ place: Int, _ watch: Watch) -> Subscription {
    let watched: @MainActor (Event) -> Event = { [weak self] in
      if watch.isOver { self?.faults.append("a closure ran after the cancellation") }
      return $0
    }
    let signal = sources[place].signal.map(watched)
    let other = sources[random.below(3)].signal.map(watched)
    let ending = makeEnding()
    let next: @MainActor (Event) -> Void = { _ in withExtendedLifetime(ending) {} }
    let second: Duration = .seconds(1)
    return switch random.below(15) {
    case 0: signal.debounce(for: second, clock: clock).observe(next)
    case 1: signal.throttle(for: second, clock: clock).observe(next)
    case 2: signal.delay(for: second, clock: clock).observe(next)
    case 3: signal.debounce(for: .seconds(1), clock: clock, unless: isActive).observe(next)
    case 4: signal.forwardWhileActive(isActive).observe(next)
    case 5: signal.removeDuplicates().observe(next)
    case 6: signal.combineLatest(other).map(\.0).observe(next)
    case 7: signal.zip(other).map(\.1).observe(next)
    case 8: shared[place].observe(next)
    case 9: signal.scan(Event(number: 0, ending: nil)) { $1 }.observe(next)
    case 10: signal.append(other).append(shared[place]).observe(next)
    // The signal of its edits is a part of its own, which ends behind the observer.
    case 11: edited.bind(with: sources[place].signal) { next($0) }
    case 12: Signal.merge([signal, other, shared[place].map(watched)]).observe(next)
    case 13: signal.flatMap(.latest) { other.prepend($0) }.observe(next)
    default: signal.dropFirst().prefix(until: shared[place]).observe(next)
    }
  }
}
