import Testing

@testable import REPLKit

/// Reading the Markdown of talks.
@Suite struct TalkDocumentTests {
  private static let text = """
    # Names

    Have water ready.

    ## Give one
    <!-- minutes: 2 -->
    <!-- mine: not so fast -->

    Say hello.


    Then wait.

    ```mvvm
    let form = Form()

      form.name = "bob"
    let list = [
      1, 2,
    ]
    ```
    ```swift
    let code = 1
    ```

    ~~~mvvm fails
    form.fail()
    ~~~

    ## Talk only
    """

  private func talk(_ text: String, file: String = "names.md") throws -> Talk {
    try Talk(text, file: file)
  }

  private func mistake(_ text: String) -> LessonError? {
    do {
      _ = try Talk(text, file: "names.md")
      return nil
    } catch { return error }
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func aTalkHasStepsWithNotesAndStatements(lineBreak: String) throws {
    let talk = try talk(Self.text.replacing("\n", with: lineBreak))
    #expect(talk.id == "names" && talk.title == "Names" && talk.minutes == 2)
    #expect(talk.notes == ["Have water ready."])
    #expect(talk.steps.map(\.title) == ["Give one", "Talk only"])
    #expect(talk.steps[0].notes == ["Say hello.", "", "Then wait.", "", "    let code = 1"])
    #expect(
      talk.steps[0].statements == [
        Talk.Statement(text: "let form = Form()", fails: false),
        Talk.Statement(text: "form.name = \"bob\"", fails: false),
        Talk.Statement(text: "let list = [\n  1, 2,\n]", fails: false),
        Talk.Statement(text: "form.fail()", fails: true),
      ])
    #expect(talk.steps[1].statements.isEmpty && talk.steps[1].minutes == nil)
  }

  @Test func theLinesOfAParagraphAreOne() throws {
    let talk = try talk(
      """
      # A
      Say this
      and *that*.

      手机号码，
      再说一遍 MVVM
      的意思
      ## B
      - one
        and more
      - two
      1. three
      > four
      | a | b |
      | c | d |
      ```
      let x = 1
      let y = 2
      ```
      after it
      """, file: "names.zh.md")
    #expect(talk.language == .chinese)
    #expect(talk.notes == ["Say this and *that*.", "", "手机号码，再说一遍 MVVM 的意思"])
    #expect(
      talk.steps[0].notes == [
        "- one and more", "- two", "1. three", "> four", "| a | b |", "| c | d |",
        "    let x = 1", "    let y = 2", "after it",
      ])
  }

  @Test func withoutMinutesNothingIsPlanned() throws {
    #expect(try talk("# A\n## B").minutes == nil)
  }

  @Test func aStatementThatIsNotFinishedIsKept() throws {
    let talk = try talk("# A\n## B\n```mvvm\nlet list = [1,\n```")
    #expect(talk.steps[0].statements.map(\.text) == ["let list = [1,"])
  }

  @Test(arguments: [
    ("", LessonError.Code.noTitle, 1), ("## B", .noTitle, 1), ("# A\ntext", .noStep, 2),
    ("# A\n```mvvm\n1\n```\n## B", .block, 2), ("# A\n## B\n```mvvm\n1", .block, 3),
    ("# A\n## B\n```mvvm solution\n1\n```", .block, 3),
    ("# A\n## B\n<!-- minutes: two -->", .minutes, 3),
    ("# A\n## B\n<!-- minutes: 0 -->", .minutes, 3),
    ("# A\n## B\n<!-- minutes: 99999999999999999999 -->", .minutes, 3),
    ("# A\n<!-- minutes: 2 -->\n## B", .minutes, 2),
  ])
  func aMistakeIsToldWithItsLine(text: String, code: LessonError.Code, line: Int) {
    let mistake = mistake(text)
    #expect(mistake?.code == code && mistake?.line == line, "\(String(describing: mistake))")
    #expect(mistake?.text(in: .english).hasPrefix("names.md:\(line): ") == true)
    #expect(mistake?.text(in: .chinese) != mistake?.text(in: .english))
  }

  @Test func aHugeTalkIsRead() throws {
    let step = "## Step\n" + String(repeating: "note\n\n", count: 20) + "```mvvm\n1 + 1\n```\n"
    let talk = try talk("# Huge\n" + String(repeating: step, count: 2_000))
    #expect(talk.steps.count == 2_000 && talk.steps.last?.statements.count == 1)
  }

  @Test func talksAreNamedByTheirDocuments() throws {
    let chinese = Self.text.replacing("# Names", with: "# 名字")
    let list = try TalkList([
      ("10-b.md", "# B\n## B"), ("2-a.md", Self.text), ("2-a.zh.md", chinese), ("README.md", "no"),
      ("notes.txt", "no"),
    ])
    #expect(list.talks.map(\.id) == ["2-a", "10-b"])
    #expect(list.talk("2-a", in: .chinese)?.title == "名字")
    #expect(list.talk("10-b", in: .chinese)?.title == "B")
    #expect(list.talk("c", in: .english) == nil)
  }

  @Test(arguments: [
    (["a.fr.md": "# A\n## B"], LessonError.Code.name), (["2.md": "# A\n## B"], .name),
    (["stop.md": "# A\n## B"], .name), (["+2.zh.md": "# A\n## B"], .name),
    (["a.zh.md": "# A\n## B"], .translation),
    (["a.md": "# A\n## B", "a.zh.md": "# A\n## B\n## C"], .translation),
  ])
  func aListTellsWhatDoesNotFit(documents: [String: String], code: LessonError.Code) {
    #expect(throws: LessonError.self) { try TalkList(documents.map { ($0, $1) }) }
    do { _ = try TalkList(documents.map { ($0, $1) }) } catch { #expect(error.code == code) }
  }

  @Test func twoListsAreOneUnlessTheyShareAName() throws {
    let first = try TalkList([("a.md", "# A\n## B"), ("a.zh.md", "# 甲\n## B")])
    let both = try first.followed(by: TalkList([("b.md", "# B\n## B")]))
    #expect(both.talks.map(\.id) == ["a", "b"])
    #expect(both.talk("a", in: .chinese)?.title == "甲")
    #expect(throws: LessonError.self) { try first.followed(by: first) }
  }
}
