import Foundation
import Models

extension Response {
  /// Decodes the JSON of the body through Models.
  ///
  /// - Throws: ``NetworkError/Code/undecodable``, whose cause is Models' `ModelError` with every
  ///   problem found.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self
  ) throws(NetworkError) -> Value {
    do {
      return try ModelDecoder().decode(type, from: data)
    } catch {
      throw NetworkError(
        .undecodable, "The body is not a \(type): \(error.message)", cause: error,
        request: url.absoluteString, attempts: 1, response: self)
    }
  }
}
