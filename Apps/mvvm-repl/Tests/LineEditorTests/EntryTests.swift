import Testing

@testable import LineEditor

@Suite struct EntryTests {
  @Test func boundariesAreThoseOfWholeCharacters() {
    let text = "a👩‍👩‍👧e\u{301}"
    let ends = text.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.utf8.count) }
    for (start, end) in zip(ends, ends.dropFirst()) {
      #expect(text.boundary(after: start) == end)
      #expect(text.boundary(before: end) == start)
      #expect(text.characterBoundary(near: start, comingFrom: 0) == start)
    }
    #expect(text.characterBoundary(near: 5, comingFrom: 1) == ends[2])
    #expect(text.characterBoundary(near: 5, comingFrom: ends[2]) == 1)
    #expect(text.boundary(before: 0) == 0 && text.boundary(after: text.utf8.count) == ends.last)
  }

  @Test func wordsAndLinesAreFound() {
    let text = "let 手机 = 1\nx.y"
    #expect(text.wordStart(before: 10) == 4)
    #expect(text.wordEnd(after: 3) == 10)
    #expect(text.lineStart(at: 16) == 15 && text.lineEnd(at: 3) == 14)
    #expect(text.lineEnd(at: 16) == text.utf8.count)
  }

  @Test func undoneStatesComeBackInTurn() {
    var stack = UndoStack()
    var entry = EntryText()
    for character in "ab cd" {
      var next = entry
      next.text.append(character)
      next.cursor += 1
      stack.note(change: entry, to: next)
      entry = next
    }
    // A state that is there already is passed over.
    stack.note(change: entry, to: EntryText(text: "ef", cursor: 2))
    for text in ["ab", ""] {
      let earlier = stack.undo(from: entry)
      #expect(earlier?.text == text)
      entry = earlier ?? entry
    }
    #expect(stack.undo(from: entry) == nil)
  }

  @Test(arguments: ["plain", "two\nlines", "back\\slash \\n", "手机 👍\r\n", " "])
  func historyLinesHoldAnyEntry(_ entry: String) {
    let line = HistoryStore.encode(entry)
    #expect(!line.utf8.contains(UInt8(ascii: "\n")))
    #expect(HistoryStore.decode(Array(line.utf8)) == entry)
  }

  @Test func commonPrefixIsWhatAllCandidatesStartWith() {
    func prefix(_ texts: String...) -> String {
      Completions(replacing: 0..<0, with: texts.map { Completion($0) }).commonPrefix
    }
    #expect(prefix() == "" && prefix("one") == "one")
    #expect(prefix("form.phone", "form.password") == "form.p")
    #expect(prefix("手机号", "手表", "x") == "")
  }

  @Test func keyTableNamesEveryKeyOnce() {
    let codes = KeyTable.all.flatMap(\.codes)
    #expect(Set(codes).count == codes.count)
    #expect(LineEditor.keys.contains { $0.keys == ["Ctrl-R"] })
  }
}
