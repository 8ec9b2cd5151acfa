import Foundation
import Models

extension Client {
  /// The values of JSON lines as they arrive: one JSON document a line, such as `application/x-ndjson`.
  ///
  /// ```swift
  /// for try await order in client.jsonLines(Request(.get, "/orders"), of: Order.self) { show(order) }
  /// ```
  ///
  /// The sequence is cold: each iteration asks anew, as ``stream(_:)`` does, and one that is dropped ends its
  /// transfer. Blank lines are passed over. The body has no limit unless the request or its environment sets one.
  ///
  /// - Parameters:
  ///   - request: The request for the stream.
  ///   - type: The model of a line, decoded by the client's decoder; a line that is something else ends the
  ///     iteration in ``NetworkError/Code/undecodable`` with its number.
  ///   - limit: The most bytes of a line, 1 MiB by default; a longer one is ``NetworkError/Code/tooLarge``.
  /// - Returns: The values; nothing is sent before the first is asked for.
  public func jsonLines<Value: Decodable & Sendable>(
    _ request: Request, of type: Value.Type = Value.self, limit: Int = 1 << 20
  ) -> JSONLines<Value> {
    JSONLines(client: self, request: request, limit: limit)
  }

  /// The values of JSON lines; nothing is sent before the first is asked for.
  public struct JSONLines<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    fileprivate let client: Client
    fileprivate let request: Request
    fileprivate let limit: Int

    /// Starts asking.
    public func makeAsyncIterator() -> Iterator { Iterator(source: self) }

    /// Brings the values in order.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let source: JSONLines
      private var open: (head: ResponseHead, lines: ResponseBody.Lines.Iterator)?
      private var number = 0

      fileprivate init(source: JSONLines) { self.source = source }

      /// The next value, or `nil` at the end.
      ///
      /// - Throws: ``NetworkError``.
      public mutating func next() async throws(NetworkError) -> Value? {
        var (head, lines) = try await opened()
        // Taken out, so that nothing of it is copied.
        open = nil
        defer { open = (head, lines) }
        while let line = try await lines.next() {
          number += 1
          guard !line.allSatisfy(\.isWhitespace) else { continue }
          return try value(of: line, head)
        }
        return nil
      }

      /// The next value, or `nil` at the end.
      ///
      /// - Throws: ``NetworkError``.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(NetworkError) -> Value? {
        try await next()
      }

      private func opened() async throws(NetworkError) -> (
        head: ResponseHead, lines: ResponseBody.Lines.Iterator
      ) {
        if let open { return open }
        let stream = try await source.client.endlessStream(source.request)
        return (stream.head, stream.body.lines(limit: source.limit).makeAsyncIterator())
      }

      private func value(of line: String, _ head: ResponseHead) throws(NetworkError) -> Value {
        var response = Response(head: head, data: Data(line.utf8))
        response.secrets = source.request.secrets
        do throws(NetworkError) {
          return try response.decode(decoder: source.client.exchange.configuration.decoder)
        } catch {
          var error = error
          error.message = "In line \(number) of the stream: \(error.message)"
          throw error
        }
      }
    }
  }
}
