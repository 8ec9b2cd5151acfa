import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A command that works until it is let through, and what it changes then.
@ViewModel private final class Works {
  var step = 1
  private(set) var count: Int = 0
  @Ignored let gate = AsyncStream.makeStream(of: Void.self)

  @Command func work() async {
    for await _ in gate.stream { break }
    count += 10
  }
  @Command func setStep() async {
    for await _ in gate.stream { break }
    step = 7
  }
}

/// A step of its own during which a command in the background takes one, too.
@ViewModel private final class Pair {
  let works = Works()
  var own = 1

  @Command func go() async {
    works.gate.continuation.yield()
    own = 2
    while works.step == 1 { await Task.yield() }
  }
}

/// Something that is begun early and writes first, while a later statement waits for it and writes then.
@ViewModel private final class Desk {
  var step = 1
  private(set) var heard: Int = 0
  @Ignored private let early = AsyncStream.makeStream(of: Void.self)
  @Ignored private let late = AsyncStream.makeStream(of: Void.self)

  /// Follows what comes by a task of its own, without a command.
  @Command func follow() {
    Task { [weak self, stream = early.stream] in
      for await _ in stream { self?.writeFirst() }
    }
  }
  @Command func begin() async {
    for await _ in early.stream { break }
    writeFirst()
  }
  @Command func finish() async {
    early.continuation.yield()
    for await _ in late.stream { break }
    step = 9
  }

  private func writeFirst() {
    step = 5
    late.continuation.yield()
  }
}

/// The same by a task that its making has begun.
@ViewModel private final class Listener {
  var step = 1
  @Ignored private let early = AsyncStream.makeStream(of: Void.self)
  @Ignored private let late = AsyncStream.makeStream(of: Void.self)

  init() {
    Task { [weak self, stream = early.stream] in
      for await _ in stream {
        self?.step = 5
        self?.late.continuation.yield()
      }
    }
  }

  @Command func finish() async {
    early.continuation.yield()
    for await _ in late.stream { break }
    step = 9
  }
}

/// What time and commands in the background change meanwhile takes nothing from what was undone.
@MainActor
@Suite(.ownGraph) struct UndoneStepTests {
  private let conversation = Conversation { catalog, _ in
    catalog.add(Works.self) { Works() }
    catalog.add(Desk.self) { Desk() }
    catalog.add(Pair.self) { Pair() }
    catalog.add(Listener.self) { Listener() }
  }

  private func say(_ text: String) async -> [String] { await conversation.say(text).lines }

  private func finishWork() async {
    (conversation.session.scope["w"]?.viewModel as? Works)?.gate.continuation.yield()
    await conversation.session.settle()
  }

  @Test func aStepIsRedoneBehindACommandInTheBackground() async {
    _ = await say("let w = Works(); w.step = 2; w.work() &")
    #expect(await say("undo; w.step").suffix(2) == ["undone: w.step = 2", "1"])
    await finishWork()
    #expect(await say("w.count").suffix(1) == ["10"])
    #expect(await say("redo; w.step; w.count") == ["redone: w.step = 2", "2", "10"])
    #expect(await say("undo; w.step; w.count") == ["undone: w.step = 2", "1", "10"])
    #expect(await say("undo; w.count") == ["undone: w.work() &", "0"])
    #expect(await say("redo 2; w.step; w.count").suffix(2) == ["2", "10"])
    #expect(await conversation.say("redo").status == .runtimeError)
  }

  @Test func anUndoBringsBackWhatWasThereBeforeTheRedo() async {
    _ = await say("let w = Works(); w.step = 2; w.setStep() &")
    _ = await say("undo")
    await finishWork()
    #expect(await say("w.step").suffix(1) == ["7"])
    #expect(await say("redo; w.step").last == "2")
    #expect(await say("undo; w.step").last == "7")
    #expect(await say("undo; w.step").last == "1")
  }

  @Test func aStepIsRedoneBehindTimeThatHasPassed() async {
    conversation.session.clock.set(.manual)
    _ = await say("let w = Works(); w.step = 2; w.work() &; undo")
    (conversation.session.scope["w"]?.viewModel as? Works)?.gate.continuation.yield()
    _ = await say("advance 1s")
    #expect(await say("redo; w.step").last == "2")
  }

  /// [quirk] What a command in the background does while another statement does something is a step of its own.
  @Test func twoCommandsAtATimeAreTwoSteps() async {
    _ = await say("let p = Pair(); p.works.setStep() &\np.go()")
    #expect(await say("undo; p.own; p.works.step") == ["undone: p.go()", "1", "7"])
    #expect(await say("undo; p.works.step") == ["undone: p.works.setStep() &", "1"])
    #expect(await say("redo 2; p.own; p.works.step").suffix(2) == ["2", "7"])
  }

  /// The step is that of the statement that runs, whoever has written first meanwhile.
  @Test(arguments: [
    "let d = Desk(); d.begin() &", "let d = Desk(); d.follow()", "let d = Listener()",
  ])
  func aStepBelongsToTheStatementThatRuns(made: String) async {
    _ = await say(made)
    #expect(await say("d.finish(); d.step").last == "9")
    #expect(await say("undo; d.step") == ["undone: d.finish()", "1"])
    #expect(await say("redo; d.step") == ["redone: d.finish()", "9"])
  }

  @Test func whatIsDoneAnewTakesThePlaceOfWhatWasUndone() async {
    _ = await say("let w = Works(); w.step = 2; undo; w.step = 3")
    #expect(await conversation.say("redo").status == .runtimeError)
    #expect(await say("undo; w.step").last == "1")
  }
}
