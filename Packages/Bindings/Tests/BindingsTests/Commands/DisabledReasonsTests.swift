import Bindings
import Testing

/// Why a command cannot run is state like any other: who reads it hears of its changes.
@Suite @MainActor struct DisabledReasonsTests {
  let graph = Graph()

  @Test func theReasonsAreTracked() {
    let (mode, isTyped) = (Property(0, label: "mode", graph: graph), makeFlag("isTyped"))
    let isSent = makeFlag("isSent")
    let mayRun = Computed(label: "mayRun", graph: graph) {
      mode.value == 0 ? isTyped.value : isSent.value
    }
    let save = Command<Void, Void>(label: "save", enabled: mayRun, graph: graph) {}
    var shown: [[String]] = []
    let token = observe(graph: graph) { shown.append(save.disabledReasons) }
    // The command is disabled before and after: only the reason is another one.
    mode.value = 1
    isSent.value = true
    isSent.value = false
    #expect(shown == [["isTyped is false"], ["isSent is false"], [], ["isSent is false"]])
    token.cancel()
  }

  @Test func eachConditionThatIsReadIsTracked() {
    let (one, two) = (makeFlag("one"), makeFlag("two"))
    let both = Computed(label: "both", graph: graph) { one.value && two.value }
    let save = Command<Void, Void>(label: "save", enabled: both, graph: graph) {}
    let text = Computed(graph: graph) { save.disabledReasons.joined(separator: ", ") }
    #expect(text.value == "one is false")
    one.value = true
    #expect(text.value == "two is false")
    two.value = true
    #expect(text.value == "")
    one.value = false
    #expect(text.value == "one is false")
  }

  /// `&&` reads on when a negated condition is false: that one is no obstacle.
  @Test func aNegatedConditionThatIsFalseIsNotNamed() {
    let (isLoading, isValid) = (makeFlag("isLoading"), makeFlag("isValid"))
    let canSend = Computed(label: "canSend", graph: graph) { !isLoading.value && isValid.value }
    let send = Command<Void, Void>(label: "send", enabled: canSend, graph: graph) {}
    #expect(send.disabledReasons == ["isValid is false"])
    guard case .rejected(let rejection)? = send.execute().outcome else {
      Issue.record("a disabled command ran")
      return
    }
    #expect(rejection.message == "send cannot run: isValid is false")
    isLoading.value = true
    #expect(send.disabledReasons == ["canSend is false"])
    let canSync = Computed(label: "canSync", graph: graph) { !isValid.value && !isLoading.value }
    let sync = Command<Void, Void>(label: "sync", enabled: canSync, graph: graph) {}
    #expect(sync.disabledReasons == ["canSync is false"])
  }

  @Test func anAlternativeNamesTheOneThatWasReadLast() {
    let (isOwner, isEditor) = (makeFlag("isOwner"), makeFlag("isEditor"))
    let mayEdit = Computed(label: "mayEdit", graph: graph) { isOwner.value || isEditor.value }
    let edit = Command<Void, Void>(label: "edit", enabled: mayEdit, graph: graph) {}
    #expect(edit.disabledReasons == ["isEditor is false"])
    isEditor.value = true
    #expect(edit.disabledReasons.isEmpty)
  }

  @Test func aConditionThatIsReadAgainCountsWhereItWasReadFirst() {
    let (isTyped, isLoading) = (makeFlag("isTyped"), makeFlag("isLoading"))
    let canSave = Computed(label: "canSave", graph: graph) {
      isTyped.value && isLoading.value || !isLoading.value && isTyped.value
    }
    let save = Command<Void, Void>(label: "save", enabled: canSave, graph: graph) {}
    #expect(save.disabledReasons == ["isLoading is false"])
  }

  /// A value computed in a body would keep the reason after the body.
  @Test func theReasonsAgreeWithIsEnabledInTheBodyToo() {
    var text: Computed<String>?
    var seen: [String] = []
    let save = Command<Void, Void>(label: "save", graph: graph) { seen.append(text?.value ?? "") }
    text = Computed(graph: graph) { "\(save.isEnabled) \(save.disabledReasons)" }
    save.execute()
    #expect(seen == ["true []"])
    #expect(text?.value == "true []")
  }

  @Test func thatItIsExecutingIsTracked() async {
    let save = Command<Void, Void>(label: "save", graph: graph) { await Task.yield() }
    var shown: [[String]] = []
    let token = observe(graph: graph) { shown.append(save.disabledReasons) }
    _ = await save.execute().result
    #expect(shown == [[], ["it is executing"], []])
    token.cancel()
  }

  @Test func anExecutionThatIsRejectedAddsNoDependencies() {
    let isReady = makeFlag("isReady")
    let save = Command<Void, Void>(label: "save", enabled: isReady, graph: graph) {}
    var runs = 0
    let token = observe(graph: graph) {
      runs += 1
      save.execute()
    }
    isReady.value = true
    #expect(runs == 1)
    token.cancel()
  }

  @MainActor private final class Holder { var command: Command<Int, Int>? }

  /// An execution that waits is asked when the one before it has ended, so its condition must know of that.
  @Test(arguments: [true, false])
  func aConditionThatReadsTheCommandItselfDecidesOnTheNewState(_ readsCount: Bool) async {
    let (holder, isOpen) = (Holder(), makeFlag("isOpen"))
    isOpen.value = true
    let mayRun = Computed(label: "mayRun", graph: graph) {
      guard let command = holder.command else { return true }
      return isOpen.value || (readsCount ? command.executions.count < 3 : !command.isExecuting)
    }
    let command = Command<Int, Int>(
      label: "work", enabled: mayRun, policy: .queue(max: 10), graph: graph
    ) {
      await Task.yield()
      return $0
    }
    holder.command = command
    let runs = (1...3).map { command.execute($0) }
    isOpen.value = false
    #expect(!mayRun.value)
    for (index, run) in runs.enumerated() {
      guard case .success(index + 1) = await run.result else {
        Issue.record("run \(index) did not run: \(await run.result)")
        continue
      }
    }
    holder.command = nil
  }

  private func makeFlag(_ label: String) -> Property<Bool> {
    Property(false, label: label, graph: graph)
  }
}
