import Testing
import ViewModels

@testable import REPLKit

/// The words that checks ask with, and the steps that they end.
@MainActor
@Suite(.ownGraph) struct LessonCheckTests {
  private let conversation = Conversation()

  private func begin(_ checks: String..., setup: String = "let a = Form(); let b = Form()")
    async throws
  {
    let items = checks.enumerated().map { "- [ ] c\($0): `\($1)`" }.joined(separator: "\n")
    let text = """
      # T
      ```mvvm setup
      \(setup)
      ```
      ## S
      \(items)
      - [ ] end: `hasTyped("99")`
      > Hint.
      ```mvvm solution
      a.age = 99
      ```
      """
    conversation.session.offer(try Course([("01-t.md", text)]))
    await conversation.say(":lesson 1")
  }

  @discardableResult
  private func said(_ line: String) async -> [String] { await conversation.say(line).lines }

  @Test func aBindingOfOneWayIsNoneOfTwo() async throws {
    try await begin(
      "isBound(a.name -> b.name)", "isBound(b.name -> a.name)", "isBound(a.name <-> b.name)",
      "isBound(b.name <-> a.name)", "isBound(b.name)")
    #expect(
      await said("bind a.name -> b.name") == ["binding #1: a.name -> b.name", "✓ c0", "✓ c4"])
    #expect(await said("unbind all") == ["ended: a.name -> b.name", "▸ c0", "▸ c4"])
    #expect(
      await said("bind a.name <-> b.name") == [
        "binding #2: a.name <-> b.name", "✓ c2", "✓ c3", "✓ c4",
      ])
  }

  @Test func aConverterLeavesTheDirection() async throws {
    try await begin("isBound(a.name -> length)")
    await said("var length = 0")
    #expect(await said("bind a.name -> length via count").last == "✓ c0")
  }

  @Test func aDirectionIsNoValueAtThePrompt() async {
    #expect(await said("print(1 -> 2)").joined().contains("error E001"))
  }

  @Test func aCountMayAskForTheValue() async throws {
    try await begin("changes(a.age -> 50) == 1", "runs(a.save -> \"saved bo\") >= 1")
    #expect(await said("a.age = 40") == [])
    #expect(await said("a.age = 50") == ["✓ c0"])
    #expect(await said("a.save()") == ["\"saved ann\""])
    await said("a.name = \"bo\"")
    #expect(await said("a.save()") == ["\"saved bo\"", "✓ c1"])
  }

  @Test(arguments: ["bind a.age -> b.age", "bind a.age -> copy", "bind b.age <-> a.age"])
  func whatABindingHandsOnHasFollowed(bind: String) async throws {
    let goal = bind.contains("copy") ? "copy" : "b.age"
    try await begin("hasFollowed(a.age -> \(goal))", setup: "let a = Form(); let b = Form()")
    await said("var copy = 0")
    await said("a.age = 5; \(goal) = 5; \(goal) = 6")
    #expect(!(await said(bind).contains("✓ c0")))
    #expect(await said("\(goal) = 7").isEmpty)
    #expect(await said("a.age = 8").last == "✓ c0")
  }

  @Test func whatWasExpectedIsSeen() async throws {
    try await begin(
      "isExpected(a.isAdult)", "isExpected(a.age)", "isExpected(a.isAdult -> [false, true])")
    await said("watch a.isAdult; try? a.fail()")
    #expect(await said("expect !a.isAdult").allSatisfy { !$0.hasPrefix("✓") })
    #expect(await said("expect a.isAdult").last == "✓ c0")
    await said("a.age = 3; a.age = 40")
    #expect(await said("expect a.age == 40").last == "✓ c1")
    #expect(await said("expect a.isAdult emits [false, true]").last == "✓ c2")
  }

  @Test func theFirstPartThatIsNotSoIsExplained() async throws {
    try await begin("a.age == 30 && a.name == \"bo\" && nobody.age == 3")
    #expect(
      await said(":check").last
        == "`a.name == \"bo\"`: The left side is \"ann\", the right side \"bo\".")
  }

  @Test func aNameThatIsNotThereIsExplainedWhereItIsReached() async throws {
    try await begin("a.age == 30 && nobody.age == 3")
    let told = "Nothing is called 'nobody' yet; the step needs that name: let nobody = …"
    #expect(await said(":check").last == told)
    // Whoever gives something another name is told at once.
    #expect(await said("let n = Form()").last == told)
    #expect(await said("n.age").last != told)
  }

  @Test func anAnswerOfAnotherTypeIsTold() async throws {
    try await begin("answer == \"two\" || answer == \"2\"")
    await said("let answer = 2")
    #expect(
      await said(":check").last == "`answer`: it is a whole number, but the step asks for text.")
    await said(":lang zh")
    #expect(await said(":check").last == "`answer`：它是整数；这里需要字符串。")
  }

  @Test func whatHasNeverBeenSoIsTold() async throws {
    try await begin("!never(a.age == 50)", "!never(a.isAdult && a.age > 90)")
    #expect(await said(":check").last == "`a.age` was never `50` at the end of a statement")
    await said(":lang zh")
    #expect(await said(":check").last == "`a.age` 从未在语句结束时为 `50`")
    await said(":lang en; a.age = 50")
    #expect(
      await said(":check").last
        == "`a.isAdult && a.age > 90` was never true at the end of a statement"
    )
  }

  @Test func wordsMayHaveToBeTypedWhileSomethingIsSo() async throws {
    try await begin("hasTyped(\"print\", during: a.age == 50)")
    await said("print(1)")
    #expect(await said(":check").last == "not typed yet: \"print\" while `a.age == 50`")
    await said("a.age = 50")
    #expect(await said("print(1)").last == "✓ c0")
    await said("a.age = 51")
    #expect(!(await said(":check").contains("▸ c0")))
  }

  @Test func wordsCountOnceTheyWereTyped() async throws {
    try await begin("hasTyped(\"why a.age\")", "hasTyped(\":timeline\")")
    #expect(await said("let answer = \"why\"") == [])
    #expect(!(await said("why a.ageless").contains("✓ c0")))
    #expect(await said(":check").last == "not typed yet: \"why a.age\"")
    #expect(await said("why   a.age").contains("✓ c0"))
    #expect(await said(":timeline").contains("✓ c1"))
    await said(":reset")
    #expect(await said(":check").prefix(2) == ["▸ c0", "▸ c1"])
  }

  /// A text that has the words in it is no statement of them.
  @Test func wordsWithinATextWereNotTyped() async throws {
    try await begin("hasTyped(\"why a.age\")", "hasTyped(\":timeline\")", "hasTyped(\"print(\")")
    for text in ["\"why a.age\"", "print(\"x; why a.age :timeline\")", "[\"\\(a.age) why a.age\"]"]
    {
      #expect(!(await said(text).contains { $0 == "✓ c0" || $0 == "✓ c1" }))
    }
    #expect(await said("why a.age; :timeline").suffix(10).contains("✓ c0"))
    #expect(await said(":check").allSatisfy { !$0.contains(":timeline") })
  }

  @Test func whatFailsWasTypedToo() async throws {
    try await begin("hasTyped(\"why nobody\")")
    #expect(await said("why nobody").contains("✓ c0"))
  }

  @Test func aCountDuringSomethingLeavesOutWhatWasBeforeAndBehindIt() async throws {
    try await begin("changes(a.age, during: isWatched(a.name)) == 2")
    await said("a.age = 1; a.age = 2")
    #expect(await said("watch a.name; a.age = 3").allSatisfy { !$0.hasPrefix("✓") })
    #expect(
      await said(":check").last == "`a.age` has changed once while `isWatched(a.name)`")
    await said("unwatch all; a.age = 4; watch a.name")
    #expect(await said("a.age = 5") == ["✓ c0"])
    await said(":reset")
    #expect(await said("a.age = 6; a.age = 7; watch a.name").last?.hasPrefix("✓ c0") == false)
  }

  @Test func onlyACountTakesACondition() async throws {
    try await begin("isWatched(a.age, during: a.isAdult)")
    #expect(await said(":check").last?.contains("isWatched takes one argument") == true)
  }

  @Test func onlyWhatIsComputedIsDerived() async throws {
    try await begin("isDerived(n)", "isDerived(a.isAdult)", "isDerived(a.age)")
    #expect(await said("let n = 3") == [])
    #expect(await said(":check").prefix(3) == ["▸ c0", "✓ c1", "▸ c2"])
    #expect(await said("let n = { a.age * 2 }").last == "✓ c0")
  }

  @Test(arguments: [
    "isDerived(n)", "isDerived(n.total)", "isWatched(n)", "isWatched(n.age)", "isBound(n)",
    "isBound(a.name -> n)", "isBound(n <-> a.name)", "isExpected(n)", "!isDerived(n)",
    "isDerived(n) && n == 1",
  ])
  func aNameThatIsMissingIsToldAsMissing(condition: String) async throws {
    try await begin(condition)
    let told = "Nothing is called 'n' yet; the step needs that name: let n = …"
    #expect(await said(":check").contains(told), "\(conversation.lines)")
    await said("let n = Form()")
    #expect(!(await said(":check").contains(told)))
  }

  @Test func whatMustNeverBeIsLostOnceItWas() async throws {
    try await begin("never(a.age > 50)")
    #expect(await said(":check").first == "✓ c0")
    let lost = "This step can no longer be finished from here; :reset starts it again."
    #expect(await said("a.age = 60") == ["▸ c0", lost])
    #expect(await said("a.age") == ["60"])
    #expect(await said("a.age = 3") == [lost])
    #expect(await said(":check").suffix(2) == ["`a.age > 50` has been true", lost])
    await said(":reset")
    #expect(await said(":check").first == "✓ c0")
  }

  @Test(arguments: [
    ("changes(a.age) == 1", 2), ("changes(a.age) <= 1", 2), ("changes(a.age) < 2", 2),
    ("changes(a.age) >= 0 && changes(a.age) == 1", 2), ("runs(a.clear) == 0", 0),
  ])
  func aCountThatIsTooLargeIsLost(condition: String, changes: Int) async throws {
    try await begin(condition)
    for age in 0..<changes { await said("a.age = \(age)") }
    if changes == 0 { await said("a.clear()") }
    #expect(await said(":check").last?.hasPrefix("This step can no longer be finished") == true)
  }

  @Test func aCountThatIsTooSmallIsNotLost() async throws {
    try await begin("changes(a.age) == 2")
    #expect(!(await said("a.age = 1").joined().contains("any more")))
    #expect(!(await said(":check").joined().contains("any more")))
  }
}
