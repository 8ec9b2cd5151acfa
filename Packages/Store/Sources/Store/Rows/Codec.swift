internal import Foundation
internal import Models

/// Encodes and decodes values: format 2 with Models' encoder and decoder, format 1 (read only) with `JSONDecoder`.
enum Codec {
  private static let encoder = ModelEncoder()
  private static let decoder = ModelDecoder()

  /// The decoder of format 1: dates are seconds since 2001; infinite numbers and NaN are words.
  private static let legacyDecoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return decoder
  }()

  static func encode<Value: Encodable>(
    _ value: Value, id: String
  ) throws(StoreError) -> (bytes: Data, format: ValueFormat) {
    // Types are compared before the cast, because a failed cast costs as much as a small encoding.
    if Value.self == Data.self || Value.self == Data?.self, let bytes = value as? Data {
      return (bytes, .bytes)
    }
    if Value.self == StoredContent.self || Value.self == StoredContent?.self,
      let content = value as? StoredContent
    {
      return try content.encoded(id: id)
    }
    let bytes: Data
    do { bytes = try encoder.encode(value) } catch {
      // The message of the cause may quote the value.
      throw StoreError(
        .unencodable,
        "The value for \(id.debugDescription) cannot be encoded as JSON: something in it has no JSON form, "
          + "such as a number without end or a date beyond the year 9999.")
    }
    try checkDepth(of: bytes, id: id)
    return (bytes, .json)
  }

  /// Refuses JSON that is nested too deeply to be read again; a text with few brackets passes at once.
  private static func checkDepth(of json: Data, id: String) throws(StoreError) {
    let depth = DecodingOptions().depthLimit
    guard json.count > 2 * depth else { return }
    let brackets = unsafe json.withUnsafeBytes { bytes in
      unsafe bytes.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    }
    guard brackets > depth, (try? JSONText(parsing: json, depthLimit: depth)) == nil else { return }
    throw StoreError(
      .unencodable,
      "The value for \(id.debugDescription) nests deeper than \(depth) levels. Put it in parts, or as Data."
    )
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from row: StoredRow
  ) throws(StoreError) -> Value {
    if type == StoredContent.self || type == StoredContent?.self,
      let content = StoredContent(row) as? Value
    {
      return content
    }
    switch row.format {
    case .bytes:
      if let bytes = row.value as? Value { return bytes }
      throw StoreError(
        .wrongType,
        "The row \(row.id.debugDescription) holds bytes, not a \(type). Ask for Data.self.")
    case .json, .legacyJSON:
      // A JSON text must not be decoded as Base64 bytes; for missing optional bytes, null is stored.
      if type == Data.self || type == Data?.self && row.value != Data("null".utf8) {
        throw StoreError(
          .wrongType,
          "The row \(row.id.debugDescription) holds an encoded value, not bytes. Ask for the type "
            + "it was put with.")
      }
      do {
        return row.format == .json
          ? try decoder.decode(type, from: row.value)
          : try legacyDecoder.decode(type, from: row.value)
      } catch {
        throw StoreError(
          .wrongType,
          "The row \(row.id.debugDescription) is intact but is not a \(type): \(explain(error)). "
            + "Ask for the type it was put with, or migrate it.")
      }
    }
  }

  /// Describes the place and kind of a coding failure, without text that may quote the value.
  private static func explain(_ error: any Error) -> String {
    switch error {
    case let error as ModelError: error.cause.map(explain) ?? "it has a content that does not fit"
    case DecodingError.typeMismatch(let type, let context):
      "\(place(context.codingPath)) is not a \(type)"
    case DecodingError.valueNotFound(let type, let context):
      "\(place(context.codingPath)) is null instead of a \(type)"
    case DecodingError.keyNotFound(let key, let context):
      "\(place(context.codingPath + [key])) is missing"
    case DecodingError.dataCorrupted(let context):
      "\(place(context.codingPath)) has a content that does not fit"
    default: "its own coding threw \(type(of: error))"
    }
  }

  /// Describes a path by indices and by the keys of the type; other keys, such as those of dictionaries, are data.
  private static func place(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "the value" }
    return path.map { key in
      // A dictionary's key has a number, too, if its text is one; only an index has this text.
      if let index = key.intValue, key.stringValue == "Index \(index)" { return "/\(index)" }
      // A case with a payload, as Foundation's keys are, holds data.
      let mirror = Mirror(reflecting: key)
      return mirror.displayStyle == .enum && mirror.children.isEmpty ? "/\(key.stringValue)" : "/…"
    }.joined()
  }
}
