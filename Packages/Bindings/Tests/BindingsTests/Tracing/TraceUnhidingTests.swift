import Bindings
import BindingsTestSupport
import Testing

/// Values are shown again once nothing hidden is left of them.
@MainActor
@Suite struct TraceUnhidingTests {
  private struct Word: Identifiable, Equatable {
    let id: String
  }

  private let graph = Graph()
  private let log = TraceLog(limit: 1000)
  private let list: ObservableList<Word>

  init() {
    graph.tracer = log
    list = ObservableList((0..<12).map { Word(id: "word \($0)") }, label: "list", graph: graph)
  }

  /// A text made from the rows.
  private func text(of rows: LiveList<Word>) -> Computed<String> {
    Computed(label: "text", graph: graph) { rows.value.map(\.id).joined(separator: " ") }
  }

  private func hide() { Trace.hidingValues { list.edit { $0.append(Word(id: "password")) } } }

  /// Replaces the hidden row, so that a derived list follows the change and does not start again.
  private func show() { list.replace(with: Array(list.peek().dropLast()) + [Word(id: "open")]) }

  /// Whether the list is read for the first time while a row is hidden, and whether by code that hides all values.
  @Test(arguments: [false, true], [false, true])
  func aDerivedListIsShownAgainWithItsList(isNew: Bool, isHidingAll: Bool) {
    let factor = Property(1, label: "factor", graph: graph)
    for rows in [
      list.filter { $0.id.count * factor.value > 0 },
      list.sorted { $0.id.count * factor.value < $1.id.count * factor.value },
    ] {
      let text = text(of: rows)
      if !isNew { _ = text.value }
      hide()
      factor.value += 1
      _ = isHidingAll ? Trace.hidingValues { text.value } : text.value
      #expect(text.value.contains("password") && text.node.valueDescription == "•••")
      show()
      #expect(text.value.contains("open") && text.node.valueDescription?.contains("open") == true)
      list.edit { $0.remove(id: "open") }
    }
    #expect(!log.records.contains { $0.description.contains("password") })
  }

  @Test func aConditionThatReadsAHiddenValueHidesItsListUntilThatIsShown() {
    let start = Property("word 1", label: "start", graph: graph)
    let text = text(of: list.filter { $0.id.hasPrefix(start.value) })
    #expect(text.value.hasPrefix("word 1 word 10"))
    Trace.hidingValues { start.value = "word 2" }
    for id in ["word 20", "word 21"] {
      list.edit { $0.append(Word(id: id)) }
      #expect(text.value.hasSuffix(id) && text.node.valueDescription == "•••")
    }
    start.value = "word 3"
    #expect(text.value == "word 3" && text.node.valueDescription == "\"word 3\"")
  }

  /// Only a tracer knows which values are hidden; nodes that nobody traces are read without a detour.
  @Test(arguments: [false, true]) func nothingIsHiddenWhenTheTracerHasGone(isEvaluating: Bool) {
    let number = Property(0, graph: graph)
    let secret = Property("", label: "secret", graph: graph)
    let shout = Computed(label: "shout", graph: graph) { [graph] in
      if isEvaluating, number.value > 0 { graph.tracer = nil }
      return secret.value + "!"
    }
    Trace.hidingValues { secret.value = "password" }
    #expect(shout.value == "password!" && shout.node.valueDescription == "•••")
    number.value = 1
    secret.update { $0 += "s" }
    _ = shout.value
    if !isEvaluating { graph.tracer = nil }
    #expect(graph.tracer == nil)
    for (node, text) in [(secret.node, "\"passwords\""), (shout.node, "\"passwords!\"")] {
      #expect(node.valueDescription == text)
    }
    // The next tracer shows what the first one hid, as it shows any other old value.
    graph.tracer = log
    secret.value = "open"
    #expect(log.records.last?.old == .string("passwords"))
  }

  @Test func aTracerThatFollowsAnotherHidesTheSameValues() {
    let secret = Property("", label: "secret", graph: graph)
    Trace.hidingValues { secret.value = "password" }
    let next = TraceLog()
    graph.tracer = next
    secret.value = "open"
    #expect(next.records.last?.old == .hidden && next.records.last?.new == .string("open"))
  }
}
