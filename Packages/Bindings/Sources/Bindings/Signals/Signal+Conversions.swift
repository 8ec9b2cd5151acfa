extension ObservableValue {
  /// A signal that sends the current value and then each new value.
  public var signal: Signal<Value> {
    Signal { observer, lifetime in
      let token = self.observe { if !lifetime.isOver { observer.next($0) } }
      lifetime.onEnd { token.cancel() }
    }
  }
}

extension Signal {
  /// A signal that iterates over `sequence` for each observer and ends with the sequence.
  ///
  /// The iteration runs in a task on the main actor, which is cancelled at the end of the observation.
  public static func from<Elements: AsyncSequence>(
    _ sequence: Elements
  ) -> Signal where Elements.Element == Value, Elements.Failure == Never {
    Signal<Result<Value, Never>>.from(results: sequence).map { $0.get() }
  }

  /// A signal that iterates over `sequence` for each observer; an error of the sequence becomes the last event.
  ///
  /// The iteration runs in a task on the main actor, which is cancelled at the end of the observation.
  public static func from<Elements: AsyncSequence>(
    results sequence: Elements
  ) -> Signal where Value == Result<Elements.Element, Elements.Failure> {
    create { observer in
      let task = Task { @MainActor in
        do throws(Elements.Failure) {
          for try await value in sequence {
            // A sequence does not have to react to the cancellation.
            if Task.isCancelled { return }
            observer.send(.success(value))
          }
        } catch {
          observer.send(.failure(error))
        }
        observer.end()
      }
      return { task.cancel() }
    }
  }
}

extension Signal where Value: Sendable {
  /// Waits for the first event and then ends the observation.
  ///
  /// - Returns: The event; nil when the signal ends or the waiting task is cancelled before the first event.
  public func first() async -> Value? {
    for await value in prefix(1).values { return value }
    return nil
  }

  /// The events as an asynchronous sequence, which buffers events until they are requested.
  public var values: AsyncStream<Value> {
    AsyncStream { continuation in
      let token = observe({ continuation.yield($0) }, ended: { continuation.finish() })
      continuation.onTermination = { _ in onMainActor(token.cancel) }
    }
  }
}
