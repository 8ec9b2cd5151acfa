import Bindings

/// What a signal or a property sent, and when.
///
/// ```swift
/// let sent = test.record(source.signal)
/// test.run()
/// print(sent)  // -a-b|
/// ```
/// As text it is a time line. A value that is one letter or digit stands for itself; others get letters
/// in the order in which they came, with a legend behind the line.
@MainActor
public final class MarbleRecording<Value> {
  /// What came.
  public enum Event {
    /// A value.
    case value(Value)
    /// A failure of a signal of results.
    case failure(any Error)
    /// The end.
    case end
  }

  /// What came, with the time since the start of the test.
  public internal(set) var events: [(time: Duration, event: Event)] = []
  let frame: Duration
  var token: Subscription?

  init(frame: Duration) { self.frame = frame }

  /// The values alone.
  public var values: [Value] {
    events.compactMap { if case .value(let value) = $0.event { value } else { nil } }
  }

  /// The time line, with letters from `values` where they fit.
  public func line(_ values: [Character: Value] = [:]) -> String {
    var letters = MarbleLetters(values) { String(describing: $0) == String(describing: $1) }
    let line = line(&letters)
    return letters.legend.isEmpty ? line : "\(line)  \(letters.legend)"
  }

  func line(_ letters: inout MarbleLetters<Value>) -> String {
    var marks: [(time: Duration, mark: Character)] = []
    for (time, event) in events {
      switch event {
      case .value(let value): marks.append((time, letters.letter(for: value)))
      case .failure: marks.append((time, "#"))
      case .end: marks.append((time, "|"))
      }
    }
    return MarbleText(frame: frame).line(marks)
  }
}

extension MarbleRecording: @MainActor CustomStringConvertible {
  /// The time line.
  public var description: String { line() }
}

extension MarbleRecording {
  /// How the recording differs from `marbles`; nil when it does not.
  func difference(
    from marbles: String, _ values: [Character: Value],
    _ areEqual: @escaping @MainActor (Value, Value) -> Bool
  ) throws(MarbleError) -> String? {
    var letters = MarbleLetters(values, areEqual)
    let expected = try MarbleRecording(marbles, letters, frame: frame)
    let first = zip(events, expected.events).enumerated().first { _, pair in
      pair.0.time != pair.1.time || !MarbleRecording.same(pair.0.event, pair.1.event, areEqual)
    }
    guard first != nil || events.count != expected.events.count else { return nil }
    let index = first?.offset ?? min(events.count, expected.events.count)
    let lines = (expected.line(&letters), line(&letters))
    return """
      \(expected.describe(index, &letters)) was expected, but \(describe(index, &letters)) came.
        expected  \(lines.0)
          actual  \(lines.1)
      """ + (letters.legend.isEmpty ? "" : "\n            \(letters.legend)")
  }

  private convenience init(
    _ marbles: String, _ letters: MarbleLetters<Value>, frame: Duration
  ) throws(MarbleError) {
    self.init(frame: frame)
    for moment in try Marbles(marbles, frame: frame).moments {
      switch moment.event {
      case .value(let letter):
        guard let value = letters.value(of: letter) else {
          throw MarbleError(message: "no value is given for '\(letter)' in \(marbles)")
        }
        events.append((moment.time, .value(value)))
      case .failure: events.append((moment.time, .failure(ExpectedFailure())))
      case .end: events.append((moment.time, .end))
      case .subscription, .cancellation:
        throw MarbleError(message: "'^' and '!' belong in the line of an observation: \(marbles)")
      }
    }
  }

  private static func same(
    _ left: Event, _ right: Event, _ areEqual: @MainActor (Value, Value) -> Bool
  ) -> Bool {
    switch (left, right) {
    case (.value(let left), .value(let right)): areEqual(left, right)
    case (.failure, .failure), (.end, .end): true
    default: false
    }
  }

  private func describe(_ index: Int, _ letters: inout MarbleLetters<Value>) -> String {
    guard events.indices.contains(index) else { return "nothing more" }
    let moment = MarbleText.describe(events[index].time)
    switch events[index].event {
    case .value(let value): return "\(letters.letter(for: value)) (\(value)) at \(moment)"
    case .failure(let error):
      return error is ExpectedFailure ? "# at \(moment)" : "# (\(error)) at \(moment)"
    case .end: return "| at \(moment)"
    }
  }
}

/// Stands for any failure.
private struct ExpectedFailure: Error {}
