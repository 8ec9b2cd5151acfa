import Foundation
import Testing
import ViewModels

@testable import Workshop

@Suite struct StreamedRowsTests {
  /// The rows of a body that arrives in pieces of every size.
  private func rows(_ text: String, type: String?) throws -> [DynamicValue] {
    let bytes = Data(text.utf8)
    var all: [[DynamicValue]] = []
    for size in [1, 2, 3, 7, max(1, bytes.count)] {
      var reader = StreamedRows(type: type)
      var found: [DynamicValue] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += try reader.rows(in: bytes[start..<min(bytes.count, start + size)])
      }
      all.append(found + (try reader.end()))
    }
    #expect(all.allSatisfy { $0 == all[0] })
    return all[0]
  }

  @Test func linesEndInAnyOfTheThreeWaysAndTheLastInNone() throws {
    #expect(
      try rows("{\"a\":1}\r\n[2]\n\n  \"灯\"\rno json\n7", type: "application/x-ndjson")
        == [.object(["a": 1]), [2], "灯", "no json", 7])
    #expect(try rows("", type: nil).isEmpty)
  }

  @Test func eventsFollowTheStandard() throws {
    let text = """
      \u{FEFF}: a comment
      retry: 100

      data: {"a": 1}

      event: news
      id: 7
      data:first
      data:  second
      data

      event: nothing

      data: lost, for its empty line is missing
      """
    #expect(
      try rows(text, type: "text/event-stream; charset=utf-8")
        == [
          .object(["a": 1]), .object(["event": "news", "data": "first\n second\n"]),
        ])
  }

  @Test(arguments: ["text/event-stream", nil])
  func aRowWithoutAnEndIsRefused(type: String?) throws {
    var reader = StreamedRows(type: type)
    let chunk = Data(repeating: UInt8(ascii: "x"), count: StreamedRows.longestLine)
    _ = try reader.rows(in: chunk)
    #expect(throws: ViewModelError.self) { try reader.rows(in: chunk) }
  }

  @Test func anEventOfLinesWithoutAnEndIsRefused() throws {
    var reader = StreamedRows(type: "text/event-stream")
    let line = Data("data:\(String(repeating: "x", count: 1 << 16))\n".utf8)
    #expect(throws: ViewModelError.self) { for _ in 0..<17 { _ = try reader.rows(in: line) } }
  }
}
