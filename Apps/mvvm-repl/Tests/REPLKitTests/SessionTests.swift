import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A session with everything it said, as plain text.
@MainActor
final class Conversation {
  private(set) var lines: [String] = []
  private(set) var diagnostics: [Diagnostic] = []
  private let catalog: Catalog
  private(set) lazy var session: Session = Session(
    catalog: catalog, clock: clock, graph: .current
  ) { [weak self] record in
    guard let self else { return }
    if case .diagnostic(let diagnostic, _) = record { diagnostics.append(diagnostic) }
    lines += TextRenderer(style: .plain, language: session.language).text(record)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  let clock = SessionClock()

  /// A session that can create a `Form`, and what else is added.
  init(adding add: (inout Catalog, SessionClock) -> Void = { _, _ in }) {
    var catalog = Catalog()
    catalog.add(Form.self) { Form() }
    add(&catalog, clock)
    self.catalog = catalog
  }

  /// Runs a text and returns what was said about it.
  @discardableResult
  func say(_ text: String) async -> (status: Status, lines: [String]) {
    lines = []
    diagnostics = []
    let status = await session.run(SourceText(text))
    return (status, lines)
  }

  /// Offers lessons: `01-lesson`, `02-lesson` and so on.
  func offer(_ lessons: String...) throws { session.offer(try Course(lessons: lessons)) }
}

extension Course {
  /// A course of lessons: `01-lesson`, `02-lesson` and so on.
  convenience init(lessons: [String]) throws {
    try self.init(lessons.enumerated().map { (name: "0\($0 + 1)-lesson.md", text: $1) })
  }
}

@MainActor
@Suite(.ownGraph) struct SessionTests {
  let conversation = Conversation()

  @Test func readsAndSetsMembers() async {
    let said = await conversation.say("let f = Form(); f.name = \"bo\"; f.name; f.age + 1")
    #expect(said.status == .ok)
    #expect(said.lines.suffix(2) == ["\"bo\"", "31"])
  }

  @Test func creatingAViewModelShowsItsMembers() async {
    let said = await conversation.say("let f = Form()")
    #expect(said.lines.first == "Form")
    #expect(said.lines.contains("  name     \"ann\""))
    #expect(said.lines.contains("  ● save()  clear()  fail()  wait()"))
  }

  @Test func secureValuesAreNeverShown() async {
    let said = await conversation.say("let f = Form(); f.pin; watch f.pin; f.pin = \"9999\"")
    #expect(said.status == .ok)
    #expect(!said.lines.joined().contains("1234"))
    #expect(!said.lines.joined().contains("9999"))
  }

  @Test func watchShowsTheValueNowAndEachChangeOnce() async {
    await conversation.say("let f = Form()")
    let said = await conversation.say("watch f.isAdult; f.age = 3; f.age = 4; f.age = 40")
    #expect(
      said.lines == [
        "◉ f.isAdult  true", "◉ f.isAdult  false  ⟵ true", "◉ f.isAdult  true  ⟵ false",
      ])
  }

