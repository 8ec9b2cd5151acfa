import Testing
import ViewModels

@testable import REPLKit

/// A statement that touches what a step asks for and does not do it is told so.
@MainActor
@Suite(.ownGraph) struct LessonMissTests {
  private let conversation = Conversation()

  private func begin(_ checks: String...) async throws {
    let items = checks.map { "- [ ] asks \($0.prefix(3)): `\($0)`" }.joined(separator: "\n")
    try conversation.offer(
      """
      # T
      ```mvvm setup
      let f = Form()
      ```
      ## S
      \(items)
      > Hint.
      ```mvvm solution
      1
      ```
      """)
    await conversation.say(":lesson 1")
  }

  private func said(_ line: String) async -> [String] { await conversation.say(line).lines }

  @Test func aWrongAnswerIsToldWhatItWas() async throws {
    try await begin("answer == f.age")
    #expect(await said("let answer = 31") == ["▸ asks ans", "`answer`: 31"])
    #expect(await said("31") == ["31"])
    await conversation.say(":lang zh")
    #expect(await said("let answer = 32") == ["▸ asks ans", "`answer`：32"])
  }

  @Test func aMemberThatIsSetToSomethingElseIsToldWhy() async throws {
    try await begin("f.age == 40", "f.name == \"bo\" && f.isAdult")
    let told = await said("f.age = 39")
    #expect(told.first == "▸ asks f.a" && told.count == 2, "\(told)")
    #expect(await said(":check").last == told.last)
    #expect(await said("f.name = \"al\"").first == "▸ asks f.n")
    // What is met, and what is asked for elsewhere, is not held against a statement.
    #expect(await said("f.age = 40") == ["✓ asks f.a"])
    #expect(await said("f.pin = \"1\"") == [])
    #expect(await said("f.age = \"x\"").allSatisfy { !$0.hasPrefix("▸") })
    #expect(await said("1") == ["1"])
  }

  @Test func whatIsCountedAndWhatStandsForAPageIsNot() async throws {
    try await begin(
      "changes(f.age) == 3", "f.age == 7 && runs(f.save) == 1 && changes(f.name) == 1")
    #expect(await said("f.name = \"bo\"") == [])
    #expect(await said("f.age = 5").first == "▸ asks f.a")
    #expect(await said("let f = Form()").allSatisfy { !$0.hasPrefix("▸") })
  }
}
