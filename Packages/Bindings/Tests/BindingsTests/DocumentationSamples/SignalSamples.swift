import Bindings
import BindingsTestSupport
import Testing

extension Samples {
  @Suite @MainActor struct SignalSamples {
    let output = Output()
    func print(_ items: Any...) { output.print(items) }

    @Test func hotSignal() {
      let taps = SignalSource<Void>()
      let token = taps.signal.map { "tapped" }.observe { print($0) }
      taps.send(())  // prints tapped
      #expect(output.lines == ["tapped"])
      token.cancel()
    }

    @Test func errorsAreEvents() {
      let errors = SignalSource<any Error>()
      let token = errors.signal.observe { print($0) }
      errors.send(Offline())
      #expect(output.lines == ["Offline()"])
      token.cancel()
    }

    @Test func coldSignal() {
      let answer = Signal<Int>.create { observer in
        observer.send(42)
        observer.end()
        return {}
      }
      let token = answer.observe { print($0) }
      #expect(output.lines == ["42"])
      token.cancel()
    }

    @Test func coldSignalWithATask() async {
      let clock = ManualClock()
      let ticks = Signal<Int>.create { observer in
        let task = Task {
          for count in 0... {
            try await clock.sleep(for: .seconds(1))
            observer.send(count)
          }
        }
        return { task.cancel() }
      }
      let shared = ticks.replayLast()
      let values = shared.values
      await clock.sleepers(1)
      clock.advance(by: .seconds(1))
      for await value in values {
        #expect(value == 0)
        break
      }
    }

    @Test func orderOfSideEffects() {
      let taps = SignalSource<Void>()
      let chain = taps.signal
        .handleEvents(next: { _ in print("next 1") })
        .handleEvents(next: { _ in print("next 2") })
        .handleEvents(afterNext: { _ in print("after 2") })
        .handleEvents(afterNext: { _ in print("after 1") })
      let token = chain.observe { _ in print("observe") }
      taps.send(())  // prints next 1, next 2, observe, after 1, after 2
      #expect(output.lines == ["next 1", "next 2", "observe", "after 1", "after 2"])
      token.cancel()
    }

    @Test func failuresAreHandledOnTheWay() {
      let request = SignalSource<Result<String, any Error>>()
      let answers = request.signal
        .handleEvents(next: { if case .failure(let error) = $0 { print("failed: \(error)") } })
        .catch { _ in "offline" }
      let token = answers.observe { print($0) }
      request.send(.failure(Offline()))
      request.send(.success("answer"))
      #expect(output.lines == ["failed: Offline()", "offline", "answer"])
      token.cancel()
    }

    @Test func severalRequestsMakeOnePage() {
      let pulls = SignalSource<Void>()
      let city = Property("Lugano")
      let answers = SignalSource<[String]>()
      func travels() -> Signal<[String]> { .just(["Alps"]) }
      func hotels() -> Signal<[String]> { answers.signal.prefix(1) }
      let page = pulls.signal
        .flatMap(.latest) { travels().zip(hotels()) }
        .map { $0 + $1 }
        .prepend(["loading"])
      let shown = page.combineLatest(city.signal).map { "\($1): \($0.joined(separator: ", "))" }
      let token = shown.observe { print($0) }
      pulls.send(())
      pulls.send(())
      answers.send(["Bellevue"])
      #expect(output.lines == ["Lugano: loading", "Lugano: Alps, Bellevue"])
      token.cancel()
    }

    @Test func oneObservationIsShared() {
      let answers = SignalSource<Int>()
      let request = answers.signal
      let answer = request.replayLast()
      #expect(answer.observe { _ in }.isActive)
    }

    @Test func timeComesFromAClock() {
      let clock = ManualClock()
      let form = Form()
      let typed = form.phone.signal
        .removeDuplicates()
        .debounce(for: .milliseconds(300), clock: clock) { !$0.isEmpty }
      let token = typed.observe { print($0) }
      clock.advance(by: .milliseconds(300))
      form.phone.value = ""
      #expect(output.lines == ["186", ""])
      token.cancel()
    }
  }
}
