import Foundation
public import Models

extension Response {
  /// Decodes the JSON of the body with Models.
  ///
  /// - Throws: ``NetworkError/Code/undecodable``; its cause is a `ModelError` with all problems found.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, decoder: ModelDecoder = ModelDecoder()
  ) throws(NetworkError) -> Value {
    do {
      return try decoder.decode(type, from: data)
    } catch {
      let redactor = Redactor(secrets)
      let error = redactor.error(error, of: data)
      throw NetworkError(
        .undecodable, "The body is not a \(type): \(error.message)", cause: error,
        request: redactor.url(url.absoluteString), attempts: metrics.attempts, response: self)
    }
  }
}
