internal import Foundation
internal import Models

/// A row as one line of JSON.
struct RowLine {
  let frame: Frame
  let format: ValueFormat
  let value: Data

  /// The members besides the value; the value's bytes are copied unchanged, so that no number is rounded.
  struct Frame: Codable {
    var table: String
    var id: String
    var created: Int64
    var updated: Int64
    var expires: Int64?
    /// The format of a JSON value: 2, or 1 (also if absent) for the first format.
    var format: Int?
    var data: String?
  }

  /// A value may have 512 levels of nesting, and its line adds one level.
  private static let depthLimit = 513

  private static let decoder: ModelDecoder = {
    var options = DecodingOptions()
    options.depthLimit = depthLimit
    return ModelDecoder(options)
  }()

  static func encode(_ row: StoredRow, table: String) throws -> Data {
    // Earlier versions accepted invalid JSON, which an import would refuse; such a value is exported as bytes.
    let text = row.format == .bytes ? nil : try? JSONText(parsing: row.value)
    let frame = Frame(
      table: table, id: row.id, created: row.created, updated: row.updated, expires: row.expires,
      format: text == nil ? nil : row.format == .json ? 2 : 1,
      data: text == nil ? row.value.base64EncodedString() : nil)
    var line = try ModelEncoder().encode(frame)
    guard let text else { return line }
    line.removeLast()
    line.append(Data(#","value":"#.utf8))
    line.append(text.data)
    line.append(UInt8(ascii: "}"))
    return line
  }

  init(decoding line: Data, number: Int) throws(StoreError) {
    func malformed(_ reason: String) -> StoreError {
      StoreError(.malformedImport, "Line \(number) \(reason). Nothing was imported.")
    }
    do { frame = try Self.decoder.decode(Frame.self, from: line) } catch {
      throw malformed(
        "is not a JSON object with table, id, created, updated and value or data")
    }
    if let data = frame.data {
      guard let bytes = Data(base64Encoded: data) else {
        throw malformed("has data that is not Base64")
      }
      format = .bytes
      value = bytes
    } else {
      guard let text = try? JSONText(parsing: line, depthLimit: Self.depthLimit)[at: "/value"]
      else {
        throw malformed("has neither value nor data")
      }
      switch frame.format {
      case nil, 1: format = .legacyJSON
      case 2: format = .json
      default: throw malformed("has a value of a newer format. Update the application")
      }
      value = text.data
    }
  }
}
