import Foundation
import Models
import ViewModels

/// Makes rows of a body as it arrives: of JSON lines, or of server-sent events (HTML, 9.2).
///
/// A line that is no JSON is a text. An event with a name is an object of `event` and `data`.
struct StreamedRows {
  /// What a line may have at most, so that a body without an end is no memory without an end.
  static let longestLine = 1 << 20

  private let isEvents: Bool
  private var line = Data()
  private var endsInReturn = false
  private var isFirstLine = true
  private var event = ""
  private var data: [String] = []
  private var dataBytes = 0

  /// - Parameter type: The media type of the body.
  init(type: String?) {
    isEvents = type?.lowercased().hasPrefix("text/event-stream") == true
  }

  /// The rows that a piece of the body completes.
  ///
  /// - Throws: `ViewModelError` for a row that is too long.
  mutating func rows(in chunk: Data) throws -> [DynamicValue] {
    var rows: [DynamicValue] = []
    for byte in chunk {
      // Lines end in LF, CR LF or CR.
      defer { endsInReturn = byte == 0x0D }
      if byte == 0x0A, endsInReturn { continue }
      if byte == 0x0A || byte == 0x0D {
        if let row = try take() { rows.append(row) }
      } else {
        guard line.count < Self.longestLine else { throw Self.tooLong }
        line.append(byte)
      }
    }
    return rows
  }

  /// The row of a last line that has no end; an event without its empty line is dropped.
  mutating func end() throws -> [DynamicValue] {
    guard !isEvents, let row = try take() else { return [] }
    return [row]
  }

  private mutating func take() throws -> DynamicValue? {
    var text = String(decoding: line, as: UTF8.self)
    line.removeAll(keepingCapacity: true)
    if isFirstLine, text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    isFirstLine = false
    guard !text.isEmpty else { return isEvents ? endOfEvent() : nil }
    guard isEvents else { return Self.value(text) }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var content = parts.count == 2 ? parts[1] : ""
    if content.first == " " { content.removeFirst() }
    switch parts[0] {
    case "event": event = String(content)
    case "data":
      dataBytes += content.utf8.count
      guard dataBytes <= Self.longestLine else { throw Self.tooLong }
      data.append(String(content))
    default: break
    }
    return nil
  }

  private mutating func endOfEvent() -> DynamicValue? {
    defer { (event, data, dataBytes) = ("", [], 0) }
    guard !data.isEmpty else { return nil }
    let value = Self.value(data.joined(separator: "\n"))
    return event.isEmpty ? value : .object(["event": .string(event), "data": value])
  }

  private static func value(_ text: String) -> DynamicValue {
    (try? ModelDecoder().decode(DynamicValue.self, from: text)) ?? .string(text)
  }

  private static let tooLong = ViewModelError(
    .typeMismatch, "a row of the stream has more than \(longestLine) bytes; it is no list of rows.")
}
