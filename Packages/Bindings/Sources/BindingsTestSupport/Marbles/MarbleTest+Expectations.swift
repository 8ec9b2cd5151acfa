public import Bindings
public import Testing

extension MarbleTest {
  /// Records what `signal` sends from the start of the test, or while `observation` says: `--^---!`.
  public func record<Value>(
    _ signal: Signal<Value>, during observation: String = "^",
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleRecording<Value> {
    record(signal, during: observation, sourceLocation) { .value($0) }
  }

  /// Records the successes and failures that `signal` sends.
  public func record<Success, Failure>(
    results signal: Signal<Result<Success, Failure>>, during observation: String = "^",
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleRecording<Success> {
    record(signal, during: observation, sourceLocation) {
      switch $0 {
      case .success(let value): .value(value)
      case .failure(let error): .failure(error)
      }
    }
  }

  /// Records `value`'s value at the start of the test and after each change.
  public func record<Value>(_ value: any ObservableValue<Value>) -> MarbleRecording<Value> {
    record(value.signal)
  }

  /// Expects `signal` to send what `marbles` says.
  public func expect<Value: Equatable>(
    _ signal: Signal<Value>, _ marbles: String, _ values: [Character: Value] = [:],
    during observation: String = "^", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let recording = record(signal, during: observation, sourceLocation: sourceLocation)
    check(recording, marbles, values, sourceLocation)
  }

  /// Expects `signal` to send the successes and, as `#`, the failures that `marbles` says.
  public func expect<Success: Equatable, Failure>(
    results signal: Signal<Result<Success, Failure>>, _ marbles: String,
    _ values: [Character: Success] = [:], during observation: String = "^",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let recording = record(results: signal, during: observation, sourceLocation: sourceLocation)
    check(recording, marbles, values, sourceLocation)
  }

  /// Expects `value` to have the values that `marbles` says, the first one at the start.
  public func expect<Value: Equatable>(
    _ value: any ObservableValue<Value>, _ marbles: String, _ values: [Character: Value] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    check(record(value), marbles, values, sourceLocation)
  }

  /// Expects `source` to have been observed as the lines say: `^---!`, one for each observation.
  public func expect<Value>(
    observationsOf source: MarbleSource<Value>, _ lines: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    checks.append { [frame] in
      let actual = source.lines(frame: frame)
      do throws(MarbleError) {
        var expected: [[Marbles.Moment]] = []
        for line in lines { expected.append(try Marbles(line, frame: frame).moments) }
        var found: [[Marbles.Moment]] = []
        for line in actual { found.append(try Marbles(line, frame: frame).moments) }
        guard expected != found else { return }
        Issue.record(
          """
          The observations differ.
            expected  \(lines.joined(separator: "\n            "))
              actual  \(actual.joined(separator: "\n            "))
          """, sourceLocation: sourceLocation)
      } catch {
        Issue.record("\(error.message)", sourceLocation: sourceLocation)
      }
    }
  }

  private func check<Value: Equatable>(
    _ recording: MarbleRecording<Value>, _ marbles: String, _ values: [Character: Value],
    _ sourceLocation: SourceLocation
  ) {
    checks.append {
      do throws(MarbleError) {
        guard let difference = try recording.difference(from: marbles, values, { $0 == $1 }) else {
          return
        }
        Issue.record("\(difference)", sourceLocation: sourceLocation)
      } catch {
        Issue.record("\(error.message)", sourceLocation: sourceLocation)
      }
    }
  }

  private func record<Sent, Value>(
    _ signal: Signal<Sent>, during observation: String, _ sourceLocation: SourceLocation,
    _ event: @escaping @MainActor (Sent) -> MarbleRecording<Value>.Event
  ) -> MarbleRecording<Value> {
    let recording = MarbleRecording<Value>(frame: frame)
    let moments: [Marbles.Moment]
    do throws(MarbleError) {
      moments = try Marbles(observation, frame: frame).moments
    } catch {
      Issue.record("\(error.message)", sourceLocation: sourceLocation)
      return recording
    }
    let start = moments.first { $0.event == .subscription }?.time ?? .zero
    let end = moments.first { $0.event == .cancellation }?.time
    let observe: @MainActor () -> Void = { [clock] in
      recording.token = signal.observe(
        { recording.events.append((clock.now.elapsed, event($0))) },
        ended: { recording.events.append((clock.now.elapsed, .end)) })
    }
    recorders.append { [clock] in
      if start == .zero { observe() } else { _ = clock.schedule(after: start, observe) }
      if let end { _ = clock.schedule(after: end) { recording.token?.cancel() } }
    }
    cleanups.append { recording.token?.cancel() }
    return recording
  }
}
