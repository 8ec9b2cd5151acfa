import Bindings
import Testing

/// A body that is cancelled before it suspends for the first time notices it.
@Suite @MainActor struct EarlyCancellationTests {
  typealias Failure = CommandOrderTests.Failure
  typealias Gate = CommandOrderTests.Gate
  typealias Handle = CommandOrderTests.Handle

  let gate = Gate()

  /// A body that an observer of what it writes, or the body itself, cancels before it has suspended.
  @Test(arguments: CommandOrderTests.policies, ["observer", "body", "execution"])
  func aBodyThatIsCancelledBeforeItSuspendsNoticesIt(_ policy: CommandPolicy, _ who: String) async {
    let step = Property(0)
    var wentOn = false
    let handle = Handle()
    let load = Command<Void, Void>(label: "load", policy: policy) {
      step.value = 1
      if who == "body" { handle.cancel() }
      try Task.checkCancellation()
      wentOn = true
    }
    handle.cancel = { who == "execution" ? load.executions.first?.cancel() : load.cancel() }
    let token = step.observe { if $0 == 1, who != "body" { handle.cancel() } }
    guard case .cancelled = await load.execute().result else {
      Issue.record("it was not cancelled")
      return
    }
    #expect(!wentOn)
    withExtendedLifetime(token) {}
  }

  @Test func aBodyThatIsReplacedBeforeItSuspendsNoticesIt() async {
    let step = Property(0)
    var cancelled: [Int: Bool] = [:]
    var again: (@MainActor () -> Void)?
    let load = Command<Int, Void>(policy: .restart) {
      step.value = $0
      cancelled[$0] = Task.isCancelled
      await Task.yield()
    }
    let token = step.observe { if $0 == 1 { again?() } }
    again = { load.execute(2) }
    let first = load.execute(1)
    #expect(cancelled == [1: true, 2: false])
    _ = await first.result
    load.cancel()
    while load.isExecuting { await Task.yield() }
    withExtendedLifetime(token) {}
  }

  /// While it suspends for the first time, the body of another command cancels it.
  @Test func aBodyThatAnotherOnesBodyCancelsBeforeItSuspendsNoticesIt() async {
    var wentOn: [String] = []
    let handle = Handle()
    let inner = Command<Void, Void> {
      handle.cancel()
      wentOn.append(Task.isCancelled ? "cancelled" : "inner")
      await Task.yield()
    }
    let outer = Command<Void, Void> {
      inner.execute()
      try Task.checkCancellation()
      wentOn.append("outer")
      await Task.yield()
    }
    handle.cancel = { outer.cancel() }
    guard case .cancelled = await outer.execute().result else {
      Issue.record("it was not cancelled")
      return
    }
    while inner.isExecuting { await Task.yield() }
    #expect(wentOn == ["inner"])
  }

  /// Nor does a task of the body's own answer for it.
  @Test func aTaskThatCancelsTheCommandGoesOnItself() async {
    let handle = Handle()
    var isCancelled: [Bool] = []
    let load = Command<Void, Void> {
      let task = Task.immediate { @MainActor in
        handle.cancel()
        return Task.isCancelled
      }
      await isCancelled.append(task.value)
      await Task.yield()
      isCancelled.append(Task.isCancelled)
    }
    handle.cancel = { load.cancel() }
    guard case .cancelled = await load.execute().result else {
      Issue.record("it was not cancelled")
      return
    }
    #expect(isCancelled == [false, true])
  }
}
