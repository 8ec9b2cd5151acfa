import Bindings
import BindingsTestSupport
import Testing

/// Records, and whether each names what caused it.
@Suite @MainActor struct TraceTests {
  let graph = Graph()
  let log = TraceLog(limit: 1000)

  init() { graph.tracer = log }

  private func last(_ kind: TraceRecord.Kind, _ label: String? = nil) throws -> TraceRecord {
    try #require(log.records.last { $0.kind == kind && (label == nil || $0.label == label) })
  }

  @Test func recomputeNamesTheWriteAndTheObserverNamesTheRecompute() throws {
    let count = Property(1, label: "count", graph: graph)
    let double = Computed(label: "double", graph: graph) { count.value * 2 }
    let token = observe(label: "show", graph: graph) { _ = double.value }
    log.clear()
    count.value = 2
    let records = log.records
    #expect(records.map(\.kind) == [.write, .recompute, .observerRun])
    let write = records[0]
    #expect(write.cause == nil)
    #expect(write.old == .int(1) && write.new == .int(2))
    #expect(records[1].cause == write.id)
    #expect(records[1].old == .int(2) && records[1].new == .int(4))
    #expect(records[2].cause == records[1].id)
    #expect(Set(records.map(\.batch)).count == 1)
    #expect(records.map(\.label) == ["count", "double", "show"])
    #expect(write.source?.file == "BindingsTests/TraceTests.swift")
    token.cancel()
  }

  @Test func writeInsideAnObserverNamesItsRun() throws {
    let left = Property(1, label: "left", graph: graph)
    let right = Property(1, label: "right", graph: graph)
    let token = observe(label: "copy", graph: graph) { right.value = left.value }
    left.value = 5
    let write = try last(.write, "right")
    let run = try last(.observerRun, "copy")
    #expect(write.cause == run.id)
    #expect(try run.cause == last(.write, "left").id)
    #expect(log.chain(of: write.id).map(\.label) == ["right", "copy", "left"])
    token.cancel()
  }

  @Test func firstEvaluationNamesWhoAsked() throws {
    let count = Property(1, graph: graph)
    let inner = Computed(label: "inner", graph: graph) { count.value }
    let outer = Computed(label: "outer", graph: graph) { inner.value }
    let token = observe(label: "show", graph: graph) { _ = outer.value }
    #expect(try last(.recompute, "inner").cause == last(.recompute, "outer").id)
    #expect(try last(.recompute, "outer").cause == last(.observerRun, "show").id)
    // An evaluation is told at its end, and still stands at its beginning.
    #expect(log.records.map(\.id) == log.records.map(\.id).sorted())
    token.cancel()
  }

  @Test func everyChangeOfABatchIsACause() throws {
    let a = Property(1, label: "a", graph: graph)
    let b = Property(1, label: "b", graph: graph)
    let sum = Computed(label: "sum", graph: graph) { a.value + b.value }
    let token = sum.observe { _ in }
    log.clear()
    graph.batch {
      a.value = 2
      b.value = 2
    }
    let writes = log.records.filter { $0.kind == .write }.map(\.id)
    #expect(try last(.recompute, "sum").causes == writes)
    #expect(Set(log.records.map(\.batch)).count == 1)
    token.cancel()
  }

