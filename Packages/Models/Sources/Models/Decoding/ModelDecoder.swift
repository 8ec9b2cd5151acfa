#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Reads any `Decodable` from JSON and says exactly what is wrong when it cannot.
///
/// A `Codable` type needs nothing: the document is checked and goes through Foundation's `JSONDecoder`. When that fails,
/// when the options ask for more, when the document is deep, large, has keys beyond ASCII or long numbers, when the
/// model holds a `JSONValue` or a `JSONNumber`, or when a wrapper drops, replaces or converts something, this package's
/// own decoder runs. It reaches the first hundred problems and finds their places.
///
/// ```swift
/// struct RememberedLogin: Codable { var phone: String }
/// let login = try ModelDecoder().decode(RememberedLogin.self, from: #"{"phone": "18612345678"}"#)
/// // {"fone": "1"} throws: 1:1 /phone: expected the key "phone", found nothing. …
/// ```
///
/// Dates are ISO 8601 unless ``DecodingOptions/dates`` says otherwise; a day or time that does not exist is refused.
///
/// - Complexity: O(size of the document) time and memory, however deep it is and whatever fails in it.
public struct ModelDecoder: Sendable {
  /// The options: how forgiving and how curious the decode is.
  public var options: DecodingOptions

  /// Makes a decoder.
  public init(_ options: DecodingOptions = DecodingOptions()) {
    self.options = options
  }

  /// Reads a value from UTF-8 JSON, or from the part of it at a pointer.
  ///
  /// - Throws: `ModelError` with the first hundred problems that could be reached.
  public func decode<Model: Decodable>(
    _ type: Model.Type = Model.self, from data: Data, at pointer: JSONPointer = .root
  ) throws(ModelError) -> Model {
    try decodeReporting(type, from: data, at: pointer).value
  }

  /// Reads a value from JSON text, or from the part of it at a pointer.
  public func decode<Model: Decodable>(
    _ type: Model.Type = Model.self, from text: String, at pointer: JSONPointer = .root
  ) throws(ModelError) -> Model {
    try decode(type, from: Data(text.utf8), at: pointer)
  }

  /// Reads a value from JSON already parsed, or from the part of it at a pointer.
  ///
  /// - Throws: `ModelError`; its positions count in `value.description`.
  public func decode<Model: Decodable>(
    _ type: Model.Type = Model.self, from value: JSONValue, at pointer: JSONPointer = .root
  ) throws(ModelError) -> Model {
    try decode(type, from: value.description, at: pointer)
  }

  /// Reads a value and returns with it what was dropped, replaced or converted.
  ///
  /// - Throws: `ModelError` with the first hundred problems that could be reached, when there is no value.
  public func decodeReporting<Model: Decodable>(
    _ type: Model.Type = Model.self, from data: Data, at pointer: JSONPointer = .root
  ) throws(ModelError) -> Decoded<Model> {
    let bytes = PaddedBytes(data)
    guard options.isPlain, pointer == .root else {
      return try explain(type, in: JSONDocument(bytes, depthLimit: options.depth), at: pointer)
    }
    // The whole document is checked first: Foundation also reads UTF-16, a comma before a bracket, and anything in a
    // member that nobody asks for.
    let document = try JSONDocument(bytes, depthLimit: options.depth)
    guard document.suitsFoundation else { return try explain(type, in: document, at: .root) }
    return try decodeThroughFoundation(type, from: data, document)
  }

  /// A copy of a model with the members of a JSON object laid over it, as RFC 7396 merges: members are merged
  /// deeply, arrays are replaced, `null` removes a member.
  ///
  /// The patch has the keys that the model writes, whatever ``DecodingOptions/keys`` says: a converted key has several
  /// spellings, and the patch could mean another than the model's. Dates that the patch leaves alone are rounded to
  /// milliseconds, as ``ModelEncoder`` writes them. All other options hold.
  ///
  /// - Throws: `ModelError` when the result no longer fits the model; the model given is unchanged.
  public func merging<Model: Codable>(_ patch: JSONValue, into model: Model) throws(ModelError)
    -> Model
  {
    let current = try ModelEncoder().encodeValue(model)
    var written = self
    written.options.keys = .asWritten
    written.options.dates = [.iso8601] + options.dates.filter { $0 != .iso8601 }
    return try written.decode(Model.self, from: current.merging(patch))
  }
}

extension ModelDecoder {
  private func decodeThroughFoundation<Model: Decodable>(
    _ type: Model.Type, from data: Data, _ document: JSONDocument
  ) throws(ModelError) -> Decoded<Model> {
    let decoder = JSONDecoder()
    let log = ProblemLog()
    decoder.userInfo[ProblemLog.key] = log
    // Foundation's own strategy takes days and times that do not exist.
    decoder.dateDecodingStrategy = .custom { [dates = options.dates] in
      try DateFormat.date(from: $0, dates)
    }
    let outcome = Result { try decoder.decode(type, from: data) }
    if case .success(let value) = outcome, !log.losesContent { return Decoded(value: value) }
    do throws(ModelError) {
      return try explain(type, in: document, at: .root)
    } catch {
      guard case .failure(let cause) = outcome, !log.losesContent else { throw error }
      throw ModelError(error.code, message: error.message, problems: error.problems, cause: cause)
    }
  }

  private func explain<Model: Decodable>(
    _ type: Model.Type, in document: JSONDocument, at pointer: JSONPointer
  ) throws(ModelError) -> Decoded<Model> {
    try DecodingPass(document, options).run(type, at: pointer)
  }
}

extension JSONDocument {
  /// Whether Foundation's decoder reads it as this package does, within bounded stack and memory.
  ///
  /// It compares keys as Swift compares text, takes some long numbers for others, recurses with each level, and takes
  /// up to ten times the size of a document in memory.
  fileprivate var suitsFoundation: Bool {
    hasPlainKeys && hasPlainNumbers && depth <= 64 && bytes.count <= 8 << 20
  }
}
