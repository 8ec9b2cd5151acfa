extension ObservableValue {
  /// The value now and after each change.
  public var signal: Signal<Value> {
    Signal { observer, lifetime in
      let token = self.observe { if !lifetime.isOver { observer.next($0) } }
      lifetime.onEnd { token.cancel() }
    }
  }
}

extension Signal {
  /// A signal that iterates over `sequence` again for each observer, and ends with it.
  ///
  /// The iteration is a task of the main actor, cancelled when the observation is over.
  public static func from<Elements: AsyncSequence>(
    _ sequence: Elements
  ) -> Signal where Elements.Element == Value, Elements.Failure == Never {
    Signal<Result<Value, Never>>.from(results: sequence).map { $0.get() }
  }

  /// A signal that iterates over `sequence` again for each observer; what it throws is the last event.
  ///
  /// The iteration is a task of the main actor, cancelled when the observation is over.
  public static func from<Elements: AsyncSequence>(
    results sequence: Elements
  ) -> Signal where Value == Result<Elements.Element, Elements.Failure> {
    create { observer in
      let task = Task { @MainActor in
        do throws(Elements.Failure) {
          for try await value in sequence {
            // A sequence need not notice that it is iterated over in vain.
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
  /// Waits for the first event, with which the observation is over.
  ///
  /// - Returns: The event; nil when the signal ends, or the waiting task is cancelled, before one.
  public func first() async -> Value? {
    for await value in prefix(1).values { return value }
    return nil
  }

  /// The events as an asynchronous sequence, which keeps those that nobody has asked for yet.
  public var values: AsyncStream<Value> {
    AsyncStream { continuation in
      let token = observe({ continuation.yield($0) }, ended: { continuation.finish() })
      continuation.onTermination = { _ in onMainActor(token.cancel) }
    }
  }
}
