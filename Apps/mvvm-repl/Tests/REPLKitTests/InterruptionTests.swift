import Testing

@testable import REPLKit

/// A long computation keeps the main actor to itself: another thread ends it.
@MainActor
@Suite(.ownGraph) struct InterruptionTests {
  let conversation = Conversation()

  private nonisolated static let endless =
    "(1...100000).map { (1...100000).map { (1...100000).map { $0 + 1 }.count }.count }.count"

  /// Says something that is asked to stop as soon as it runs.
  private func cutting(_ text: String) async -> (status: Status, lines: [String]) {
    let session = conversation.session
    session.host.onMark = { [interruption = session.interruption] _ in interruption.raise() }
    defer { session.host.onMark = nil }
    return await conversation.say(text)
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      endless, "try? \(endless)", "let n = \(endless)", "print(\(endless))",
      "watch [f.age, \(endless)]",
      "f.age = \(endless)", "[3, 1].sorted { \(endless) > 1 && $0 < $1 }", "1; \(endless); 2",
      "whatif f.age = \(endless)", "expect \(endless) == 1",
      // What begins with a value, without a closure.
      "list.sorted().count", "list.min()", "list.max()", "let c = list + list",
      "print(list + list)", "list | sorted | prefix 1", "list | grep \"1\" | count",
      "list | reversed | reversed | count",
      // Few calls that make much each.
      "(1...50).map { (1...100000).count }.count",
    ])
  func aLongComputationIsCut(statement: String) async {
    await conversation.say("let f = Form(); let list = 1...3000")
    #expect(await cutting(statement).status == .runtimeError)
    #expect(conversation.diagnostics.map(\.code) == [.cancelled])
    #expect(await conversation.say("1 + 1").lines == ["2"])
  }

  /// What a program that reads JSON is told agrees with the exit code.
  @Test(.timeLimit(.minutes(10)))
  func aStatementThatTheEndOfTheTimeHasCutTellsThat() async {
    let session = conversation.session
    var ends: [Status] = []
    session.host.onStatement = { progress in
      if case .ended(_, let status) = progress { ends.append(status) }
    }
    await conversation.say("1")
    session.host.onMark = { [interruption = session.interruption] _ in interruption.end() }
    await conversation.say(Self.endless)
    #expect(ends.map(\.rawValue) == [0, 124])
  }

  /// It holds up no statement that does not read it.
  @Test(.timeLimit(.minutes(10)), arguments: [true, false])
  func aDerivedValueThatWasCutIsComputedAgain(isWatched: Bool) async {
    await conversation.say("let f = Form(); f.age = 7; let l = (1...1000)")
    await conversation.say(
      "let d = { f.age > 50 ? l.map { $0 + f.age }.count : 0 }; let e = { d + 1 }")
    if isWatched { await conversation.say("watch e") }
    #expect(await cutting("f.age = 51; e").status == .runtimeError)
    #expect(await cutting("1 + 1").lines == ["2"])
    #expect(await conversation.say("e").lines.last == "1001")
    #expect(await conversation.say("d").lines.last == "1000")
  }

  @Test(.timeLimit(.minutes(10))) func aCutValueFollowsWhatItHasRead() async {
    await conversation.say("let f = Form(); let d = { f.age > 50 ? \(Self.endless) : f.age }")
    await conversation.say("watch d")
    #expect(await cutting("f.age = 51").status == .runtimeError)
    #expect(conversation.diagnostics.map(\.code) == [.cancelled])
    #expect(await conversation.say("1 + 1").lines == ["2"])
    #expect(await conversation.say("f.age = 7\nd").lines.last == "7")
  }

  /// What follows from it was cut, or its own value; then nothing is bound, and both sides are as they were.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      "bind g.age -> f.age", "bind g.age <-> f.age", "bind g.age -> f.age via negated",
      "bind \(endless) -> f.age",
    ])
  func aBindingThatIsCutIsNone(statement: String) async {
    let age = statement.contains("negated") ? -60 : 60
    await conversation.say("let f = Form(); let g = Form(); g.age = \(age); let l = (1...1000)")
    await conversation.say("let d = { f.age > 50 ? l.map { $0 + f.age }.count : 0 }; watch d")
    #expect(await cutting(statement).status == .runtimeError)
    #expect(await conversation.say("bind").lines.allSatisfy { !$0.contains("age") })
    #expect(await conversation.say("f.age").lines.last == "30")
    #expect(await conversation.say("g.age = 20\nf.age").lines.last == "30")
  }

  /// What a binding hands on is not computed to its end: its sides differ, and that is told.
  @Test(.timeLimit(.minutes(10)), arguments: ["bind d -> g.age", "bind d -> g.age via negated"])
  func aBindingThatIsCutLaterIsTold(statement: String) async {
    await conversation.say("let f = Form(); let g = Form()")
    await conversation.say("let d = { f.age > 50 ? \(Self.endless) : f.age }")
    #expect(await conversation.say(statement).status == .ok)
    let said = await cutting("f.age = 51")
    #expect(said.status == .runtimeError)
    let binding = statement.dropFirst("bind ".count)
    #expect(
      said.lines.contains {
        $0.hasPrefix("\(binding): its value was not computed to the end, so g.age stays as it is")
      }, "\(said.lines)")
    #expect(conversation.diagnostics.count == 1)
    let age = statement.contains("negated") ? "-7" : "7"
    #expect(await conversation.say("f.age = 7; g.age").lines.last == age)
  }

  /// An observer is whole that runs while the request is on its way to the main actor.
  @Test func whatIsShortIsNotCut() async {
    #expect(await cutting("(1...60).map { $0 + 1 }.count").lines == ["60"])
    // Each statement begins anew.
    for _ in 0..<3 { #expect(await cutting("(1...900).reversed().min()").lines == ["1"]) }
    #expect(conversation.session.interruption.isRaised)
    conversation.session.cancelRunning()
    #expect(!conversation.session.interruption.isRaised)
  }

  @Test func nothingIsCutThatRunsLater() async {
    conversation.session.interruption.raise()
    #expect(await conversation.say("(1...5000).map { $0 + 1 }.count").lines == ["5000"])
  }
}
