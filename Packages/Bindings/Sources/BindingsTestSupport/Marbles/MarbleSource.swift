public import Bindings

/// A signal that plays a time line in a ``MarbleTest``, and notes who observed it when.
@MainActor
public final class MarbleSource<Value> {
  /// The signal.
  public private(set) var signal = Signal<Value>.never
  /// When each observation began and, if it is over, ended; in the order of their beginnings.
  public private(set) var observations: [(start: Duration, end: Duration?)] = []
  private let clock: ManualClock

  init(_ clock: ManualClock) { self.clock = clock }

  /// Plays for everybody at once, from the start of the test.
  func playHot(_ moments: [(time: Duration, event: MarbleRecording<Value>.Event)]) -> () -> Void {
    let source = SignalSource<Value>()
    signal = noting { observer in
      let token = source.signal.observe({ observer.send($0) }, ended: { observer.end() })
      return { token.cancel() }
    }
    return { [clock] in
      for (time, event) in moments where time >= .zero {
        _ = clock.schedule(after: time) {
          if case .value(let value) = event { source.send(value) } else { source.end() }
        }
      }
    }
  }

  /// Plays anew for each observer, from the moment at which it begins to observe.
  func playCold(_ moments: [(time: Duration, event: MarbleRecording<Value>.Event)]) {
    signal = noting { [clock] observer in
      let cancels = moments.map { time, event in
        clock.schedule(after: time) {
          if case .value(let value) = event { observer.send(value) } else { observer.end() }
        }
      }
      return { for cancel in cancels { cancel() } }
    }
  }

  private func noting(
    _ body: @escaping @MainActor (SignalObserver<Value>) -> @MainActor () -> Void
  ) -> Signal<Value> {
    Signal.create { [clock] observer in
      let index = self.observations.count
      self.observations.append((clock.now.elapsed, nil))
      let stop = body(observer)
      return {
        self.observations[index].end = clock.now.elapsed
        stop()
      }
    }
  }

  /// The observations as time lines.
  func lines(frame: Duration) -> [String] {
    observations.map { start, end in
      var marks: [(time: Duration, mark: Character)] = [(start, "^")]
      if let end { marks.append((end, "!")) }
      return MarbleText(frame: frame).line(marks)
    }
  }
}
