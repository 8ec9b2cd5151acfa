import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

@ViewModel private final class Till {
  enum Coin: CaseIterable { case penny, pound }

  var step = 1
  var coin = Coin.penny
  var day: Date?
  private(set) var count: Int = 0
  private(set) var last: Coin?
  private(set) var parts: [Part] = []
  /// A value that only its view-model sets, which no tool puts back.
  public internal(set) var kept: Int = 0
  private var history: [Int] = []
  private var unseen: [Int] = []
  private var isBusy = false
  var total: Int { count * 2 }
  var entries: Int { history.count }

  @Command func add() { count += step }
  @Command func put(_ coin: Coin) {
    isBusy = true
    last = coin
    count += coin == .pound ? 100 : 1
    isBusy = false
  }
  @Command func note() {
    history.append(count)
    count += 1
  }
  @Command func hide() {
    unseen.append(count)
    count += 1
  }
  @Command func grow() { parts.append(Part()) }
  @Command func take() throws -> Int { count }
  @Command func countLong() {
    step = 5
    for _ in 0...SessionTracer.limit { count += 1 }
  }
  @Command func later() async {
    await Task.yield()
    count += 10
  }
  @Command func onlyNoteLater() async {
    await Task.yield()
    history.append(count)
  }
  @Command func onlyGrowLater() async {
    await Task.yield()
    parts.append(Part())
  }
  @Command func onlyKeepLater() async {
    await Task.yield()
    kept += 1
  }
  @Command func laterWithNote() async {
    await Task.yield()
    history.append(count)
    count += 10
  }
}

/// Hears what it rings itself, by a subscription.
@ViewModel private final class Bell {
  var step = 1
  @Ignored private let rings = SignalSource<Int>()
  @Ignored private var subscription: Subscription?
  private var heard: [Int] = []
  var count: Int { heard.count }

  init() {
    subscription = rings.signal.observe { [weak self] ring in self?.heard.append(ring) }
  }

  @Command func ring() { rings.send(step) }
}

@ViewModel private final class Part { var title = "part" }

/// Follows something outside as long as it lives, by a task of its own.
@ViewModel private final class Follower {
  var step = 1
  private(set) var heard: Int = 0
  @Ignored let source = AsyncStream.makeStream(of: Int.self)

  init() {
    Task { [weak self, stream = source.stream] in for await value in stream { self?.heard = value }
    }
  }
}

/// A command is undone as a whole, or the journey stops before it.
@MainActor
@Suite(.ownGraph) struct UndoTests {
  private let conversation = Conversation { catalog, _ in
    catalog.add(Till.self)
    catalog.add(Bell.self) { Bell() }
    catalog.add(Follower.self) { Follower() }
    catalog.add(ListViewModel.self)
  }

  private func say(_ text: String) async -> [String] { await conversation.say(text).lines }

