import Testing

@testable import REPLKit

@Suite(.ownGraph) struct LessonDocumentTests {
  private static let lesson = """
    # Names

    A person has a name.


    It can change.

    ```mvvm setup
    let form = Form()
    ```

    ```mvvm teardown
    :cancel all
    ```

    ## Change it

    Set `form.name`.

    ```swift
    form.name = "bob"
    ```

    - [ ] the name `form.name` is Bob's: `form.name == "bob"`
    - [ ] `form.isNamed`

    > Names are text.
    > Text stands in quotes.

    > `form.name = "bob"`

    ```mvvm solution
    form.name = "bob"
    ```
    """

  private func course(_ documents: (String, String)...) throws(LessonError) -> Course {
    try Course(documents.map { (name: $0.0, text: $0.1) })
  }

  private func mistake(in documents: (name: String, text: String)...) -> LessonError? {
    do throws(LessonError) {
      _ = try Course(documents)
      return nil
    } catch { return error }
  }

  @Test func aLessonIsReadFromItsMarkdown() throws {
    let lesson = try #require(try course(("01-names.md", Self.lesson)).lessons.first)
    #expect(lesson.id == "01-names")
    #expect(lesson.title == "Names")
    #expect(lesson.text == ["A person has a name.", "", "It can change."])
    #expect(lesson.setup == "let form = Form()\n")
    #expect(lesson.teardown == ":cancel all\n")
    let step = try #require(lesson.steps.first)
    #expect(step.title == "Change it")
    #expect(step.text == ["Set `form.name`.", "", "    form.name = \"bob\""])
    #expect(
      step.checks == [
        Lesson.Check(text: "the name `form.name` is Bob's", condition: "form.name == \"bob\""),
        Lesson.Check(text: "`form.isNamed`", condition: "form.isNamed"),
      ])
    #expect(step.hints == ["Names are text.\nText stands in quotes.", "`form.name = \"bob\"`"])
    #expect(step.solutions == ["form.name = \"bob\"\n"])
  }

  @Test func aBlockMayShowABlock() throws {
    let text = Self.lesson.replacing(
      "# Names\n", with: "# Names\n````text\n```mvvm setup\nlet x = 1\n```\n````\n~~~\na\n~~~\n")
    let lesson = try #require(try course(("a.md", text)).lessons.first)
    #expect(lesson.text.prefix(4) == ["    ```mvvm setup", "    let x = 1", "    ```", "    a"])
    #expect(lesson.setup == "let form = Form()\n")
  }

  @Test func linesMayEndAsOnWindows() throws {
    let text = Self.lesson.replacing("\n", with: "\r\n")
    #expect(
      try course(("a.md", text)).lessons == course(("a.md", Self.lesson)).lessons)
  }

  @Test(arguments: [
    ("", LessonError.Code.noTitle, 1), ("text", .noTitle, 1), ("# T", .noStep, 1),
    ("# T\n## S\n```mvvm solution\n1\n```", .noCheck, 2),
    ("# T\n## S\n- [ ] a: `true`", .noSolution, 2),
    ("# T\n## S\n- [ ] a", .condition, 3), ("# T\n## S\n- [ ] a: `let x`", .condition, 3),
    ("# T\n## S\n- [ ] a: `b` c", .condition, 3), ("# T\n```\nopen", .block, 2),
    ("# T\n- [ ] a: `true`", .block, 2), ("# T\n```mvvm solution\n1\n```", .block, 2),
    ("# T\n```mvvm refused\n1\n```", .block, 2), ("# T\n```mvvm setpu\n1\n```", .block, 2),
    ("# T\n## S\n```mvvm solutoin\n1\n```", .block, 3),
    ("# T\n## S\n- [ ] a: `isBound(b -> )`", .condition, 3),
  ])
  func aBrokenLessonSaysWhereItIsBroken(text: String, code: LessonError.Code, line: Int) throws {
    let error = try #require(mistake(in: (name: "x.md", text: text)))
    #expect(error.code == code)
    #expect(error.line == line)
    #expect(error.description.hasPrefix("x.md:\(line): "))
    #expect(error.text(in: .chinese).contains { "\u{4E00}"..."\u{9FFF}" ~= $0 })
  }

  @Test func lessonsStandInTheOrderOfTheirNumbersAndNames() throws {
    let course = try course(
      ("10-d.md", Self.lesson), ("02-b.md", Self.lesson), ("2-c.md", Self.lesson),
      ("01-a.md", Self.lesson), ("z.md", Self.lesson), ("notes.txt", ""),
      ("README.md", "no lesson"),
      ("README.zh.md", "no"), ("readme-zh.md", "no"), (".#01-a.md", "no"), (".hidden.md", "no")
    )
    #expect(course.lessons.map(\.id) == ["01-a", "02-b", "2-c", "10-d", "z"])
  }

  @Test func aStepHasSeveralSolutionsRefusedWaysAndDemos() throws {
    let text = """
      # T
      <!-- a note of the author -->
      ```mvvm demo
      ❯ 1 + 1
      2
      ```
      ## S
      ```mvvm demo
      ❯ 2 + 2
      4
      ```
      * [ ] a direction: `isBound(a.b -> c.d)`
      - [x] another: `isBound(a.b <-> c.d)`
      ```mvvm solution
      1
      ```
      ```mvvm solution
      2
      ```
      ```mvvm refused
      3
      ```
      """
    let lesson = try #require(try course(("a.md", text)).lessons.first)
    #expect(lesson.demos == ["❯ 1 + 1\n2"])
    #expect(lesson.text == ["    ❯ 1 + 1", "    2"])
    let step = lesson.steps[0]
    #expect(step.demos == ["❯ 2 + 2\n4"])
    #expect(step.solutions == ["1\n", "2\n"])
    #expect(step.refused == ["3\n"])
    #expect(step.checks.map(\.condition) == ["isBound(a.b -> c.d)", "isBound(a.b <-> c.d)"])
  }

  @Test func coursesFollowEachOtherWithTheirTranslations() throws {
    let chinese = Self.lesson.replacing("# Names", with: "# 名字")
    let first = try course(("a.md", Self.lesson))
    let both = try first.followed(by: try course(("b.md", Self.lesson), ("b.zh.md", chinese)))
    #expect(both.lessons.map(\.id) == ["a", "b"])
    #expect(both.lesson(1, in: .chinese).title == "名字")
    #expect(throws: LessonError.self) { try first.followed(by: first) }
  }

  @Test func aTranslationAsksForTheSame() throws {
    let chinese = Self.lesson.replacing("# Names", with: "# 名字")
      .replacing("the name `form.name` is Bob's: ", with: "名字是 Bob 的：")
    let course = try course(("01-names.md", Self.lesson), ("01-names.zh.md", chinese))
    #expect(course.lesson(0, in: .chinese).title == "名字")
    #expect(course.lesson(0, in: .chinese).steps[0].checks[0].text == "名字是 Bob 的")
    #expect(course.lesson(0, in: .english).title == "Names")
  }

  @Test func aTranslationThatAsksForSomethingElseIsRefused() {
    let other = Self.lesson.replacing("form.name == ", with: "form.name != ")
    let error = mistake(in: ("01-names.md", Self.lesson), ("01-names.zh.md", other))
    #expect(error?.code == .translation)
    #expect(error?.file == "01-names.zh.md")
    #expect(error?.message.description.hasPrefix("step 1: ") == true)
    let without = Self.lesson.replacing(":cancel all", with: ":cancel 1")
    #expect(
      mistake(in: ("01-names.md", Self.lesson), ("01-names.zh.md", without))?.message.description
        .hasPrefix("the lesson itself: ") == true)
    #expect(mistake(in: ("01-names.zh.md", Self.lesson))?.code == .translation)
  }

  @Test(arguments: ["01.fr.md", "01.zh.old.md"])
  func documentsAreNamedAsLessons(name: String) {
    #expect(mistake(in: (name: name, text: Self.lesson))?.code == .name)
  }

  @Test func twoLessonsOfOneNameAreRefused() {
    #expect(mistake(in: ("a.md", Self.lesson), ("a.en.md", Self.lesson))?.code == .name)
  }

  /// A block of code may come before the title, and a line of it may begin as a title does.
  @Test func aTitleThatCompletionTellsIsNotInABlock() throws {
    let text = "#  \n\n```mvvm setup\n# Code\n~~~\n```\n" + Self.lesson
    let course = Course(unread: [(name: "01-names.md", text: text)])
    #expect(course.titles(in: .english) == ["01-names": "Names"])
    try course.read()
    #expect(course.lesson(0, in: .english).title == "Names")
  }
}
