public import Bindings
public import Testing

extension MarbleTest {
  /// A hot signal that plays `marbles` from the start of the test; with `^` in the line that is the
  /// start, and what comes before it is not sent.
  public func hot<Value>(
    _ marbles: String, _ values: [Character: Value] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleSource<Value> {
    let source = MarbleSource<Value>(clock)
    players.append(source.playHot(moments(marbles, values, nil, sourceLocation)))
    return source
  }

  /// A hot signal of results, in which `#` is `failure` and the line goes on after it.
  public func hot<Success, Failure>(
    _ marbles: String, _ values: [Character: Success] = [:], failure: Failure,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleSource<Result<Success, Failure>> {
    let source = MarbleSource<Result<Success, Failure>>(clock)
    players.append(source.playHot(results(marbles, values, failure, sourceLocation)))
    return source
  }

  /// A cold signal that plays `marbles` for each observer.
  public func cold<Value>(
    _ marbles: String, _ values: [Character: Value] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleSource<Value> {
    let source = MarbleSource<Value>(clock)
    source.playCold(moments(marbles, values, nil, sourceLocation))
    return source
  }

  /// A cold signal of results, in which `#` is `failure` and the line goes on after it.
  public func cold<Success, Failure>(
    _ marbles: String, _ values: [Character: Success] = [:], failure: Failure,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleSource<Result<Success, Failure>> {
    let source = MarbleSource<Result<Success, Failure>>(clock)
    source.playCold(results(marbles, values, failure, sourceLocation))
    return source
  }

  /// Writes the values of `marbles` to `property` at their moments; those of a group are one batch.
  public func write<Value>(
    _ marbles: String, _ values: [Character: Value] = [:], to property: Property<Value>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var rest = moments(marbles, values, nil, sourceLocation)[...]
    while let first = rest.first {
      let group = rest.prefix { $0.time == first.time }
      rest = rest.dropFirst(group.count)
      players.append { [clock] in
        _ = clock.schedule(after: first.time) {
          batch {
            for (_, event) in group {
              if case .value(let value) = event { property.value = value }
            }
          }
        }
      }
    }
  }

  private func results<Success, Failure>(
    _ marbles: String, _ values: [Character: Success], _ failure: Failure,
    _ sourceLocation: SourceLocation
  ) -> [(time: Duration, event: MarbleRecording<Result<Success, Failure>>.Event)] {
    moments(marbles, values, failure, sourceLocation).map { time, event in
      switch event {
      case .value(let value): (time, .value(.success(value)))
      case .failure: (time, .value(.failure(failure)))
      case .end: (time, .end)
      }
    }
  }

  /// What `marbles` says happens, from its `^` on.
  private func moments<Value>(
    _ marbles: String, _ values: [Character: Value], _ failure: (any Error)?,
    _ sourceLocation: SourceLocation
  ) -> [(time: Duration, event: MarbleRecording<Value>.Event)] {
    let letters = MarbleLetters(values) { _, _ in false }
    do throws(MarbleError) {
      let moments = try Marbles(marbles, frame: frame).moments
      let start = moments.first { $0.event == .subscription }?.time ?? .zero
      var events: [(time: Duration, event: MarbleRecording<Value>.Event)] = []
      for moment in moments {
        let time = moment.time - start
        switch moment.event {
        case .value(let letter):
          guard let value = letters.value(of: letter) else {
            throw MarbleError(message: "no value is given for '\(letter)' in \(marbles)")
          }
          events.append((time, .value(value)))
        case .failure:
          guard let failure else {
            throw MarbleError(
              message: "signals do not fail; for '#' give a failure and get results: \(marbles)")
          }
          events.append((time, .failure(failure)))
        case .end: events.append((time, .end))
        case .subscription: break
        case .cancellation:
          throw MarbleError(message: "'!' belongs in the line of an observation: \(marbles)")
        }
      }
      return events
    } catch {
      Issue.record("\(error.message)", sourceLocation: sourceLocation)
      return []
    }
  }
}
