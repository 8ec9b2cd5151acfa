/// Brings the next element of a sequence, or `nil` at its end; called by one task at a time.
typealias Pull<Element> = () async throws(NetworkError) -> Element?

/// A sequence whose iterations each start again, when the first element is asked for; after an error there is none.
struct ColdSequence<Element>: AsyncSequence, Sendable {
  /// Makes what brings the elements of one iteration.
  let begin: @Sendable () -> Pull<Element>

  func makeAsyncIterator() -> Iterator { Iterator(pull: begin()) }

  struct Iterator: AsyncIteratorProtocol {
    /// Nothing once the iteration is over.
    var pull: Pull<Element>?

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetworkError) -> Element? {
      let current = pull.take()
      guard let current, let element = try await current() else { return nil }
      pull = current
      return element
    }
  }
}
