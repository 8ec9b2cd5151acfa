import Testing
import ViewModels

@testable import REPLKit

@MainActor
@Suite(.ownGraph) struct CourseExaminationTests {
  private let examination = CourseExamination { emit in
    var catalog = Catalog()
    catalog.add(Form.self) { Form() }
    return Session(catalog: catalog, emit: emit)
  }

  private func problems(_ checks: String, _ solution: String, setup: String = "let form = Form()")
    async throws -> [String]
  {
    let text = """
      # T
      ```mvvm setup
      \(setup)
      ```
      ## S
      \(checks)
      > Hint.
      ```mvvm solution
      \(solution)
      ```
      """
    return await examination.run(try Course([("01-t.md", text)]))
  }

  @Test func aLessonThatCanBeDonePasses() async throws {
    #expect(try await problems("- [ ] a: `form.age == 3`", "form.age = 3").isEmpty)
  }

  @Test func whatASolutionLeavesOpenIsFound() async throws {
    #expect(
      try await problems("- [ ] three: `form.age == 3`", "form.age = 4")
        == [
          "01-t: step 1, the solution does not meet: three. `form.age == 3`: The left side is 4, the right side 3."
        ])
  }

  @Test func aSolutionThatDoesNotRunIsFound() async throws {
    let problems = try await problems("- [ ] a: `form.age == 3`", "form.aeg = 3")
    #expect(problems.count == 2)
    #expect(problems[0].hasPrefix("01-t: step 1, the solution: "))
  }

  @Test func aStepThatAsksForNothingIsFound() async throws {
    #expect(
      try await problems("- [ ] a: `form.age == 30`", "form.age = 30")
        == ["01-t: step 1 asks for nothing: all its checks are met from the start"])
  }

  @Test func aCheckThatIsMetFromTheBeginningIsFound() async throws {
    #expect(
      try await problems(
        "- [ ] a: `form.age == 30`\n- [ ] b: `form.name == \"x\"`", "form.name = \"x\"")
        == ["01-t: step 1, a check is met before anything is done: a"])
  }

  @Test(arguments: [
    ("Frm()", "form.age = 3", "it does not start"),
    ("let form = Form()\n```\n```mvvm teardown\nfoo()", "form.age = 3", "its teardown"),
    ("let form = Form()", "form.age = 3" + laterStep, "step 2 does not start"),
  ])
  func whatRunsAroundStepsHasToRun(setup: String, solution: String, what: String) async throws {
    let problems = try await problems("- [ ] a: `form.age == 3`", solution, setup: setup)
    #expect(problems.count == 1)
    #expect(problems[0].hasPrefix("01-t: \(what): "))
  }

  private nonisolated static let laterStep = """

    ```
    ## Two
    ```mvvm setup
    let q = Foo()
    ```
    - [ ] y: `y == 1`
    > Hint.
    ```mvvm solution
    let y = 1
    """

  @Test func theMistakeOfASolutionTellsItsLine() async throws {
    let problems = try await problems("- [ ] a: `form.age == 3`", "form.age = 3\nform.aeg = 4")
    #expect(problems.count == 1)
    #expect(problems[0].hasSuffix("(form.aeg = 4)"))
  }

  @Test func aSolutionMayFailWhereTheStepAsksForIt() async throws {
    #expect(try await problems("- [ ] a: `fails(form.fail) == 1`", "form.fail()") == [])
    let second = """
      form.fail()
      ```
      ## Two
      - [ ] b: `form.age == 3`
      ```mvvm demo
      ❯ form.name
      "ann"
      ```
      > Hint.
      ```mvvm solution
      form.age = 3
      """
    #expect(try await problems("- [ ] a: `fails(form.fail) == 1`", second) == [])
    let early = try await problems("- [ ] a: `fails(form.fail) == 2`", "form.fail()\nform.fail()")
    #expect(early.count == 2 && early[0].contains("the solution: form.fail"), "\(early)")
  }

  @Test(arguments: ["form.fail()\nform.aeg = 3", "try? form.fail()\nform.aeg = 3"])
  func aSolutionMayFailOnlyByACommandAtItsEnd(solution: String) async throws {
    let problems = try await problems("- [ ] a: `fails(form.fail) == 1`", solution)
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.hasPrefix("01-t: step 1, the solution: ") == true, "\(problems)")
  }

  @Test func everySolutionDoesTheStepAndNothingThatIsRefused() async throws {
    let other = "```\n```mvvm solution\nform.age = 1 + 2\n```\n```mvvm refused\nform.age = 4"
    #expect(try await problems("- [ ] a: `form.age == 3`", "form.age = 3\n" + other) == [])
    #expect(
      try await problems(
        "- [ ] a: `form.age < 5`", "form.age = 3\n```\n```mvvm solution\nform.age = 8")
        == [
          "01-t: step 1, the solution does not meet: a. `form.age < 5`: The left side is 8, the right side 5."
        ])
    #expect(
      try await problems("- [ ] a: `form.age < 5`", "form.age = 3\n" + other)
        == ["01-t: step 1 accepts what it should refuse: form.age = 4"])
  }

  @Test func aRefusedWayIsTypedStatementByStatement() async throws {
    let refused = "form.age = 3\n```\n```mvvm refused\nform.aeg = 1\nform.age = 4"
    #expect(
      try await problems("- [ ] a: `form.age < 5`", refused)
        == ["01-t: step 1 accepts what it should refuse: form.aeg = 1; form.age = 4"])
  }

  @Test func aDemoSaysWhatIsSo() async throws {
    let demo = "- [ ] a: `form.age == 3`\n```mvvm demo\n❯ form.age\n30\n```"
    #expect(try await problems(demo, "form.age = 3") == [])
    let wrong = demo.replacing("30", with: "31")
    let problems = try await problems(wrong, "form.age = 3")
    #expect(problems.count == 1)
    #expect(problems[0].hasPrefix("01-t: a demo does not match:"))
  }
}
