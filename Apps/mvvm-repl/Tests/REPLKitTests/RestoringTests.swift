import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// A session that has not ended well comes back whole.
@MainActor
@Suite(.ownGraph) struct RestoringTests {
  private static let lesson = """
    # Names
    ```mvvm setup
    :clock manual
    let f = Form()
    let word = "hunter2"
    ```
    ## Change it
    - [ ] the name is Bob: `f.name == "bob"`
    > One.
    ```mvvm solution
    f.name = "bob"
    ```
    """

  /// A learner at the prompt.
  private func learner() throws -> Conversation {
    let conversation = Conversation()
    conversation.session.offer(try Course([("01-names.md", Self.lesson)]))
    return conversation
  }

  /// Ends a session as `kill -9` does, and runs its statements in another one.
  private func restored(
    _ statements: [String],
    _ look: (Conversation, _ said: [String], _ left: String) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let place = URL(filePath: "\(folder)/session")
      let conversation = try learner()
      let journal = try #require(Journal(place))
      conversation.session.keep(journal)
      for statement in statements {
        await conversation.say(statement)
        await conversation.clock.settle()
      }
      let text = try String(contentsOfFile: "\(folder)/session-\(getpid())", encoding: .utf8)
      journal.close()
      try text.write(toFile: "\(folder)/session-left-1", atomically: false, encoding: .utf8)
      let next = try learner()
      let goesOn = try #require(Journal(place))
      next.session.keep(goesOn)
      let said = await next.say(":load \(folder)/session-left-1").lines
      let isKept = FileManager.default.fileExists(atPath: "\(folder)/session-left-1")
      #expect(isKept == said.contains { $0.contains("failed now") }, "\(said)")
      try await look(next, said, text)
      goesOn.close()
    }
  }

  @Test func whatFailsWithoutItsSecretEndsNothing() async throws {
    try await restored([
      "let f = Form(); f.pin = \"hunter2\"", "expect f.pin == \"hunter2\"", "f.age = 3", "f.nosuch",
    ]) { next, said, left in
      #expect(!left.contains("hunter2"))
      #expect(await next.say("f.age").lines == ["3"])
      #expect(said.contains { $0.hasPrefix("1 of 4 statements failed now") }, "\(said)")
      #expect(said.last?.hasPrefix("  3: expect f.pin == ") == true, "\(said)")
    }
  }

  @Test func whatIsTypedInALessonIsNoPartOfTheOwnDesk() async throws {
    try await restored([
      "let f = Form(); f.name = \"ann\"; 1 + 1", ":lesson 1",
      "f.name = \"x\"; let g = Form(); g.pin = word",
      "5 + 5", ":lesson stop", "_ + 1", "f.age = 4",
    ]) { next, said, left in
      #expect(left.contains("// in a lesson: :clock manual\n"))
      #expect(left.contains("// in a lesson: f.name = \"x\"\n"))
      #expect(!left.contains("hunter2"), "\(left)")
      #expect(await next.say("f.name; f.age; _").lines == ["\"ann\"", "4", "4"])
      #expect(await next.say("g").status != .ok)
      #expect(next.session.clock.mode == .real)
      #expect(said.contains("3"), "\(said)")
    }
  }

  @Test func aLessonUsesUpNoNumberOfTheOwnDesk() async throws {
    try await restored([
      "let f = Form(); let g = Form(); watch f.age; bind f.age -> g.age; f.save() &", ":lesson 1",
      "let g = Form(); watch f.age; watch g.age; bind f.name -> g.name; f.save() &; f.wait() &",
      ":lesson stop", "watch f.name", "bind f.name -> g.name", "f.save() &", "unwatch #2",
      "unbind #2", "wait #2",
    ]) { next, said, left in
      #expect(!said.contains { $0.contains("failed now") }, "\(said)")
      #expect(await next.say("watch").lines.last == "  #1  f.age")
      #expect(await next.say("bind").lines.last == "  #1  f.age -> g.age")
      #expect(said.contains("ended: f.name -> g.name"), "\(said)")
    }
  }

  /// It would run longer than it did, and what came behind it counts on what it changed.
  @Test func aStatementThatWasCutShortAndHadActedIsNamedWhenTheSessionComesBack() async throws {
    try await withFolder { folder in
      let place = URL(filePath: "\(folder)/session")
      let conversation = Conversation { catalog, _ in catalog.add(Slow.self) { Slow() } }
      let journal = try #require(Journal(place))
      conversation.session.keep(journal)
      await conversation.say("let slow = Slow()")
      let waiting = Task { await conversation.say("slow.step()") }
      while !conversation.session.cancelRunning() { await Task.yield() }
      _ = await waiting.value
      await conversation.say("slow.count")
      let path = "\(folder)/session-\(getpid())"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text == "let slow = Slow()\n// cut short: slow.step()\nslow.count\n")
      journal.close()
      try text.write(toFile: "\(folder)/session-99999999", atomically: false, encoding: .utf8)
      let left = try #require(Journal.leftOver(at: place))
      #expect(left.count == 2 && left.cutShort == ["slow.step()"])
      let said = await conversation.say(":load \(try #require(left.file).path)").lines
      #expect(said.contains { $0.contains("slow.step()") }, "\(said)")
    }
  }

  @Test func aScriptThatIsLoadedInALessonIsKept() async throws {
    try await withFolder { folder in
      let conversation = try learner()
      let journal = try #require(Journal(URL(filePath: "\(folder)/session")))
      conversation.session.keep(journal)
      let left = "\(folder)/session-left-1"
      try "let n = 1\n".write(toFile: left, atomically: false, encoding: .utf8)
      await conversation.say(":lesson 1\n:load \(left)")
      #expect(FileManager.default.fileExists(atPath: left))
      journal.close()
    }
  }

  @Test func anUndoThatWentOnlyAPartOfItsWayGoesItAgain() async throws {
    try await restored([
      "var n = 0; n = 1", "let f = Form()", "f.age = 1", "f.pin = \"hunter2\"", "f.age = 2",
      "undo 3",
      "undo 9", "redo", "f.name = \"bo\"", "undo",
    ]) { next, _, left in
      #expect(left.contains("\nundo 9\n"))
      #expect(await next.say("n; f.age; f.name").lines == ["1", "30", "\"ann\""])
    }
  }

  /// Statements at random, at the own desk and in lessons, undone and redone, with secrets and mistakes.
  @Test(arguments: 0..<40) func itComesBackAsItWas(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var typed = ["let f = Form()", "var n = 0"]
    var isInLesson = false
    for number in 0..<30 {
      switch Int.random(in: 0..<14, using: &random) {
      case 0, 1: typed.append("f.age = \(number)")
      case 2, 3: typed.append("n += 1")
      case 4: typed.append("f.name = \"name \(number)\"")
      case 5: typed.append("f.pin = \"hunter\(number)\"")
      case 6: typed.append("expect f.pin == \"hunter\(number)\"")
      case 7: typed.append("undo")
      case 8: typed.append("undo \(2 + Int.random(in: 0..<4, using: &random))")
      case 9: typed.append("redo \(1 + Int.random(in: 0..<3, using: &random))")
      case 10: typed.append(Int.random(in: 0..<2, using: &random) == 0 ? "f.clear()" : "f.fail()")
      case 11: typed.append("let f = Form()")
      case 12: typed.append("f.nosuch = \(number)")
      default:
        typed.append(isInLesson ? ":lesson stop" : ":lesson 1")
        isInLesson.toggle()
      }
    }
    if isInLesson { typed.append(":lesson stop") }
    let conversation = try learner()
    for statement in typed {
      await conversation.say(statement)
      await conversation.clock.settle()
    }
    let look = "f.age; f.name; f.canSave; n"
    let wanted = await conversation.say(look).lines
    try await restored(typed) { next, said, left in
      #expect(await next.say(look).lines == wanted, "seed \(seed): \(left)\n\(said)")
      #expect(next.session.clock.mode == .real)
    }
  }
}

/// A command that acts and then waits.
@MainActor
private final class Slow: ViewModel {
  let count = Property(0, label: "count")
  let step: Command<Void, Void>

  init() {
    step = Command(label: "step") { [count] () async throws in
      count.value = 1
      while !Task.isCancelled { await Task.yield() }
      throw CancellationError()
    }
  }

  static let schema = ViewModelSchema(
    Slow.self, "A slow command.",
    members: [
      .property("count", { $0.count }, "Steps."), .command("step", { $0.step }, "Steps once."),
    ])
}