  @Test func whatAnUndoPassesOverIsTold() async {
    let conversation = Conversation { catalog, _ in catalog.add(Till.self) { Till() } }
    await conversation.say("let t = Till(); t.step = 5; t.take(); t.take()")
    let undone = await conversation.say("undo").lines
    #expect(
      undone == [
        "passed over: the later t.take() changed no value here", "undone: t.step = 5",
      ])
    #expect(await conversation.say("redo; undo").lines.last == "undone: t.step = 5")
    #expect(!(await conversation.say("redo; undo").lines.contains { $0.hasPrefix("passed") }))
  }

  @Test func aCaseOfAnEnumerationIsToldWithItsDotByWhyAndMarbles() async {
    let conversation = Conversation { catalog, _ in catalog.add(Till.self) { Till() } }
    let said = await conversation.say("let t = Till(); t.coin = .pound; why t.coin").lines
    #expect(said[said.count - 2].hasPrefix("t.coin is .pound, it was .penny"), "\(said)")
    let drawn = await conversation.say(":marbles t.coin").lines
    #expect(drawn.last == "t.coin  a=.pound")
  }

  @Test func aCommandIsUndoneAndRedone() async {
    _ = await say("let t = Till(); t.step = 3; t.add()")
    #expect(await say("undo; t.count; t.step") == ["undone: t.add()", "0", "3"])
    #expect(await say("redo; t.count; t.total") == ["redone: t.add()", "3", "6"])
    #expect(await say("undo 2; t.count; t.step").suffix(2) == ["0", "1"])
    #expect(await say(":goto #2\nt.count").last == "3")
  }

  @Test func whatIsAsItWasBeforeIsNoHindrance() async {
    _ = await say("let t = Till(); t.put(.pound)")
    #expect(await say("t.last; t.count") == [".pound", "100"])
    #expect(await say("undo; t.last; t.count") == ["undone: t.put(.pound)", "nil", "0"])
  }

  /// A private value is named by the member that has shown it.
  @Test(arguments: [
    ("t.hide()", "it has changed what only its view-model knows"),
    ("t.note()", "only its view-model sets entries"),
    ("t.grow()", "only its view-model sets parts"),
  ])
  func aCommandThatChangesMoreStopsTheJourney(_ command: String, _ hindrance: String) async {
    _ = await say("let t = Till(); t.step = 3; \(command)")
    let before = await say("t.count; t.entries; t.step")
    let refused = await conversation.say("undo")
    #expect(refused.status == .runtimeError)
    #expect(
      conversation.diagnostics.first?.message.description.hasPrefix(
        "cannot be undone: \(command), \(hindrance)") == true,
      "\(conversation.diagnostics)")
    #expect(await say("t.count; t.entries; t.step") == before)
    #expect(await say(":timeline").contains { $0.contains("⟵ now") && $0.contains(command) })
  }

  @Test(arguments: [true, false]) func aCommandInTheBackgroundIsUndone(isWaitedFor: Bool) async {
    _ = await say("let t = Till(); t.step = 3; t.later() &")
    await end(isWaitedFor)
    #expect(await say("undo; t.count; t.step").suffix(2) == ["0", "3"])
    #expect(await say("redo; t.count").last == "10")
  }

  @Test(arguments: [true, false])
  func aCommandInTheBackgroundThatChangesMoreStopsTheJourney(isWaitedFor: Bool) async {
    _ = await say("let t = Till(); t.step = 3; t.laterWithNote() &")
    await end(isWaitedFor)
    #expect(await conversation.say("undo").status == .runtimeError)
    #expect(await say("t.count; t.entries; t.step") == ["10", "1", "3"])
  }

  @Test func aStatementThatForgetsItsOwnBeginningIsUndoneWhole() async {
    #expect(
      await say("let t = Till(); t.countLong(); undo; t.step; t.count").suffix(2) == ["1", "0"])
  }

  /// A store that remembers meanwhile must not make a step of the `wait` beside it, which nobody could undo.
  @Test(arguments: ["onlyNoteLater", "onlyGrowLater", "onlyKeepLater"], [true, false])
  func aCommandInTheBackgroundThatNobodyCouldUndoIsPassedOver(
    command: String, isWaitedFor: Bool
  ) async {
    _ = await say("let t = Till(); t.step = 3; t.\(command)() &")
    await end(isWaitedFor)
    #expect(await say("undo; t.entries + t.parts.count + t.kept; t.step").suffix(2) == ["1", "1"])
  }

  @Test(arguments: [true, false])
  func whatACommandInTheBackgroundHasChangedIsUndoneUnderItsOwnName(isWaitedFor: Bool) async {
    _ = await say("let t = Till(); t.step = 3; t.later() &")
    await end(isWaitedFor)
    #expect(await say("t.count; undo; t.count") == ["10", "undone: t.later() &", "0"])
    #expect(await say("redo; t.count") == ["redone: t.later() &", "10"])
    #expect(await say(":timeline").last?.contains("t.later() &  (t.count)") == true)
  }

  /// They may end during the same wait, or one before it.
  @Test func whatTwoCommandsInTheBackgroundHaveChangedIsUndoneUnderTheirNames() async {
    _ = await say("let t = Till(); let u = Till(); t.later() &; u.later() &")
    _ = await say("wait all")
    var undone: Set<String> = []
    for _ in 1...2 where undone.count < 2 {
      let lines = await say("undo")
      #expect(lines.count == 1, "\(lines)")
      let line = lines.last ?? ""
      undone.formUnion(line.replacing("undone: ", with: "").split(separator: "; ").map(String.init))
    }
    #expect(undone == ["t.later() &", "u.later() &"])
    #expect(await say("t.count + u.count") == ["0"])
  }

  /// Lets the command in the background end, within a statement or between two.
  private func end(_ isWaitedFor: Bool) async {
    if isWaitedFor { _ = await say("wait #1") }
    while conversation.session.jobs.all.contains(where: { $0.number == 1 }) { await Task.yield() }
  }

  /// It inherits the cause of the statement that has made it, and is none of its doing all the same.
  @Test(arguments: ["", "wait until f.heard == 7; "])
  func whatATaskHearsFromOutsideIsNotUndone(waiting: String) async throws {
    _ = await say("let f = Follower(); f.step = 3; f.step = 4")
    let follower = try #require(conversation.session.scope["f"]?.viewModel as? Follower)
    follower.source.continuation.yield(7)
    while waiting.isEmpty, follower.heard != 7 { await Task.yield() }
    #expect(await say("\(waiting)undo; f.heard; f.step") == ["undone: f.step = 4", "7", "3"])
  }

  @Test func aSnapshotPutsBackWhatItsViewModelSets() async {
    _ = await say("let t = Till(); t.add(); :snapshot one\nt.add(); t.step = 9")
    #expect(await say(":restore \"one\"\nt.count; t.step").suffix(2) == ["1", "1"])
    #expect(await say(":restore two").first == "error E106: there is no snapshot 'two'")
  }

  @Test func whatASubscriptionHasChangedIsNotUndoneSilently() async {
    _ = await say("let b = Bell(); b.step = 3; b.ring()")
    #expect(await conversation.say("undo").status == .runtimeError)
    #expect(await say("b.count; b.step") == ["1", "3"])
  }

  @Test func aSnapshotTellsWhatStaysAsItIs() async {
    _ = await say("let l = ListViewModel(); l.add(\"a\"); let t = Till(); :snapshot a")
    #expect(await say(":restore a") == ["nothing has changed since 'a'"])
    _ = await say("l.add(\"b\"); l.title = \"x\"")
    let said = await say(":restore a")
    #expect(said.first == "restored 'a': l.title")
    #expect(said.last?.hasPrefix("only its view-model sets l.cells") == true, "\(said)")
    // Without anything else it is refused, and so again.
    for _ in 1...2 {
      #expect(
        await say(":restore a").first?.hasPrefix(
          "cannot be restored: 'a', only its view-model sets l.cells") == true)
    }
    #expect(await say("l.count") == ["2"])
    // What is younger than the snapshot is none of its affair.
    _ = await say(":snapshot b\nlet m = ListViewModel(); m.add(\"c\")")
    #expect(await say(":restore b") == ["nothing has changed since 'b'"])
    // A value that nobody sees.
    _ = await say("t.note()")
    let hidden = await say(":restore b")
    #expect(hidden.contains { $0.contains("t.entries") }, "\(hidden)")
  }

  @Test func aSnapshotTellsWhatACommandInTheBackgroundHasChanged() async {
    _ = await say("let t = Till(); :snapshot a\nt.laterWithNote() &")
    await end(false)
    let said = await say(":restore a\nt.count; t.entries")
    #expect(said.contains { $0.contains("t.entries") }, "\(said)")
    #expect(said.suffix(2) == ["0", "1"])
  }

  @Test func aTrialKnowsWhatItsViewModelHasSet() async {
    _ = await say("let t = Till(); t.add(); t.add()")
    conversation.session.host.rehearsesCommands = true
    #expect(
      await say("whatif t.add()").contains { $0.contains("t.count") && $0.contains("3  ⟵ 2") })
    #expect(await say("t.count") == ["2"])
  }

  @Test func casesAndDatesAreSetAsTheyAreShown() async {
    _ = await say("let t = Till()")
    #expect(await say("t.coin = .pound; t.coin") == [".pound"])
    #expect(await say("t.coin?").contains { $0.contains("t.coin = .penny") })
    #expect(await say("t.day?").contains { $0.contains("t.day = \"2026-01-02\"") })
    #expect(await say("t.day = \"2026-01-02\"; t.day") == ["2026-01-02T00:00:00Z"])
    #expect(await conversation.say("t.day = 3").status == .runtimeError)
    #expect(conversation.diagnostics.first?.help?.description.contains("2026-01-02") == true)
    #expect(
      await say("t.day; let d = t.day; t.day = nil; t.day = d; t.day").last
        == "2026-01-02T00:00:00Z")
    #expect(await conversation.say("t.coin = .pond").status == .runtimeError)
    #expect(conversation.diagnostics.first?.replacement == ".pound")
  }

  @Test func theGraphShowsCasesAsEverythingElseDoes() async {
    _ = await say("let t = Till(); t.coin = .pound")
    #expect(await say(":graph t.coin tree").contains { $0.contains("coin = .pound") })
    #expect(await say(":graph t.last text").joined().contains("nil"))
    #expect(!(await say(":graph t.last text").joined().contains(".nil")))
  }

  @Test func whatOnlyItsViewModelSetsIsSaidSo() async {
    _ = await say("let t = Till()")
    await conversation.say("t.count = 7")
    #expect(
      conversation.diagnostics.first?.message.description
        == "Only its view-model sets count: run one of its commands that does.")
    await conversation.say("t.total = 7")
    #expect(conversation.diagnostics.first?.message.description.contains("is derived from") == true)
  }

  @Test(arguments: [
    "t.add() + 1", "1 + t.add()", "t.take() + t.add()", "let x = t.add()", "t.step = t.add()",
    "[t.take(), t.add()]", "true ? t.add() + 1 : 2",
  ])
  func aResultThatIsNotThereIsRefusedBeforeAnythingRuns(_ statement: String) async {
    _ = await say("let t = Till()")
    #expect(await conversation.say(statement).status == .runtimeError)
    #expect(conversation.diagnostics.first?.message.description.contains("returns nothing") == true)
    #expect(await say("t.count; t.step") == ["0", "1"])
    #expect(await conversation.say("true ? t.add() : t.add()").status == .ok)
    #expect(await say("t.count") == ["1"])
  }
}

