import Bindings
import Synchronization
import Testing
import ViewModels

@ViewModel
private final class Page: LifecycleViewModel {
  var shown: [Int] = []
}

/// Lets nobody wait, and remembers how long somebody wanted to.
private final class HastyClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Swift.Duration.zero
    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  let now = Instant()
  let minimumResolution = Swift.Duration.zero
  private let waits = Mutex<[Duration]>([])
  var asked: [Duration] { waits.withLock { $0 } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    waits.withLock { $0.append(deadline.offset) }
  }
}

@MainActor
@Suite(.ownGraph) struct ActivityTests {
  private let page = Page()

  @Test func becomingActiveSendsTheViewModelWithItsType() {
    var log: [String] = []
    let token = page.didBecomeActive.observe { log.append("\($0.shown)") }
    page.shown = [1]
    page.screenWillAppear()
    page.screenWillAppear()
    page.screenWillDisappear()
    page.screenWillAppear()
    #expect(log == ["[1]", "[1]"])
    token.cancel()
  }

  @Test func whoStartsToObserveAnActiveOneIsToldAtOnce() {
    page.screenWillAppear()
    var count = 0
    let token = page.didBecomeActive.observe { _ in count += 1 }
    #expect(count == 1)
    token.cancel()
  }

  @Test func inactiveIsToldAtTheStart() {
    var count = 0
    let token = page.didBecomeInactive.observe { _ in count += 1 }
    #expect(count == 1)
    page.screenWillAppear()
    page.screenWillDisappear()
    #expect(count == 2)
    token.cancel()
  }

  @Test func theScreenIsToldToComeAndGo() {
    var log: [String] = []
    let tokens = [
      page.didLoadScreen.observe { _ in log.append("loaded") },
      page.didUnloadScreen.observe { _ in log.append("unloaded") },
    ]
    page.screenDidLoad()
    page.screenDidUnload()
    #expect(log == ["unloaded", "loaded", "unloaded"])
    for token in tokens { token.cancel() }
  }

  @Test func renderingIsToldEachTimeOrOnlyTheFirst() {
    var all = 0
    var first = 0
    let tokens = [
      page.didRender.observe { _ in all += 1 },
      page.didRender.prefix(1).observe { _ in first += 1 },
    ]
    for _ in 0..<3 { page.screenDidRender() }
    #expect(all == 3 && first == 1)
    for token in tokens { token.cancel() }
  }

  @Test func theSignalsEndWithTheViewModel() {
    var log: [String] = []
    let source = SignalSource<Int>()
    page.screenWillAppear()
    let tokens = [
      page.didBecomeInactive.observe { _ in
        log.append("inactive")
      } ended: {
        log.append("end")
      },
      page.forwardWhileActive(source.signal).observe { _ in
      } ended: {
        log.append("end")
      },
      page.throttleWhileInactive(source.signal).observe { _ in
      } ended: {
        log.append("end")
      },
    ]
    page.end()
    #expect(log == ["inactive", "end", "end", "end"])
    var late = 0
    let token = page.didBecomeActive.observe { _ in
    } ended: {
      late += 1
    }
    #expect(late == 1)
    for token in tokens + [token] { token.cancel() }
  }

  // L05: users of the old operator kept view-models that nobody had told to end.
  @Test func theSignalsEndWithAViewModelThatNobodyHolds() {
    let source = SignalSource<Int>()
    var log: [String] = []
    var tokens: [Subscription] = []
    weak var gone: Page?
    do {
      let page = Page()
      gone = page
      page.screenWillAppear()
      tokens = [
        page.forwardWhileActive(source.signal).observe {
          log.append("\($0)")
        } ended: {
          log.append("end of forwarding")
        },
        page.throttleWhileInactive(source.signal).observe { _ in
        } ended: {
          log.append("end of throttling")
        },
        page.didBecomeInactive.observe { _ in
          log.append("inactive")
        } ended: {
          log.append("end of events")
        },
      ]
      source.send(1)
    }
    #expect(gone == nil)
    #expect(log.first == "1")
    #expect(Set(log.dropFirst()) == ["end of forwarding", "end of throttling", "end of events"])
    source.send(2)
    #expect(log.count == 4 && !source.isObserved)
    for token in tokens { token.cancel() }
  }

  @Test func aSignalOfAViewModelThatIsGoneEndsForWhoComesLate() {
    let source = SignalSource<Int>()
    let signal: Signal<Int> = {
      let page = Page()
      page.screenWillAppear()
      return page.forwardWhileActive(source.signal)
    }()
    var log: [String] = []
    let token = signal.observe {
      log.append("\($0)")
    } ended: {
      log.append("end")
    }
    source.send(1)
    #expect(log == ["end"])
    token.cancel()
  }

  @Test func forwardingStartsAnewAtEachActivationAndOutlivesTheEndOfItsSource() {
    var starts = 0
    let source = Signal<Int>.create { observer in
      starts += 1
      observer.send(starts)
      observer.end()
      return {}
    }
    var log: [String] = []
    let token = page.forwardWhileActive(source).observe {
      log.append("\($0)")
    } ended: {
      log.append("end")
    }
    #expect(starts == 0)
    page.screenWillAppear()
    page.screenWillDisappear()
    page.screenWillAppear()
    #expect(log == ["1", "2"])
    token.cancel()
  }

  @Test func valuesPassWhileActiveAndWaitASecondWhileNot() async {
    let clock = HastyClock()
    let source = SignalSource<Int>()
    page.screenWillAppear()
    var stream = page.throttleWhileInactive(source.signal, clock: clock).values
      .makeAsyncIterator()
    source.send(1)
    #expect(await stream.next() == 1)
    #expect(clock.asked.isEmpty)
    page.screenWillDisappear()
    source.send(2)
    #expect(await stream.next() == 2)
    #expect(clock.asked == [.seconds(1)])
  }

  @Test func becomingActiveSendsTheLatestOfWhatWaits() {
    let source = SignalSource<Int>()
    var seen: [Int] = []
    let token = page.throttleWhileInactive(source.signal, interval: .seconds(3600))
      .observe { seen.append($0) }
    for value in 1...3 { source.send(value) }
    #expect(seen.isEmpty)
    page.screenWillAppear()
    #expect(seen == [3])
    token.cancel()
  }
}
