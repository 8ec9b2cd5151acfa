internal import Foundation
internal import Models

/// Values to bytes and back: rows of format 2 by Models' encoder and decoder, those of format 1 as they were written.
enum Codec {
  private static let encoder = ModelEncoder()
  private static let decoder = ModelDecoder()

  /// Reads rows of format 1: dates are seconds since 2001, numbers without end are words.
  private static let legacyDecoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return decoder
  }()

  static func encode<Value: Encodable>(
    _ value: Value, id: String
  ) throws(StoreError) -> (bytes: Data, format: ValueFormat) {
    // Types are compared before they are cast: a cast that fails costs as much as a small encoding.
    if Value.self == Data.self || Value.self == Data?.self, let bytes = value as? Data {
      return (bytes, .bytes)
    }
    if Value.self == StoredContent.self || Value.self == StoredContent?.self,
      let content = value as? StoredContent
    {
      return try content.encoded(id: id)
    }
    do {
      return (try encoder.encode(value), .json)
    } catch {
      // The message of the cause may quote the value.
      throw StoreError(
        .unencodable,
        "The value for \(id.debugDescription) cannot be encoded as JSON: something in it has no JSON form, "
          + "such as a number without end or a date beyond the year 9999.")
    }
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
      if type is Data.Type {
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

  /// The place and kind of a coding failure, without the text that may quote the value.
  private static func explain(_ error: any Error) -> String {
    switch error {
    case let error as ModelError:
      error.problems.first.map { problem in
        let place = problem.pointer == .root ? "the value" : "\(problem.pointer)"
        return switch problem.kind {
        case .missing: "\(place) is missing"
        case .null: "\(place) is null instead of \(problem.expected)"
        case .wrongType: "\(place) is not \(problem.expected)"
        default: "\(place) has a content that does not fit"
        }
      } ?? "the value does not fit"
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

  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty
      ? "the value"
      : "/" + path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
  }
}
