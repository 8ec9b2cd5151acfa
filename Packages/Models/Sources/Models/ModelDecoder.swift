#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Reads any `Decodable` from JSON and says exactly what is wrong when it cannot.
///
/// A plain `Codable` type needs nothing: it goes through Foundation's `JSONDecoder`, and only a failure costs more.
///
/// ```swift
/// struct RememberedLogin: Codable { var phone: String }
/// let login = try ModelDecoder().decode(RememberedLogin.self, from: #"{"phone": "18612345678"}"#)
/// // {"fone": "1"} throws: 1:1 /phone: expected a string, found nothing. Add the key "phone".
/// ```
public struct ModelDecoder: Sendable {
  /// Makes a decoder.
  public init() {}

  /// Reads a value from UTF-8 JSON.
  ///
  /// - Throws: `ModelError` with every problem that could be reached.
  public func decode<Model: Decodable>(
    _ type: Model.Type = Model.self, from data: Data
  ) throws(ModelError) -> Model {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw ModelError(problems: [JSONProblem(error)], cause: error)
    } catch {
      throw ModelError(.mismatch, message: "\(type) could not be read: \(error).", cause: error)
    }
  }

  /// Reads a value from JSON text.
  ///
  /// - Throws: `ModelError` with every problem that could be reached.
  public func decode<Model: Decodable>(
    _ type: Model.Type = Model.self, from text: String
  ) throws(ModelError) -> Model {
    try decode(type, from: Data(text.utf8))
  }
}
