import Foundation
import Models

extension Client {
  /// The decoded values of JSON lines as they arrive: one JSON document per line, such as `application/x-ndjson`.
  ///
  /// ```swift
  /// for try await order in client.jsonLines(Request(.get, "/orders"), of: Order.self) { show(order) }
  /// ```
  ///
  /// The sequence is cold: each iteration sends the request again, as ``stream(_:)`` does. Blank lines are skipped. The
  /// body has no limit unless the request or its environment sets one.
  ///
  /// - Parameters:
  ///   - request: The request for the stream.
  ///   - type: The model of a line, decoded with the client's decoder. A line that does not match ends the iteration
  ///     with ``NetworkError/Code/undecodable`` and its line number.
  ///   - limit: The maximum bytes of a line, 1 MiB by default; a longer line is ``NetworkError/Code/tooLarge``.
  /// - Returns: The values; nothing is sent before the first value is requested.
  public func jsonLines<Value: Decodable & Sendable>(
    _ request: Request, of type: Value.Type = Value.self, limit: Int = 1 << 20
  ) -> some AsyncSequence<Value, NetworkError> & Sendable {
    ColdSequence<Value> {
      var open: (answer: Answer, nextLine: Pull<Data>)?
      var number = 0
      return { () async throws(NetworkError) in
        if open == nil {
          let answer = try await self.endlessStream(request)
          open = (answer, answer.stream.body.nextLineBytes(limit: limit))
        }
        while let (answer, nextLine) = open, let line = try await nextLine() {
          number += 1
          guard !String(decoding: line, as: UTF8.self).allSatisfy(\.isWhitespace) else { continue }
          var response = Response(head: answer.head, data: line)
          response.secrets = answer.request.secrets
          do throws(NetworkError) {
            // The explicit type matters: with an optional return type, a `null` would end the iteration.
            return try response.decode(type, decoder: self.exchange.configuration.decoder)
          } catch {
            var error = error
            error.message = "In line \(number) of the stream: \(error.message)"
            throw error
          }
        }
        return nil
      }
    }
  }
}