extension UndoTests {
  @Test(arguments: [
    ("bind a.name -> b.name", "a.name", "b.name"),
    ("bind a.name -> b.name via uppercased", "a.name", "b.name"),
    ("bind v -> w", "v", "w"), ("bind v -> w via uppercased", "v", "w"),
    ("bind v -> b.name", "v", "b.name"), ("bind v -> w\nbind w -> b.name", "v", "w"),
  ])
  func whatIsPutBackIsNotOverwrittenByABinding(bind: String, from: String, to: String) async {
    let conversation = Conversation()
    await conversation.say(
      "let a = Form(); let b = Form(); var v = \"x\"; var w = \"y\"\n\(bind)\n\(to) = \"own\"\n:snapshot s"
    )
    await conversation.say("watch \(to)")
    await conversation.say("\(from) = \"new\"")
    let undone = await conversation.say("undo").lines
    #expect(undone.count { $0.contains("\(to)  ") || $0.contains("\(to) ") } <= 2, "\(undone)")
    #expect(await conversation.say(to).lines == ["\"own\""])
    await conversation.say("redo")
    #expect(await conversation.say(to).lines[0].lowercased() == "\"new\"")
    await conversation.say(":restore s")
    #expect(await conversation.say(to).lines == ["\"own\""])
    // The binding goes on.
    await conversation.say("\(from) = \"new\"")
    #expect(await conversation.say(to).lines[0].lowercased() == "\"new\"")
  }

