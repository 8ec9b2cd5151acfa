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

  @Test func eachFalseConditionIsTracked() {
    let (one, two) = (makeFlag("one"), makeFlag("two"))
    let both = Computed(label: "both", graph: graph) { [one.value, two.value] == [true, true] }
    let save = Command<Void, Void>(label: "save", enabled: both, graph: graph) {}
    let text = Computed(graph: graph) { save.disabledReasons.joined(separator: ", ") }
    #expect(text.value == "one is false, two is false")
    two.value = true
    #expect(text.value == "one is false")
    one.value = true
    two.value = false
    #expect(text.value == "two is false")
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

  private func makeFlag(_ label: String) -> Property<Bool> {
    Property(false, label: label, graph: graph)
  }
}