  @Test func aWatchOfWhatIsNotThereSaysSoAndWhy() async {
    let said = await conversation.say("var l = [1]; watch l[0]; l = []; l = [2]")
    #expect(
      said.lines == [
        "◉ l[0]  1", "◉ l[0]  no value: there is no element 0; the array has 0  ⟵ 1",
        "◉ l[0]  2  ⟵ no value",
      ], "\(said.lines)")
  }

  @Test func watchOfACommandsStateFollowsItsConditions() async {
    await conversation.say("let f = Form()")
    let said = await conversation.say("watch f.save.isEnabled; f.name = \"\"")
    #expect(said.lines == ["◉ f.save.isEnabled  true", "◉ f.save.isEnabled  false  ⟵ true"])
  }

  @Test(arguments: ["unwatch f.age", "unwatch #1", "unwatch all", "unwatch f"])
  func unwatchEndsAWatch(statement: String) async {
    await conversation.say("let f = Form(); watch f.age")
    #expect(await conversation.say(statement).lines == ["ended: f.age"])
    #expect(await conversation.say("f.age = 7").lines.isEmpty)
  }

  @Test func twoWayBindingTakesTheLeadingValueAndThenFollowsBothSides() async {
    await conversation.say("let a = Form(); let b = Form(); a.name = \"lead\"")
    await conversation.say("bind a.name <-> b.name")
    #expect(await conversation.say("b.name").lines == ["\"lead\""])
    #expect(await conversation.say("b.name = \"x\"; a.name").lines == ["\"x\""])
    #expect(
      await conversation.say("unbind a.name; b.name = \"y\"; a.name").lines
        == ["ended: a.name <-> b.name", "\"x\""])
  }

  @Test func aNameThatIsGivenAgainHandsNothingOnAnew() async {
    await conversation.say("var a = 1; var b = 2; let c = Form(); bind a -> b")
    #expect(await conversation.say("b = 5; let c = Form(); b").lines.last == "5")
    #expect(await conversation.say("a = 3; b").lines.last == "3")
  }

  @Test func bindingDifferentTypesIsRefused() async {
    let said = await conversation.say("let a = Form(); let b = Form(); bind a.name <-> b.age")
    #expect(said.status == .runtimeError)
    #expect(conversation.diagnostics.first?.code == .typeMismatch)
  }

  @Test func aCommandReturnsItsResult() async {
    let said = await conversation.say("let f = Form(); f.save(); _ + \"!\"")
    #expect(said.lines.suffix(2) == ["\"saved ann\"", "\"saved ann!\""])
  }

  @Test func aDisabledCommandSaysWhichConditionIsFalse() async {
    let said = await conversation.say("let f = Form(); f.age = 3; f.save()")
    #expect(said.status == .runtimeError)
    #expect(said.lines.contains("error E301: f.save is not enabled"))
    #expect(said.lines.contains("  help: isAdult is false"))
  }

  @Test func aFailingCommandShowsItsError() async {
    let said = await conversation.say("let f = Form(); f.fail()")
    #expect(said.lines.contains("error E302: f.fail failed: the printer is on fire"))
  }

  @Test func aWrongTypeChangesNothingAndOffersTheCorrection() async {
    await conversation.say("let f = Form()")
    let said = await conversation.say("f.name = 186")
    #expect(said.status == .runtimeError)
    #expect(said.lines.contains("  help: f.name = \"186\""))
    #expect(await conversation.say("f.name").lines == ["\"ann\""])
  }

  @Test func derivedMembersCannotBeSet() async {
    await conversation.say("let f = Form(); f.isAdult = true")
    #expect(conversation.diagnostics.first?.code == .readOnly)
  }

  @Test func aMisspeltMemberIsShownWithACaretAndTheLikelyName() async {
    let said = await conversation.say("let f = Form()\nf.nmae")
    #expect(
      said.lines.suffix(4) == [
        "error E104: Form has no member 'nmae'", "  2 | f.nmae", "    |   ^~~~",
        "  help: Did you mean 'name'?  f.name",
      ])
  }

  @Test func aMistakeKeepsWhatRanBefore() async {
    await conversation.say("let f = Form()\nf.age = 5\nf.nmae\nf.age = 6")
    #expect(await conversation.say("f.age").lines == ["5"])
  }

  @Test func nothingRunsWhenTheTextDoesNotParse() async {
    await conversation.say("let f = Form()")
    #expect(await conversation.say("f.age = 5\nf.age = = 6").status == .parseError)
    #expect(await conversation.say("f.age").lines == ["30"])
  }

  @Test func anUnmetExpectationShowsBothSides() async {
    let said = await conversation.say("let f = Form(); expect f.age == 31")
    #expect(said.status == .expectationFailed)
    #expect(said.lines.last == "  help: The left side is 30, the right side 31.")
  }

  @Test func constantsStayAndVariablesKeepTheirType() async {
    #expect(await conversation.say("var n = 1; n += 2; n").lines == ["3"])
    await conversation.say("n = \"three\"")
    #expect(conversation.diagnostics.first?.code == .typeMismatch)
    await conversation.say("let c = 1; c = 2")
    #expect(conversation.diagnostics.first?.code == .constant)
  }

  @Test func textsTakeValuesIn() async {
    #expect(
      await conversation.say("let f = Form(); \"\\(f.name) is \\(f.age + 1)\"").lines.last
        == "\"ann is 31\"")
  }

  @Test func cancellingEndsARunningCommand() async throws {
    await conversation.say("let f = Form()")
    let running = Task { await conversation.say("f.wait()") }
    while !conversation.session.cancelRunning() { await Task.yield() }
    let said = await running.value
    #expect(said.lines.first == "error E303: f.wait was cancelled")
  }

  @Test func aBackgroundCommandReportsItsEnd() async {
    await conversation.say("let f = Form(); f.save() &")
    await conversation.session.close()
    #expect(
      conversation.lines.suffix(2) == [
        "job #1: f.save() runs in the background",
        "✓ job #1: f.save()  \"saved ann\"",
      ])
  }

  @Test(arguments: [":hlep", ":help nme", ":nothing"])
  func unknownToolWordsAreNamed(text: String) async {
    #expect(await conversation.say(text).status == .runtimeError)
    #expect(conversation.diagnostics.first?.help != nil)
  }

  @Test func helpExplainsAMember() async {
    await conversation.say("let f = Form()")
    let said = await conversation.say(":help f.save")
    #expect(said.lines.first == "f.save")
    #expect(said.lines.contains("  execute it        f.save()"))
  }

  @Test func theToolsWordsWorkWithoutTheirColonUnlessAVariableHasTheName() async {
    #expect(await conversation.say("help").lines.first?.hasPrefix("Type :help and") == true)
    #expect(await conversation.say("let help = 1; help").lines == ["1"])
    await conversation.say("exit")
    #expect(conversation.session.isFinished)
  }

  @Test func quitEndsTheText() async {
    #expect(await conversation.say("1; :quit\n2").lines == ["1"])
    #expect(conversation.session.isFinished)
  }

  /// A value cannot be called, so its name still stands for the type where it is.
  @Test func aNameThatWasGivenToAValueStillCreatesAndConverts() async {
    let conversation = Conversation()
    await conversation.say("let Form = 5; let Int = 3; let print = 1; let x = 2")
    #expect(
      await conversation.say("let f = Form()\nInt(\"5\")\nprint(\"x\")").lines.suffix(2) == [
        "5", "x",
      ])
    #expect(await conversation.say("Form + Int").lines == ["8"])
    #expect(await conversation.say("x()").lines[0].contains("called"))
  }

  @Test(arguments: ["watch(f.name)", "expect(f.name == \"\")", "bind(f.name)"])
  func aVerbThatIsCalledTellsHowItIsWritten(call: String) async {
    let conversation = Conversation()
    let verb = String(call.prefix { $0 != "(" })
    let lines = await conversation.say("let f = Form()\n\(call)").lines
    #expect(lines.contains { $0.contains("'\(verb)' is written without parentheses") }, "\(lines)")
    let helps = ["help: Write \(verb)", "help: Write it like this:  \(verb) "]
    #expect(lines.contains { line in helps.contains { line.contains($0) } }, "\(lines)")
  }
}
