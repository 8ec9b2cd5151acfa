/// The content of a part of the store: now, and after each commit of this store object that changed it.
///
/// ```swift
/// for try await draft in store.observe(String.self, id: "draft") {
///   print(draft ?? "none")
/// }
/// ```
///
/// Each element is read from the committed state when it is asked for: a consumer slower than the writers skips states
/// but always gets the last one. Commits that leave the value as it was are not delivered. The sequence ends when the
/// store closes or the task is cancelled; each iteration is on its own.
///
/// A value at the end of its time to live is delivered as gone with the next change of what is observed, or the purge.
public struct StoreObservation<Element: Sendable>: AsyncSequence, Sendable {
  /// The error an observation ends with.
  public typealias Failure = StoreError

  /// A reading and its fingerprint, by which equal readings are told.
  typealias Reading = (fingerprint: Fingerprint, element: @Sendable () throws -> Element)

  let engine: Engine
  /// The table and the range that are looked at: a change in there may change the reading.
  let table: Int64
  var range = IDRange.all
  let read: @Sendable () throws -> Reading

  /// Starts observing.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Delivers the readings of one observer, to one task at a time.
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

    /// Waits for a reading that differs from the last one; nil when the store has closed.
    ///
    /// - Throws: What reading or decoding the value throws; the observation can be resumed by asking again. What could
    ///   not be read is then read again at once; after what could not be decoded the next change is waited for.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(StoreError) -> Element? {
      // A stream that is cancelled still has what it kept.
      while await changes.next(isolation: actor) != nil, !Task.isCancelled {
        let news: News?
        do { news = try await readOnQueue() } catch {
          let error = StoreError.wrapping(error, at: observation.engine.path)
          guard error.code != .closed else { return nil }
          // The state that was not read is still due, whether another commit follows or not.
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

    /// The reading, if it differs from the last one, or `nil`.
    ///
    /// Reads and decodes on a queue of the store's: neither may keep the caller's actor waiting.
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