  @Test func batchWithoutObserversIsABatchOfItsOwn() throws {
    let a = Property(1, graph: graph)
    let b = Property(1, graph: graph)
    graph.batch {
      a.value = 2
      b.value = 2
    }
    graph.batch { a.value = 3 }
    a.value = 4
    let batches = try log.records.map { try #require($0.batch) }
    #expect(batches[0] == batches[1])
    #expect(Set(batches).count == 3)
  }

  @Test func equalRecomputeCutsOff() throws {
    let number = Property(1, label: "number", graph: graph)
    let isEven = Computed(label: "isEven", graph: graph) { number.value % 2 == 0 }
    let text = Computed(label: "text", graph: graph) { isEven.value ? "even" : "odd" }
    let token = observe(label: "show", graph: graph) { _ = text.value }
    log.clear()
    number.value = 3
    #expect(log.records.map(\.kind) == [.write, .recompute, .skip, .skip])
    let equal = try last(.recompute, "isEven")
    #expect(!equal.hasChanged)
    #expect(equal.new == .bool(false))
    #expect(try last(.skip, "text").causes.isEmpty && last(.skip, "show").causes.isEmpty)
    #expect(log.latestBatch?.redundant.map(\.label) == ["isEven"])
    token.cancel()
  }

  @Test func whatWasCheckedButNotTheCauseIsNone() throws {
    let number = Property(1, label: "number", graph: graph)
    let isEven = Computed(label: "isEven", graph: graph) { number.value % 2 == 0 }
    let double = Computed(label: "double", graph: graph) { number.value * 2 }
    _ = (isEven.value, double.value)
    let token = observe(label: "show", graph: graph) { _ = (isEven.value, double.value) }
    number.value = 3
    let run = try last(.observerRun, "show")
    #expect(try run.causes == [last(.recompute, "double").id])
    token.cancel()
  }

  @Test func whatNobodyReadsRemembersTheFirstAndTheNewestChanges() throws {
    let number = Property(0, label: "number", graph: graph)
    let double = Computed(label: "double", graph: graph) { number.value * 2 }
    _ = double.value
    log.clear()
    for value in 1...100 { number.value = value }
    _ = double.value
    let writes = log.records.filter { $0.kind == .write }.map(\.id)
    let recompute = try last(.recompute, "double")
    #expect(recompute.cause == writes.first)
    #expect(recompute.otherCauses == Array(writes.suffix(16)))
  }

  @Test func aTracerThatIsPutBackKnowsNothingOfTheCausesBefore() throws {
    let (p, q) = (Property(0, label: "p", graph: graph), Property(0, label: "q", graph: graph))
    let c = Computed(label: "c", graph: graph) { p.value + q.value }
    _ = c.value
    p.value = 1
    graph.tracer = nil
    _ = c.value
    graph.tracer = log
    q.value = 5
    _ = c.value
    let recompute = try last(.recompute, "c")
    #expect(try recompute.cause == last(.write, "q").id)
    #expect(recompute.otherCauses.isEmpty)
  }

  @Test func anObserverThatWasStoppedKeepsNoCausesOfThen() throws {
    graph.onIssue = { _ in }
    let (p, q) = (Property(0, label: "p", graph: graph), Property(0, label: "q", graph: graph))
    let isWild = Property(true, graph: graph)
    let token = observe(label: "o", graph: graph) {
      _ = q.value
      if isWild.peek(), p.value > 0 { p.value += 1 }
    }
    p.value = 1
    isWild.value = false
    q.value = 5
    let run = try last(.observerRun, "o")
    #expect(try run.cause == last(.write, "q").id)
    #expect(run.otherCauses.isEmpty)
    token.cancel()
  }

  @Test func equalWriteIsRecordedAndTellsNobody() throws {
    let name = Property("a", label: "name", graph: graph)
    let token = name.observe { _ in }
    log.clear()
    name.value = "a"
    #expect(log.records.map(\.kind) == [.equalWrite])
    #expect(log.records[0].new == .string("a"))
    generic(name, "a")
    #expect(log.records.map(\.kind) == [.equalWrite, .equalWrite])
    token.cancel()

    func generic<Value>(_ property: Property<Value>, _ value: Value) { property.value = value }
  }

  @Test func changeInPlaceIsAWriteWithBothValues() throws {
    let names = Property(["a"], label: "names", graph: graph)
    let token = names.observe { _ in }
    log.clear()
    names.update { $0.append("b") }
    #expect(log.records.map(\.kind) == [.write, .observerRun])
    #expect(log.records[0].old == .text(#"["a"]"#))
    #expect(log.records[0].new == .text(#"["a", "b"]"#))
    let number = Property(1, graph: graph)
    log.clear()
    number.update { $0 = 1 }
    #expect(log.records.isEmpty)
    token.cancel()
  }

  @Test func markIsTheRootOfWhatFollowsAlsoLater() async throws {
    let phone = Property("186", label: "phone", graph: graph)
    let typed = try #require(graph.mark("form.phone = \"187\""))
    Trace.withCause(typed) { phone.value = "187" }
    #expect(try last(.write, "phone").cause == typed)
    let task = Trace.withCause(typed) {
      Task { @MainActor in
        await Task.yield()
        phone.value = "188"
      }
    }
    await task.value
    #expect(try last(.write, "phone").cause == typed)
    phone.value = "189"
    #expect(try last(.write, "phone").cause == nil)
    #expect(log.consequences(of: typed).map(\.new) == [.string("187"), .string("188")])
  }

  @Test func secureValuesAreNeverTakenDown() throws {
    let password = Property("secret", label: "password", graph: graph)
    password.node.isSecure = true
    let command = Command<String, String>(label: "signIn", graph: graph) { $0 + "token" }
    command.node.isSecure = true
    let token = command.results.observe { _ in }
    password.value = "secret too"
    command.execute("secret")
    #expect(try last(.write, "password").new == .hidden)
    #expect(try last(.signalEvent, "signIn.results").new == .hidden)
    let everything =
      log.records.map(\.description).joined()
      + graph.nodes.compactMap(\.valueDescription).joined()
    #expect(!everything.contains("secret"))
    #expect(everything.contains("•••"))
    token.cancel()
  }

  @Test func issueIsARecordThatNamesTheEvaluation() throws {
    graph.onIssue = { _ in }
    let target = Property(0, label: "target", graph: graph)
    let bad = Computed(label: "bad", graph: graph) {
      target.value = 1
      return 1
    }
    _ = bad.value
    let issue = try last(.issue)
    #expect(try issue.cause == last(.recompute, "bad").id)
    #expect(issue.detail?.contains("'bad' wrote 'target'") == true)
    #expect(log.latestBatch?.issues.count == 1)
  }

  @Test func signalEventNamesItsCauseAndCausesWrites() throws {
    let taps = SignalSource<Int>(label: "taps", graph: graph)
    let count = Property(0, label: "count", graph: graph)
    let token = taps.signal.map { $0 * 10 }.observe { count.value = $0 }
    taps.send(1)
    let event = try last(.signalEvent, "taps")
    #expect(event.new == .int(1))
    #expect(try last(.write, "count").cause == event.id)
    let results = SignalSource<Result<Int, any Error>>(label: "results", graph: graph)
    results.send(.failure(CancellationError()))
    #expect(try last(.signalError).label == "results")
    token.cancel()
  }

  @Test func eventSentDuringADeliveryKeepsItsOwnCause() throws {
    let source = SignalSource<Int>(label: "source", graph: graph)
    let token = source.signal.observe { if $0 == 1 { source.send(2) } }
    source.send(1)
    let events = log.records.filter { $0.kind == .signalEvent }
    #expect(events.map(\.new) == [.int(1), .int(2)])
    #expect(events[1].cause == events[0].id)
    token.cancel()
  }

  @Test func recordsGoToTheTracerOfTheMoment() throws {
    let other = TraceLog(limit: 10)
    let number = Property(1, label: "number", graph: graph)
    graph.tracer = other
    number.value = 2
    graph.tracer = log
    #expect(other.records.map(\.kind) == [.write])
    #expect(graph.tracer === log)
    number.value = 3
    #expect(other.count == 1)
    graph.tracer = nil
    number.value = 4
    #expect(log.records.count == 1)
  }

  @Test func rangesAndPartsOfStringsAreTakenDownAsTheyAreWritten() {
    func taken<Value>(_ value: Value) -> TraceValue? {
      let node = Property(value, graph: graph)
      return node.node.valueDescription.map { .text($0) }
    }
    #expect(taken(0...Int.max) == .text("0...\(Int.max)"))
    #expect(taken(Int.min...) == .text("PartialRangeFrom<Int>(lowerBound: \(Int.min))"))
    #expect(taken(Int.min..<Int.max) == .text("\(Int.min)..<\(Int.max)"))
    #expect(taken("hello world".prefix(5)) == .text("\"hello\""))
    #expect(taken([Optional("a"), nil]) == .text("[\"a\", nil]"))
    #expect(taken(["a\", \"b"]) == .text(#"["a\", \"b"]"#))
    #expect(taken(["\"", "", "", "", ""]) == .text(#"["\"", "", "", "", … 5 in all]"#))
    #expect(taken([Character("a"), "\n"]) == .text(#"["a", "\n"]"#))
    #expect(taken(["a": 1]) == .text("[\"a\": 1]"))
    let members = Dictionary(uniqueKeysWithValues: (0..<5).map { ($0, $0) })
    #expect(taken([members]) == .text("[[0: 0, 1: 1, 2: 2, 3: 3, … 5 in all]]"))
    #expect(taken([String: Int]()) == .text("[:]") && taken(Set<Int>()) == .text("[]"))
    #expect(taken(Array(0..<10)) == .text("[0, 1, 2, 3, … 10 in all]"))
    var asked = 0
    let lazy = (0..<1_000_000).lazy.filter { _ in
      asked += 1
      return true
    }
    _ = taken(lazy)
    #expect(asked == 0)
  }

  /// The order of hashing is another one in each run.
  @Test func dictionariesAndSetsAreTakenDownInOrder() {
    let letters = "abcdefghij".map { "\($0)" }
    #expect(taken(Set(letters)) == #"["a", "b", "c", "d", … 10 in all]"#)
    #expect(taken(Set(letters.prefix(3))) == #"["a", "b", "c"]"#)
    let members = Dictionary(uniqueKeysWithValues: letters.map { ($0, [$0: 1]) })
    #expect(taken(members.filter { $0.key < "c" }) == #"["a": ["a": 1], "b": ["b": 1]]"#)
    let first = ["a", "b", "c", "d"].map { #""\#($0)": ["\#($0)": 1]"# }
    #expect(taken(members) == "[\(first.joined(separator: ", ")), … 10 in all]")
    #expect(taken(Set(0..<1_000)) == "[… 1000 in all]")
  }

  @Test func numbersAreInTheirOwnOrder() {
    #expect(taken(Set(1...12)) == "[1, 2, 3, 4, … 12 in all]")
    #expect(taken(Set([-10.5, -2, 1e20, 3])) == "[-10.5, -2.0, 3.0, 1e+20]")
    #expect(taken(Set<UInt8?>([nil, 10, 9])) == "[9, 10, nil]")
    #expect(taken([10: "a", 9: "b"]) == #"[9: "b", 10: "a"]"#)
    #expect(taken(Set<AnyHashable>(["9", "10", 10, 9])) == #"[9, 10, "10", "9"]"#)
    #expect(taken(Set([Double.nan, .infinity, 1, -.infinity])) == "[-inf, 1.0, inf, nan]")
  }

  /// Each level of a nested collection would multiply the work.
  @Test func onlyWhatIsShownIsDescribed() {
    let numbers = 0..<50
    let told = Told()
    let values = Dictionary(uniqueKeysWithValues: numbers.map { ($0, told) })
    let nested = Dictionary(
      uniqueKeysWithValues: numbers.map { number in
        (number, Dictionary(uniqueKeysWithValues: numbers.map { ($0, values) }))
      })
    _ = taken(nested)
    #expect(told.times == 4 * 4 * 4)
    let sets = Set(
      numbers.map { number in Set(numbers.map { Told.Key(number: $0 + number, told) }) })
    told.times = 0
    #expect(taken(sets) == "[… 50 in all]" && told.times == 0)
    #expect(taken(Set(sets.map { $0 as Set? })) == "[… 50 in all]" && told.times == 0)
  }

  private func taken<Value>(_ value: Value) -> String? {
    let property = Property(value, graph: graph)
    return property.node.valueDescription
  }

  /// A value that counts how often it is described.
  private final class Told: CustomStringConvertible {
    struct Key: Hashable, CustomStringConvertible {
      let number: Int
      private let told: Told

      init(number: Int, _ told: Told) { (self.number, self.told) = (number, told) }

      var description: String { "\(told)\(number)" }

      static func == (left: Key, right: Key) -> Bool { left.number == right.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    var times = 0

    var description: String {
      times += 1
      return "told"
    }
  }

  @Test func aRecordIsOneLineWhateverItSays() {
    let graph = Graph()
    let log = TraceLog()
    graph.tracer = log
    let text = Property("", label: "a\nlabel", graph: graph)
    graph.mark("typed\r\n#98 write q: 1 -> 2")
    text.value = "a\n#99 write q: 1 -> 2"
    #expect(log.records.map { $0.description.split(whereSeparator: \.isNewline).count } == [1, 1])
    #expect(
      log.records[1].description.hasSuffix(#"write a\nlabel: "" -> "a\n#99 write q: 1 -> 2""#))
    graph.tracer = nil
  }
}
