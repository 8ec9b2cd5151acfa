/// A sequence of the states of a part of the store: the current state, then each one changed by this store object.
///
/// ```swift
/// for try await draft in store.observe(String.self, id: "draft") {
///   print(draft ?? "none")
/// }
/// ```
///
/// Each element is read from the committed state when it is requested: a consumer slower than the writers skips states,
/// but always gets the last one. Commits that do not change the value are not delivered. The sequence ends when the
/// store closes or the task is cancelled; iterations are independent.
///
/// An expired value is delivered as missing at the next change of the observed part, or at a purge.
public struct StoreObservation<Element: Sendable>: AsyncSequence, Sendable {
  /// The error type of an observation.
  public typealias Failure = StoreError

  /// A reading and its fingerprint, which identifies equal readings.
  typealias Reading = (fingerprint: Fingerprint, element: @Sendable () throws -> Element)

  let engine: Engine
  /// The observed table and range; a change within them may change the reading.
  let table: Int64
  var range = IDRange.all
  let read: @Sendable () throws -> Reading

  /// Starts observing.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Iterates over the readings of one observer; only one task at a time may use it.
  public struct Iterator: AsyncIteratorProtocol {
    private let observation: StoreObservation
    private var changes: AsyncStream<Void>.Iterator
    private let flag: ChangeHub.Flag
    private var fingerprint: Fingerprint?

    fileprivate init(_ observation: StoreObservation) {
      self.observation = observation
      let (changes, flag) = observation.engine.hub.changes(
        of: observation.table, in: observation.range)
      self.changes = changes.makeAsyncIterator()
      self.flag = flag
    }

    /// Waits for a reading that differs from the last one; returns nil when the store has closed.
    ///
    /// - Throws: The errors of reading or decoding; another call resumes the observation. After a read error, the call
    ///   reads again at once; after a decoding error, it waits for the next change.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(StoreError) -> Element? {
      // A cancelled stream still delivers its buffered elements.
      while await changes.next(isolation: actor) != nil, !Task.isCancelled {
        let news: News?
        do { news = try await readOnQueue() } catch {
          let error = StoreError.wrapping(error, at: observation.engine.path)
          guard error.code != .closed else { return nil }
          // The state that could not be read is still due, even if no other commit follows.
          flag.yield()
          throw error
        }
        guard let news else { continue }
        fingerprint = news.fingerprint
        do { return try news.element.get() } catch {
          throw StoreError.wrapping(error, at: observation.engine.path)
        }
      }
      return nil
    }

    /// Returns the reading if it differs from the last one, otherwise `nil`.
    ///
    /// The reading is read and decoded on a queue of the store, so that neither blocks the caller's actor.
    private func readOnQueue() async throws -> News? {
      try await observation.engine.onReadingQueue { [observation, fingerprint] in
        let reading = try observation.read()
        guard reading.fingerprint != fingerprint else { return nil }
        return (reading.fingerprint, Result { try reading.element() })
      }
    }
  }

  private typealias News = (fingerprint: Fingerprint, element: Result<Element, any Error>)
}
