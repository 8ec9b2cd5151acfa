internal import Foundation

/// Values to bytes and back.
enum Codec {
  /// One encoder for all: its settings never change after this.
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return encoder
  }()

  private static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return decoder
  }()

  static func encode<Value: Encodable>(
    _ value: Value, id: String
  ) throws(StoreError) -> (bytes: Data, format: ValueFormat) {
    // Types are compared before they are cast: a cast that fails costs as much as a small encoding.
    if Value.self == Data.self, let bytes = value as? Data { return (bytes, .bytes) }
    if Value.self == StoredContent.self, let content = value as? StoredContent {
      return try content.encoded(id: id)
    }
    do {
      return (try encoder.encode(value), .json)
    } catch {
      throw StoreError(
        .unencodable,
        "The value for \(id.debugDescription) cannot be encoded as JSON: \(explain(error)).")
    }
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from row: StoredRow
  ) throws(StoreError) -> Value {
    if type == StoredContent.self, let content = StoredContent(row) as? Value { return content }
    switch row.format {
    case .bytes:
      if let bytes = row.value as? Value { return bytes }
      throw StoreError(
        .wrongType,
        "The row \(row.id.debugDescription) holds bytes, not a \(type). Ask for Data.self.")
    case .json:
      if type is Data.Type {
        throw StoreError(
          .wrongType,
          "The row \(row.id.debugDescription) holds an encoded value, not bytes. Ask for the type "
            + "it was put with.")
      }
      do {
        return try decoder.decode(type, from: row.value)
      } catch {
        throw StoreError(
          .wrongType,
          "The row \(row.id.debugDescription) is intact but is not a \(type): \(explain(error)). "
            + "Ask for the type it was put with, or migrate it.")
      }
    }
  }

  /// Whether bytes that come from outside are one JSON value.
  static func isJSON(_ bytes: Data) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil && !hasTrailingComma(bytes)
      && (try? JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)) != nil
  }

  /// Whether a comma stands before a closing bracket, which Foundation takes and RFC 8259 does not.
  private static func hasTrailingComma(_ json: Data) -> Bool {
    var isInString = false
    var isEscaped = false
    var last: UInt8 = 0
    for byte in json where byte > 0x20 || isInString {
      if isInString {
        if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}"), last == UInt8(ascii: ",") {
        return true
      }
      last = byte
    }
    return false
  }

  /// The place and kind of a coding failure, without the text that may quote the value.
  private static func explain(_ error: any Error) -> String {
    switch error {
    case DecodingError.typeMismatch(let type, let context):
      "\(place(context.codingPath)) is not a \(type)"
    case DecodingError.valueNotFound(let type, let context):
      "\(place(context.codingPath)) is null instead of a \(type)"
    case DecodingError.keyNotFound(let key, let context):
      "\(place(context.codingPath + [key])) is missing"
    case DecodingError.dataCorrupted(let context):
      "\(place(context.codingPath)) has a content that does not fit"
    case EncodingError.invalidValue(_, let context):
      "\(place(context.codingPath)) has no JSON form"
    default: "its own coding threw \(type(of: error))"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty
      ? "the value"
      : path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}
