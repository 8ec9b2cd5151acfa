public import Foundation
internal import Models

/// The content of a row, for tools that show or change any store without knowing its types.
///
/// ```swift
/// for item in try store.all(StoredContent.self) { print(item.id, item.value, item.updated) }
/// try store.put(StoredContent.json(#"{"name": "李"}"#), id: "contact")
/// let contact = try store.get(Contact.self, id: "contact")
/// ```
///
/// Ask for it wherever a value's type is asked for: every row has one. JSON comes with the digits and
/// the order of members that were put, and goes in as it is, without the space around its tokens.
public enum StoredContent: Sendable, Hashable, Codable {
  /// An encoded value, as JSON text.
  case json(String)
  /// Bytes that were put as `Data`.
  case bytes(Data)
}

extension StoredContent: CustomStringConvertible {
  /// The JSON text, or how many bytes there are.
  public var description: String {
    switch self {
    case .json(let text): text
    case .bytes(let bytes): "\(bytes.count) bytes"
    }
  }
}

extension StoredContent {
  init(_ row: StoredRow) {
    self =
      switch row.format {
      case .json, .legacyJSON: .json(String(decoding: row.value, as: UTF8.self))
      case .bytes: .bytes(row.value)
      }
  }

  /// The bytes to store; JSON is checked, and has no line breaks, which would tear an export's lines.
  func encoded(id: String) throws(StoreError) -> (bytes: Data, format: ValueFormat) {
    switch self {
    case .bytes(let bytes): return (bytes, .bytes)
    case .json(let text):
      do { return (try JSONText(parsing: Data(text.utf8)).data, .json) } catch {
        throw StoreError(
          .unencodable,
          "The text for \(id.debugDescription) is not JSON. Correct it, or put it as a String.")
      }
    }
  }
}
