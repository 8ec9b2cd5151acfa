import Bindings
import Testing

@testable import REPLKit

/// Explanations name what made something happen, and as innocent only what surely is.
@Suite @MainActor struct ExplanationTests {
  let graph = Graph()
  let log = TraceLog()

  init() { graph.tracer = log }

  /// The explanation in English.
  private func told(_ node: Node, by log: TraceLog? = nil) -> [String] {
    (log ?? self.log).explain(node).messages().map { "\($0)" }
  }

  @Test func anExplanationTakesTheNamesOfThePrompt() throws {
    let (own, price) = (
      Property(1, label: "own", graph: graph), Property(2, label: "price", graph: graph)
    )
    let total = Computed(label: "total", graph: graph) { own.value * price.value }
    let names = [total.node: "cart.total", price.node: "cart.price"]
    let token = total.observe { _ in }
    price.value = 3
    let why = log.explain(total.node)
    let record = try #require(log.records(of: price.node).last)
    #expect(
      why.messages(naming: { names[$0] }, hiding: [own.node]).map { "\($0)" } == [
        "cart.total is 3, it was 2", "  because cart.price was set: 3, it was 2  \(record.id)",
      ])
    #expect(
      log.history(of: record.id, naming: { names[$0] }).map { "\($0)" }
        == ["cart.price was set: 3, it was 2  \(record.id)"])
    #expect(why.messages().last.map { "\($0)" } == "  not because of own")
    token.cancel()
    graph.tracer = nil
  }

  /// Indentation is not a message around the line: the memory of one in another doubles with each level.
  @Test func aLineDeepInATreeIsNoDeeperMessage() {
    let source = Property(1, label: "n0", graph: graph)
    var last = Computed(label: "n1", graph: graph) { source.value + 1 }
    for number in 2...40 {
      let before = last
      last = Computed(label: "n\(number)", graph: graph) { before.value + 1 }
    }
    let token = last.observe { _ in }
    source.value = 2
    let lines = log.explain(last.node).messages()
    #expect(lines.count == 41)
    #expect(Set(lines.dropFirst().map(\.key)) == ["because"])
    let depths = lines.map { $0.text(in: .chinese).prefix { $0 == " " }.count }
    #expect(depths.prefix(4) == [0, 2, 4, 6])
    #expect(depths.max() == 24)
    token.cancel()
    graph.tracer = nil
  }

  @Test func whatACommandDidIsWordedToo() {
    let isValid = Property(false, label: "isValid", graph: graph)
    let save = Command<Void, Void>(label: "save", enabled: isValid, graph: graph) {}
    save.execute()
    #expect(
      told(save.node).first?.hasPrefix("the command save was rejected: isValid is false") == true)
    graph.tracer = nil
  }

  @Test func explanationLeadsFromTheValueToTheRoot() throws {
    let price = Property(2, label: "price", graph: graph)
    let count = Property(2, label: "count", graph: graph)
    let total = Computed(label: "total", graph: graph) { price.value * count.value }
    let token = total.observe { _ in }
    let typed = try #require(graph.mark("form.count = 3"))
    Trace.withCause(typed) { count.value = 3 }
    let why = log.explain(total.node)
    #expect(why.steps.map(\.record.kind) == [.recompute, .write, .mark])
    #expect(why.isComplete)
    #expect(why.notCauses == [price.node])
    #expect(
      told(total.node) == [
        "total is 6, it was 4", "  because count was set: 3, it was 2  \(why.steps[1].record.id)",
        "    because form.count = 3  \(typed)", "  not because of price",
      ])
    count.value = 3
    #expect(log.explain(count.node).since.map(\.kind) == [.equalWrite])
    #expect(
      told(count.node).last?.hasPrefix("  since then: count was given the value it had") == true)
    token.cancel()
  }

  @Test func explanationNamesEachInputThatChangedWhenTheValueWasAskedFor() throws {
    let phone = Property("", label: "phone", graph: graph)
    let password = Property("", label: "password", graph: graph)
    let isPhoneValid = Computed(label: "isPhoneValid", graph: graph) { phone.value.count > 3 }
    let isPasswordValid = Computed(label: "isPasswordValid", graph: graph) {
      password.value.count > 3
    }
    let canClear = Computed(label: "canClear", graph: graph) {
      isPhoneValid.value && isPasswordValid.value
    }
    let both = observe(label: "both", graph: graph) {
      _ = isPasswordValid.value
      _ = isPhoneValid.value
    }
    #expect(!canClear.value)
    both.cancel()
    let typedPhone = try #require(graph.mark("form.phone"))
    Trace.withCause(typedPhone) { phone.value = "1860" }
    let typedPassword = try #require(graph.mark("form.password"))
    Trace.withCause(typedPassword) { password.value = "secret" }
    #expect(canClear.value)
    let lines = told(canClear.node)
    // Each cause is followed by what led to it.
    #expect(
      lines.map { String($0.prefix { $0 != ":" && $0 != "#" }) } == [
        "canClear is true, it was false",
        "  because isPhoneValid was computed", "    because phone was set",
        "      because form.phone  ",
        "  and because isPasswordValid was computed", "    because password was set",
        "      because form.password  ",
      ])
  }

  @Test(arguments: [false, true])
  func whoeverReadsTheInputsFirstChangesNoExplanation(isRead: Bool) {
    let phone = Property("", label: "phone", graph: graph)
    let password = Property("", label: "password", graph: graph)
    let isPhoneValid = Computed(label: "isPhoneValid", graph: graph) { phone.value.count > 3 }
    let isPasswordValid = Computed(label: "isPasswordValid", graph: graph) {
      password.value.count > 3
    }
    let canClear = Computed(label: "canClear", graph: graph) {
      isPhoneValid.value && isPasswordValid.value
    }
    func told() -> [String] {
      self.told(canClear.node).filter { $0.contains("was set") }
        .map { String($0.prefix { $0 != ":" }).trimmingPrefix { $0 == " " } }.map(String.init)
    }
    func read() { if isRead { _ = (isPasswordValid.value, isPhoneValid.value) } }
    _ = (isPasswordValid.value, canClear.value)
    phone.value = "1860"
    password.value = "secret"
    read()
    #expect(canClear.value)
    #expect(told() == ["because phone was set", "because password was set"])
    // What had changed before the evaluation before is no cause of the next one.
    password.value = ""
    _ = canClear.value
    password.value = "secret"
    read()
    #expect(canClear.value)
    #expect(told() == ["because password was set"])
    graph.tracer = nil
  }

  @Test func explanationOfAnObserverNamesEachInputThatChanged() {
    let number = Property(1, label: "number", graph: graph)
    let double = Computed(label: "double", graph: graph) { number.value * 2 }
    let square = Computed(label: "square", graph: graph) { number.value * number.value }
    let token = observe(label: "show", graph: graph) { _ = double.value + square.value }
    number.value = 3
    #expect(log.explain(token.node!).notCauses.isEmpty)
    #expect(told(token.node!).joined().contains("square"))
    token.cancel()
  }

  @Test func explanationDoesNotBlameWhatChangedAfterTheEvaluation() {
    let number = Property(1, label: "number", graph: graph)
    let other = Property(1, label: "other", graph: graph)
    let double = Computed(label: "double", graph: graph) { other.value * 2 }
    let sum = Computed(label: "sum", graph: graph) { number.value + double.value }
    _ = sum.value
    graph.batch {
      number.value = 2
      _ = sum.value
      other.value = 5
      _ = double.value
      #expect(!told(sum.node).joined().contains("and because double"))
    }
  }

  @Test func explanationSaysWhenTheRootIsNoLongerKept() {
    let log = TraceLog(limit: 2)
    graph.tracer = log
    let number = Property(0, label: "number", graph: graph)
    let double = Computed(label: "double", graph: graph) { number.value * 2 }
    let token = observe(label: "show", graph: graph) { _ = double.value }
    number.value = 1
    #expect(!log.explain(double.node).isComplete)
    #expect(told(double.node, by: log).joined().contains("older than the log"))
    log.clear()
    #expect(told(number.node, by: log) == ["number has no change in the log"])
    token.cancel()
  }

  @Test func aFirstEvaluationHasNoInnocentInputs() {
    let price = Property(2, label: "price", graph: graph)
    let total = Computed(label: "total", graph: graph) { price.value * 2 }
    Trace.withCause(graph.mark("typed total")) { _ = total.value }
    #expect(log.explain(total.node).notCauses.isEmpty)
    let token = Trace.withCause(graph.mark("watch")) { observe(graph: graph) { _ = price.value } }
    #expect(token.node.map { log.explain($0).notCauses.isEmpty } == true)
    graph.tracer = nil
  }

  @Test func anInputThatHasChangedSinceTheEvaluationBeforeIsNotInnocent() {
    let flag = Property(true, label: "flag", graph: graph)
    let (one, other) = (Property(1, label: "one", graph: graph), Property(1, graph: graph))
    let chosen = Computed(label: "chosen", graph: graph) { flag.value ? one.value : other.value }
    _ = chosen.value
    flag.value = false
    _ = chosen.value
    flag.value = true
    one.value = 6
    _ = chosen.value
    #expect(log.explain(chosen.node).notCauses.isEmpty)
    flag.value = false
    _ = chosen.value
    #expect(log.explain(chosen.node).notCauses == [other.node])
    graph.tracer = nil
  }

  @Test func aCauseThatAnotherGraphHasRecordedIsNotCalledOld() {
    let other = Graph()
    let otherLog = TraceLog()
    other.tracer = otherLog
    let (one, copy) = (Property(0, graph: graph), Property(0, label: "copy", graph: other))
    let token = one.bind(to: copy)
    one.value = 1
    let run = log.records.last { $0.kind == .observerRun }
    let text = told(copy.node, by: otherLog).joined()
    #expect(text.contains("because of \(run?.id.description ?? "?"), which another graph has"))
    otherLog.clear()
    copy.value = 5
    #expect(!told(copy.node, by: otherLog).joined().contains("another graph"))
    token.cancel()
    (graph.tracer, other.tracer) = (nil, nil)
  }

  @Test func aCauseThatTheLogHasForgottenIsOld() {
    let short = TraceLog(limit: 1)
    graph.tracer = short
    let one = Property(0, graph: graph)
    let other = Property(0, graph: graph)
    let token = one.bind(to: other)
    one.value = 1
    #expect(told(other.node, by: short).contains("  because of something older than the log"))
    token.cancel()
    graph.tracer = nil
  }

  @Test func aRejectionDoesNotExplainTheRunBefore() {
    let isOn = Property(true, label: "isOn", graph: graph)
    let save = Command<Void, Void>(label: "save", enabled: isOn, graph: graph) {}
    save.execute()
    isOn.value = false
    save.execute()
    let explanation = log.explain(save.node)
    #expect(explanation.steps.first?.record.kind == .commandEnd)
    #expect(explanation.since.map(\.kind) == [.commandRejected])
    let never = Command<Void, Void>(label: "never", enabled: isOn, graph: graph) {}
    never.execute()
    #expect(log.explain(never.node).steps.first?.record.kind == .commandRejected)
    graph.tracer = nil
  }

  @Test func whatWasCheckedButNotTheCauseIsInnocent() throws {
    let number = Property(1, label: "number", graph: graph)
    let isEven = Computed(label: "isEven", graph: graph) { number.value % 2 == 0 }
    let double = Computed(label: "double", graph: graph) { number.value * 2 }
    _ = (isEven.value, double.value)
    let token = observe(label: "show", graph: graph) { _ = (isEven.value, double.value) }
    number.value = 3
    #expect(log.explain(try #require(token.node)).notCauses.map(\.label) == ["isEven"])
    token.cancel()
    graph.tracer = nil
  }

  @Test func noExplanationShowsWhatIsSecure() {
    let password = Property("secret", label: "password", graph: graph)
    password.node.isSecure = true
    let command = Command<String, String>(label: "signIn", graph: graph) { $0 + "token" }
    command.node.isSecure = true
    password.value = "secret too"
    command.execute("secret")
    for node in [password.node, command.node] {
      let text = told(node).joined()
      #expect(!text.isEmpty && !text.contains("secret"))
    }
    graph.tracer = nil
  }
}