  @Test(arguments: [
    "bind a.name -> b.name\nbind b.name -> c.name", "bind b.name -> c.name\nbind a.name -> b.name",
  ])
  func whatNoStepHasChangedStaysBesideABinding(bindings: String) async {
    let conversation = Conversation()
    await conversation.say("let a = Form(); let b = Form(); let c = Form(); var n = 0")
    await conversation.say("\(bindings)\na.name = \"first\"\nc.name = \"third\"\nwatch c.name")
    let undone = await conversation.say("n = 1\nundo").lines
    #expect(undone.allSatisfy { !$0.contains("c.name") })
    #expect(await conversation.say("b.name\nc.name").lines == ["\"first\"", "\"third\""])
    await conversation.say("b.name = \"second\"\nc.name = \"third\"\nn = 2\nundo")
    #expect(
      await conversation.say("a.name\nb.name\nc.name").lines
        == ["\"first\"", "\"second\"", "\"third\""])
    #expect(await conversation.say("a.name = \"new\"\nc.name").lines.last == "\"new\"")
  }

  @Test func aTwoWayBindingGoesOnAfterAnUndo() async {
    let conversation = Conversation()
    await conversation.say("var a = 1; var b = 1; bind a <-> b via negated")
    await conversation.say("b = 5\na = 6\nundo")
    #expect(await conversation.say("a\nb").lines == ["-5", "5"])
    await conversation.say("undo\na = -5")
    #expect(await conversation.say("a\nb").lines == ["-5", "5"])
  }

  @Test func aRestoreIsAStep() async {
    let conversation = Conversation()
    await conversation.say("var x = 1\n:snapshot a\nx = 2\nx = 3\n:restore a")
    #expect(await conversation.say(":timeline").lines.contains { $0.contains(":restore a") })
    #expect(
      await conversation.say("x\nundo\nx\nundo\nx\nredo\nredo\nx").lines.filter { Int($0) != nil }
        == ["1", "3", "2", "1"])
  }

  @Test(arguments: [":goto 99", ":goto", ":report #999"])
  func noStatementIsProposedThatThereIsNot(statement: String) async {
    let said = await Conversation().say(statement).lines
    #expect(!said.joined().contains("#1"), "\(said)")
  }
}
