import Foundation
import Testing

@testable import REPLTerminal

@Suite struct CompilerOutputTests {
  @Test func eachMistakeIsShownOnceWithItsLineAndACaret() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "out-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "A.swift").path
    try "import B\n\tlet 中 = fo\n".write(toFile: file, atomically: true, encoding: .utf8)
    let output = CompilerOutput(
      """
      Building for debugging...
      [3/5] Compiling A A.swift
      \(file):2:12: error: cannot find 'fo' in scope
      1 | import B
      2 |     let 中 = fo
        |              `- error: cannot find 'fo' in scope
      \(file):2:2: warning: immutable value '中' was never used
      \(file):2:12: error: cannot find 'fo' in scope
      /elsewhere/C.swift:7:1: error: expected '}'
      error: fatalError
      """)
    #expect(output.mistakes.count == 2)
    #expect(
      output.text(in: folder) == """
        error: cannot find 'fo' in scope
          --> A.swift:2:12
          2 |  let 中 = fo
            |           ^
        error: expected '}'
          --> /elsewhere/C.swift:7:1
        """)
  }

  @Test func aMistakeInWhatAMacroHasWrittenStandsWhereTheMacroDoes() {
    let output = CompilerOutput(
      """
      macro expansion @ViewModel:23:51: error: argument type 'any ObservableValue<Int>' does not conform
      `- /a/B.swift:9:1: note: expanded code originates here
       9 | @ViewModel
      error: fatalError
      """)
    #expect(
      output.text(in: URL(filePath: "/a"))
        == """
        error: argument type 'any ObservableValue<Int>' does not conform
          --> B.swift:9:1
        """)
  }

  /// Some compilers colour what they print into a pipe, too.
  @Test func coloursAreLeftOut() {
    let output = CompilerOutput(
      "/a/B.swift:2:12: \u{1B}[1;31merror: \u{1B}[1;39mcannot find 'ten' in scope\u{1B}[0;0m\n")
    #expect(
      output.text(in: URL(filePath: "/a"))
        == "error: cannot find 'ten' in scope\n  --> B.swift:2:12")
  }

  @Test func aFileWithOtherLineEndsIsShownAsWell() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "out-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("import B\r\n\r\nlet a = fo\r\n".utf8).write(to: file)
    let output = CompilerOutput("\(file.path):3:9: error: cannot find 'fo' in scope")
    #expect(
      output.text(in: URL(filePath: "/y")).hasSuffix("  3 | let a = fo\n    |         ^"))
  }

  /// Tools that know no place tell the first line before the first one.
  @Test(arguments: ["0:0", "0:1", "1:0", "99999999999999999999:1"])
  func aPlaceThatIsNoneIsNoMistake(_ place: String) {
    let output = CompilerOutput("\(#filePath):\(place): error: no such module")
    #expect(output.mistakes.isEmpty)
    #expect(output.text(in: URL(filePath: "/y")) == "error: no such module")
  }

  @Test func whatHasNoPlaceIsShownWhereThereAreNoPlaces() {
    let output = CompilerOutput(
      """
      /tmp/a.o:a.swift:function main: error: undefined reference to 'f'
      clang: error: linker command failed with exit code 1 (use -v to see invocation)
      error: link command failed with exit code 1 (use -v to see invocation)
      error: fatalError
      """)
    #expect(output.mistakes.isEmpty)
    #expect(
      output.text(in: URL(filePath: "/tmp")).split(separator: "\n").first
        == "error: undefined reference to 'f'")
    #expect(CompilerOutput("Build complete!").text(in: URL(filePath: "/tmp")).isEmpty)
  }

  @Test func manyMistakesAreCut() {
    let lines = (1...30).map { "/x/A.swift:\($0):1: error: no" }.joined(separator: "\n")
    let text = CompilerOutput(lines).text(in: URL(filePath: "/y"))
    #expect(text.split(separator: "\n").count == 21)
    #expect(text.hasSuffix("… +20"))
  }
}
