import Testing
import ViewModels

@testable import REPLKit

/// Tables and long values in a window that is too narrow for them.
@Suite struct TableWidthTests {
  private let rows: DynamicValue = .array(
    (1...3).map { number in
      .object([
        "author": .string("somebody"), "category": .string("news"), "comments": .int(12),
        "edited": .null, "id": .int(number), "preferredLines": .null,
        "showsSelection": .bool(true), "subtitle": .string(""),
        "title": .string("A title of several words and number \(number)"),
      ])
    })

  private func lines(_ columns: Int, all: Bool = true, in language: HelpLanguage = .english)
    -> [String]
  {
    TableText(rows, in: language, mostRows: all ? nil : 20).lines(columns: columns, in: language)
  }

  @Test func columnsWithoutValuesMakeRoomAndAreNamed() {
    for all in [true, false] {
      let narrow = lines(80, all: all)
      #expect(!narrow[0].contains("subtitle") && !narrow[0].contains("edited"), "\(narrow)")
      #expect(narrow.last == "empty columns: edited, preferredLines, subtitle", "\(narrow)")
    }
    #expect(lines(80, in: .chinese).last == "空列：edited、preferredLines、subtitle")
    #expect(lines(200)[0].contains("subtitle"))
    #expect(lines(200).count == 5)
  }

  /// There were cells for all elements, and with members of different names that many columns of them.
  @Test func onlyTheRowsThatAreShownHaveCells() {
    let text = DynamicValue.string(String(repeating: "ab ", count: 20))
    let element = DynamicValue.object(["a": text, "b": text, "n": .null])
    let elements = Array(repeating: element, count: 99) + [["late": 1]]
    let table = TableText(.array(elements), mostRows: 20)
    #expect(table.rows.count == 20)
    let lines = table.lines(columns: 60)
    #expect(lines.suffix(2) == ["and 80 more: | table", "empty columns: n"], "\(lines)")
    // A row that is not shown has a value there.
    #expect(lines[0].hasSuffix("late"), "\(lines)")
    #expect(TableText(.array(elements)).rows.count == 100)
  }

  @Test func aTableWithoutRowsSaysSo() {
    for value in [DynamicValue.array([]), .object([:])] {
      #expect(TableText(value).lines() == ["no rows"])
      #expect(TableText(value, in: .chinese, mostRows: 20).lines(in: .chinese) == ["没有行"])
    }
  }

  @Test func wordsStayInOnePieceWhereTheyFit() {
    let narrow = lines(80)
    let words = Set(narrow.flatMap { $0.split(separator: " ") })
    for word in ["author", "category", "showsSelection", "somebody", "several", "number"] {
      #expect(words.contains(Substring(word)), "\(word): \(narrow)")
    }
    #expect(narrow.allSatisfy { $0.count <= 80 })
  }

  @Test func onlyTheLongestWordIsBroken() {
    let table = TableText(
      .array([
        .object([
          "name": .string("Ada Lovelace"),
          "page": .string("https://example.com/people/ada-lovelace/notes/1843/g"),
        ]), .object(["name": .string("Charles Babbage"), "page": .string("")]),
      ]))
    let lines = table.lines(columns: 30)
    #expect(lines.contains { $0.hasPrefix("Lovelace") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("Babbage") }, "\(lines)")
    #expect(lines.allSatisfy { $0.count <= 30 })
  }

  @Test func aLongListIsBrokenBetweenItsElements() {
    let value: DynamicValue = .array(
      ["The quick brown fox jumps", "over the lazy dog", "while we read"].map { .string($0) })
    for style in [TextRenderer.Style.plain, .coloured] {
      let text = TextRenderer(style: style, columns: 40).text(.value(value, type: .array(.string)))
      let lines = text.split(separator: "\n").map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
      #expect(
        lines == [
          "[\"The quick brown fox jumps\",", " \"over the lazy dog\", \"while we read\"]",
        ])
    }
    let named = DynamicValue.object([
      "title": .string("The quick brown fox jumps"), "subtitle": .string("over the lazy dog"),
      "of": .array([.string("a b"), .object(["c": .null])]),
    ])
    #expect(
      TextRenderer(style: .plain, columns: 40).text(.value(named, type: .any)) == """
        ["of": ["a b", ["c": nil]],
         "subtitle": "over the lazy dog",
         "title": "The quick brown fox jumps"]
        """)
    let whole = TextRenderer(style: .plain).text(.value(value, type: .array(.string)))
    #expect(!whole.contains("\n"))
  }
}
