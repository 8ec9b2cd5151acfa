import Testing
import ViewModels

@testable import REPLKit

/// A conversation in a list is one, too.
@MainActor
@Suite(.ownGraph) struct IndentedTranscriptTests {
  private let runner = TranscriptRunner { emit in Session(catalog: Catalog(), emit: emit) }

  private static let document = """
    1. Count:
       ```
       ❯ [1,
         2].count
       3

       ❯ 1 + 1
       2
       ```
    2. Then
    \t~~~
    \t❯ print("a")
    \tb
    ~~~
    ```
    ❯ 4
    4
    ```
    """

  @Test func itIsFound() {
    let steps = Transcript(Self.document).steps
    #expect(steps.map(\.input) == ["[1,\n  2].count", "1 + 1", "print(\"a\")", "4"])
    #expect(steps.map(\.expected) == [["3"], ["2"], ["b"], ["4"]])
    #expect(steps.map(\.line) == [3, 7, 12, 16])
  }

  @Test func aWrongAnswerInItFails() async {
    let report = await runner.run(Transcript(Self.document))
    #expect(report.count == 4 && report.failures.map(\.step.line) == [3, 12])
    let wanted = Self.document.replacing("   3\n", with: "   2\n").replacing("\tb\n", with: "\ta\n")
    #expect(report.updated == wanted)
  }

  @Test func fencesInItGrowAsItNeeds() async {
    let report = await runner.run(Transcript("- a\n\n  ```\n  ❯ print(\"```\")\n  x\n  ```\n"))
    #expect(report.updated == "- a\n\n  ````\n  ❯ print(\"```\")\n  ```\n  ````\n")
  }

  @Test(arguments: [
    "```a``` is code\n❯ 1\n1\n", "  ```❯``` is typed\n  ❯ 1\n", "- ``\n  ❯ 1\n  ``",
  ])
  func codeWithinALineOpensNoBlock(document: String) {
    #expect(Transcript(document).steps.isEmpty)
  }
}
