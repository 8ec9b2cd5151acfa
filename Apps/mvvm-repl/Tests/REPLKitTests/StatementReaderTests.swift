import Testing

@testable import REPLKit

@Suite(.ownGraph) struct StatementReaderTests {
  private func read(_ chunks: [[UInt8]]) throws -> [SourceText] {
    var reader = StatementReader()
    var texts: [SourceText] = []
    for chunk in chunks { texts += try reader.read(chunk).map(\.source) }
    if let rest = try reader.end() { texts.append(rest.source) }
    return texts
  }

  @Test func eachLineIsATextWithItsNumber() throws {
    let texts = try read([Array("a\nb\n\nc".utf8)])
    #expect(texts.map(\.text) == ["a\n", "b\n", "\n", "c"])
    #expect(texts.map(\.firstLine) == [1, 2, 3, 4])
  }

  @Test func anOpenBracketJoinsLines() throws {
    let texts = try read([Array("f(\n1\n)\nb\n".utf8)])
    #expect(texts.map(\.text) == ["f(\n1\n)\n", "b\n"])
    #expect(texts.map(\.firstLine) == [1, 4])
  }

  @Test func anUnfinishedTextIsGivenAtTheEnd() throws {
    #expect(try read([Array("a\nf(".utf8)]).map(\.text) == ["a\n", "f("])
  }

  @Test func chunksMayCutCharactersAnywhere() throws {
    let bytes = Array("手机号 = \"🙂\"\nb\n".utf8)
    #expect(try read(bytes.map { [$0] }).map(\.text) == ["手机号 = \"🙂\"\n", "b\n"])
  }

  @Test func bytesThatAreNotTextNameTheirLine() throws {
    let error = #expect(throws: StatementReader.NotText.self) {
      try read([Array("a\nb\n".utf8) + [0xFF, 0xFE, 0x0A]])
    }
    #expect(error?.line == 3)
  }

  @Test func aLineThatIsNotTextCanBePassedOver() throws {
    var reader = StatementReader()
    let bytes = Array("a\nf(\n".utf8) + [0xFF, 0x0A] + Array("b\n".utf8) + [0xFE, 0x0A]
    #expect(try reader.read(bytes).map(\.source.text) == ["a\n"])
    #expect(reader.hasFailed)
    #expect(throws: StatementReader.NotText.self) { try reader.read([]) }
    reader.skip()
    // What began before it is gone.
    let next = try reader.read([])
    #expect(next.map(\.source.text) == ["b\n"] && next.map(\.source.firstLine) == [4])
    let error = #expect(throws: StatementReader.NotText.self) { try reader.read(Array("c\n".utf8)) }
    #expect(error?.line == 5)
    reader.skip()
    #expect(!reader.hasFailed && !reader.isInsideStatement)
    #expect(try reader.read(Array("d\n".utf8)).map(\.source.firstLine) == [6])
  }

  /// However the bytes are divided.
  @Test(arguments: [1, 3, 1_000])
  func manyLinesThatAreNotTextArePassedOver(size: Int) throws {
    var (reader, texts, mistakes) = (StatementReader(), [SourceText](), [Int]())
    let lines = Array("a\n".utf8) + [0xFF, 0x0A, 0xFE, 0x0A]
    let bytes = Array(repeating: lines, count: 100).flatMap(\.self)
    for start in stride(from: 0, to: bytes.count, by: size) {
      var (rest, isRead) = (bytes[start..<min(start + size, bytes.count)], false)
      while !isRead {
        do throws(StatementReader.NotText) {
          texts += try reader.read(rest).map(\.source)
          isRead = !reader.hasFailed
        } catch {
          mistakes.append(error.line)
          reader.skip()
        }
        rest = []
      }
    }
    let numbers = Array(1...300)
    #expect(texts.map(\.firstLine) == numbers.filter { $0 % 3 == 1 })
    #expect(mistakes == numbers.filter { $0 % 3 != 1 })
  }

  @Test func anEmptyStreamHasNoText() throws { #expect(try read([]).isEmpty) }

  /// Of an array, a block, a comment and a text of several lines.
  @Test(arguments: [
    ("[", "  1, // ]", "]"), ("[[1,", "  2,", "3]]"), ("/*", " ( note", "*/"),
    ("let t = \"\"\"", "  (a", "  \"\"\""), ("[", "  \"(\\\"[\",", "]"),
  ])
  func aLongTextEndsWithItsLastLine(first: String, line: String, last: String) throws {
    var reader = StatementReader()
    let text = ([first] + Array(repeating: line, count: 1_000) + [last, ""]).joined(separator: "\n")
    #expect(try reader.read(Array(text.utf8)).map(\.source.text) == [text])
    #expect(try reader.read(Array("b\n".utf8)).map(\.source.text) == ["b\n"])
  }

  @Test func aLongUnfinishedTextStaysLinear() throws {
    var lines = "[\n"
    for number in 0..<20_000 { lines += "\(number),\n" }
    let texts = try read([Array((lines + "]\n").utf8)])
    #expect(texts.count == 1)
  }
}
