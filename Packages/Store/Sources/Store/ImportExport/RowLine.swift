internal import Foundation

/// One row as one line of JSON.
struct RowLine {
  let table: String
  let id: String
  let created: Int64
  let updated: Int64
  let expires: Int64?
  let format: ValueFormat
  let value: Data

  init(_ row: StoredRow, table: String) {
    self.table = table
    self.id = row.id
    self.created = row.created
    self.updated = row.updated
    self.expires = row.expires
    self.format = row.format
    self.value = row.value
  }

  /// What stands around the value; the value's own bytes are kept, so that no number is rounded.
  private struct Frame: Codable {
    var table: String
    var id: String
    var created: Int64
    var updated: Int64
    var expires: Int64?
    var data: String?
  }

  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let frame = Frame(
      table: table, id: id, created: created, updated: updated, expires: expires,
      data: format == .bytes ? value.base64EncodedString() : nil)
    var line = try encoder.encode(frame)
    guard format == .json else { return line }
    line.removeLast()
    line.append(Data(#","value":"#.utf8))
    line.append(value)
    line.append(UInt8(ascii: "}"))
    return line
  }

  init(decoding line: Data, number: Int) throws(StoreError) {
    func malformed(_ reason: String) -> StoreError {
      StoreError(.malformedImport, "Line \(number) \(reason). Nothing was imported.")
    }
    let frame: Frame
    do { frame = try JSONDecoder().decode(Frame.self, from: line) } catch {
      throw malformed(
        "is not a JSON object with table, id, created, updated and value or data")
    }
    table = frame.table
    id = frame.id
    created = frame.created
    updated = frame.updated
    expires = frame.expires
    if let data = frame.data {
      guard let bytes = Data(base64Encoded: data) else {
        throw malformed("has data that is not Base64")
      }
      format = .bytes
      value = bytes
    } else {
      guard let bytes = Self.member("value", of: line) else {
        throw malformed("has neither value nor data")
      }
      // The decoder walks over a member that it was not asked for without reading it.
      guard Codec.isJSON(bytes) else { throw malformed("has a value that is not JSON") }
      format = .json
      value = bytes
    }
  }

  /// The bytes of a top-level member of a JSON object that is known to be well formed.
  private static func member(_ name: String, of object: Data) -> Data? {
    let bytes = Array(object)
    let wanted = Array("\"\(name)\"".utf8)
    var depth = 0
    var index = 0
    var keyStart: Int?
    var isWanted = false
    var start: Int?
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let end = endOfString(bytes, from: index)
        if depth == 1, keyStart == nil, start == nil {
          keyStart = index
          isWanted = bytes[index..<end].elementsEqual(wanted)
        }
        index = end
        continue
      case UInt8(ascii: ":") where depth == 1 && start == nil: start = index + 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 1, let begin = start {
          if isWanted { return trimmed(bytes[begin..<index]) }
          keyStart = nil
          start = nil
        }
        if bytes[index] != UInt8(ascii: ",") { depth -= 1 }
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func endOfString(_ bytes: [UInt8], from quote: Int) -> Int {
    var index = quote + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> Data {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    return Data(bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
