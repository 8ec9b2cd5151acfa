#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

import Synchronization

/// An encoder that writes any `Encodable` as JSON.
///
/// Dates are ISO 8601, rounded to milliseconds. Slashes and Chinese characters are not escaped. The keys of a Codable
/// model are sorted, so that equal models give equal JSON; only the elements of a set may have any order. A
/// `JSONValue`, at any depth, keeps its keys and their order, and a `JSONNumber` keeps its digits.
///
/// ```swift
/// let data = try ModelEncoder().encode(login)
/// print(try ModelEncoder().text(login, isPretty: true))
/// ```
public struct ModelEncoder: Sendable {
  /// The mapping from the model's keys to the document's keys.
  public enum Keys: Sendable, Hashable {
    /// The keys stay unchanged.
    case asWritten
    /// The document has `created_at` for `createdAt`, by the rule of Foundation's `convertToSnakeCase`.
    case snakeCase
  }

  private static func make(_ keys: Keys, _ literals: Literals) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.userInfo[Literals.key] = literals
    encoder.keyEncodingStrategy = keys == .snakeCase ? .convertToSnakeCase : .useDefaultKeys
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      guard let text = ISO8601.text(date.timeIntervalSince1970) else {
        let context = EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "The date is outside 0000 to 9999.")
        throw EncodingError.invalidValue(date.timeIntervalSince1970, context)
      }
      try container.encode(text)
    }
    return encoder
  }

  private let keys: Keys

  /// Makes an encoder.
  public init(keys: Keys = .asWritten) {
    self.keys = keys
  }

  /// Returns the model as UTF-8 JSON.
  ///
  /// - Throws: `ModelError` for a value without a JSON form, such as an infinite number or a date after the year 9999.
  public func encode(_ model: some Encodable) throws(ModelError) -> Data {
    if let value = model as? JSONValue { return Data(value.description.utf8) }
    do {
      let literals = Literals()
      let data = literals.inserted(into: try Self.make(keys, literals).encode(model))
      if data.holdsNaN {
        throw ModelError(
          .unwritable,
          message:
            "\(type(of: model)) cannot be written: a Decimal in it is no number. Write null in its place."
        )
      }
      return data
    } catch let error as ModelError {
      throw error
    } catch EncodingError.invalidValue(let value, let context) {
      let place = JSONPointer(context.codingPath)
      throw ModelError(
        .unwritable,
        message:
          "\(place == .root ? "The model" : "\(place)") cannot be written: \(value) is no JSON value. "
          + "Write null, or a string, in its place.")
    } catch {
      throw ModelError(
        .unwritable, message: "\(type(of: model)) cannot be written: \(error).", cause: error)
    }
  }

  /// Returns the model as JSON text, on one line or indented by two spaces.
  public func text(_ model: some Encodable, isPretty: Bool = false) throws(ModelError) -> String {
    isPretty ? try encodeValue(model).pretty : String(decoding: try encode(model), as: UTF8.self)
  }

  /// Returns the model as a `JSONValue`.
  public func encodeValue(_ model: some Encodable) throws(ModelError) -> JSONValue {
    if let value = model as? JSONValue { return value }
    return try JSONValue(
      document: PaddedBytes(try encode(model)), depthLimit: DecodingOptions.greatestDepth)
  }
}

extension Data {
  /// Whether the JSON contains a `NaN` outside a string; Foundation's encoder writes it for a `Decimal`.
  fileprivate var holdsNaN: Bool {
    let mayHold = unsafe withUnsafeBytes { unsafe $0.contains(UInt8(ascii: "N")) }
    guard mayHold, firstRange(of: Data("NaN".utf8)) != nil else { return false }
    return (try? JSONDocument(PaddedBytes(self), depthLimit: .max)) == nil
  }
}

/// The placeholders of one encoding, for numbers and JSON that Foundation's encoder would not write exactly.
///
/// Foundation's encoder writes a name for each, which is then replaced in the bytes. This concerns numbers with too
/// many digits, and any JSON, whose members have an order. No document contains the names by chance.
final class Literals: Sendable {
  static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "Models.literals") else {
      fatalError("A user info key can be made from any text.")
    }
    return key
  }()

  private static let prefix = "JSON \(UUID().uuidString) "
  private let texts = Mutex<[String]>([])

  func name(of text: String) -> String {
    texts.withLock { texts in
      texts.append(text)
      return "\(Self.prefix)\(texts.count - 1)"
    }
  }

  /// Returns the document with each name, including its quotes, replaced with its text.
  ///
  /// - Complexity: O(size of the document).
  func inserted(into document: Data) -> Data {
    let texts = texts.withLock { $0 }
    guard !texts.isEmpty else { return document }
    let opening = Data("\"\(Self.prefix)".utf8)
    var result = Data()
    var rest = document[...]
    while let name = rest.firstRange(of: opening),
      let end = rest[name.upperBound...].firstIndex(of: ASCII.quote),
      let index = Int(String(decoding: rest[name.upperBound..<end], as: UTF8.self))
    {
      result.append(rest[..<name.lowerBound])
      result.append(contentsOf: texts[index].utf8)
      rest = rest[(end + 1)...]
    }
    return result + rest
  }
}
