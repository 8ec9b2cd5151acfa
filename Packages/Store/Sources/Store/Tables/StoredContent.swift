public import Foundation
internal import Models

/// The raw content of a row, for tools that show or change a store without knowing its value types.
///
/// ```swift
/// for item in try store.all(StoredContent.self) { print(item.id, item.value, item.updated) }
/// try store.put(StoredContent.json(#"{"name": "李"}"#), id: "contact")
/// let contact = try store.get(Contact.self, id: "contact")
/// ```
///
/// It can be used in place of any value type, because every row has a raw content. JSON keeps its digits and the order
/// of its members; only the white space between tokens is removed when it is stored.
public enum StoredContent: Sendable, Hashable, Codable {
  /// An encoded value as JSON text.
  case json(String)
  /// The bytes of a value that was put as `Data`.
  case bytes(Data)
}

extension StoredContent: CustomStringConvertible {
  /// The JSON text, or the number of bytes.
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

  /// Returns the bytes to store; JSON is validated and has no line breaks, which would split an export's lines.
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
