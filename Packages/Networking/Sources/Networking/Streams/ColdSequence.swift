/// Returns the next element of a sequence, or `nil` at its end; only one task at a time may call it.
typealias Pull<Element> = () async throws(NetworkError) -> Element?

/// A sequence whose iterations each start from the beginning at their first element; an error ends the iteration.
struct ColdSequence<Element>: AsyncSequence, Sendable {
  /// Starts an iteration and returns its function for the next element.
  let begin: @Sendable () -> Pull<Element>

  func makeAsyncIterator() -> Iterator { Iterator(source: Source(pull: begin())) }

  /// The closure of an iteration, in a box.
  ///
  /// Generic code, such as `Optional.take()`, wraps a bare closure once more each time that it returns it, and each call
  /// goes through all wrappers.
  struct Source { let pull: Pull<Element> }

  struct Iterator: AsyncIteratorProtocol {
    /// The source of the next element; `nil` after the end.
    var source: Source?

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetworkError) -> Element? {
      guard let current = source.take(), let element = try await current.pull() else { return nil }
      source = current
      return element
    }
  }
}
