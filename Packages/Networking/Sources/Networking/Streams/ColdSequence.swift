/// Brings the next element of a sequence, or `nil` at its end; called by one task at a time.
typealias Pull<Element> = () async throws(NetworkError) -> Element?

/// A sequence whose iterations each begin anew; nothing is done before the first element is asked for.
struct ColdSequence<Element>: AsyncSequence, Sendable {
  /// Makes what brings the elements of one iteration.
  let begin: @Sendable () -> Pull<Element>

  func makeAsyncIterator() -> Iterator { Iterator(pull: begin()) }

  struct Iterator: AsyncIteratorProtocol {
    let pull: Pull<Element>

    func next(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> Element? {
      try await pull()
    }
  }
}
