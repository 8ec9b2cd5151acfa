#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A decoder that reads any `Decodable` from JSON and reports precisely what is wrong if that fails.
///
/// `Codable` types need no changes: the document is validated and then decoded by Foundation's `JSONDecoder`. This
/// package's own decoder runs instead if that fails, if the options require it, if the document is deep, large, has
/// keys beyond ASCII or long numbers, if the model contains a `JSONValue` or a `JSONNumber`, or if a wrapper drops,
/// replaces or converts a value. It reports the first hundred problems with their positions.
///
/// ```swift
/// struct RememberedLogin: Codable { var phone: String }
/// let login = try ModelDecoder().decode(RememberedLogin.self, from: #"{"phone": "18612345678"}"#)
/// // {"fone": "1"} throws: 1:1 /phone: expected the key "phone", found nothing. …
/// ```
///
/// Dates are ISO 8601 unless ``DecodingOptions/dates`` has other formats; a day or time that does not exist is refused.
///
/// - Complexity: O(size of the document) time and memory, for any depth and any number of failures.
public struct ModelDecoder: Sendable {
  /// The options of the decode.
  public var options: DecodingOptions

  /// Makes a decoder.
  public init(_ options: DecodingOptions = DecodingOptions()) {
    self.options = options
  }

  /// Decodes a value from UTF-8 JSON, or from the part of it at a pointer.
  ///
  /// - Throws: `ModelError` with the first hundred problems found.
  public func decode<Model: Decodable>(
    _ type: Model.Type = Model.self, from data: Data, at pointer: JSONPointer = .root
  ) throws(ModelError) -> Model {
    try decodeReporting(type, from: data, at: pointer).value
  }

  /// Decodes a value from JSON text, or from the part of it at a pointer.
  public func decode<Model: Decodable>(
    _ type: Model.Type = Model.self, from text: String, at pointer: JSONPointer = .root
  ) throws(ModelError) -> Model {
    try decode(type, from: Data(text.utf8), at: pointer)
  }

  /// Decodes a value from parsed JSON, or from the part of it at a pointer.
  ///
  /// - Throws: `ModelError`; its positions refer to `value.description`.
  public func decode<Model: Decodable>(
    _ type: Model.Type = Model.self, from value: JSONValue, at pointer: JSONPointer = .root
  ) throws(ModelError) -> Model {
    try decode(type, from: value.description, at: pointer)
  }

  /// Decodes a value and reports what was dropped, replaced or converted.
  ///
  /// - Throws: `ModelError` with the first hundred problems found, if there is no value.
  public func decodeReporting<Model: Decodable>(
    _ type: Model.Type = Model.self, from data: Data, at pointer: JSONPointer = .root
  ) throws(ModelError) -> Decoded<Model> {
    let bytes = PaddedBytes(data)
    guard options.isPlain, pointer == .root else {
      return try explain(type, in: JSONDocument(bytes, depthLimit: options.depth), at: pointer)
    }
    // The whole document is validated first, because Foundation also accepts UTF-16, a trailing comma, and errors in
    // members that the model does not read.
    let document = try JSONDocument(bytes, depthLimit: options.depth)
    guard document.suitsFoundation else { return try explain(type, in: document, at: .root) }
    return try decodeThroughFoundation(type, from: data, document)
  }

  /// Returns a copy of a model with a JSON merge patch applied (RFC 7396): members are merged deeply, arrays are
  /// replaced, `null` removes a member.
  ///
  /// The patch uses the keys that the model writes, whatever ``DecodingOptions/keys`` says: a converted key has several
  /// spellings, so the patch would be ambiguous. Dates that the patch does not change are rounded to milliseconds, as
  /// ``ModelEncoder`` writes them. All other options apply.
  ///
  /// - Throws: `ModelError` if the result does not match the model; the given model is unchanged.
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
    // Foundation's own strategy accepts days and times that do not exist.
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
  /// Whether Foundation's decoder reads the document as this package does, with bounded stack and memory.
  ///
  /// Foundation compares keys as Swift text, misreads some long numbers, recurses at each level, and uses up to ten
  /// times the document's size in memory.
  fileprivate var suitsFoundation: Bool {
    hasPlainKeys && hasPlainNumbers && depth <= 64 && bytes.count <= 8 << 20
  }
}
