import Bindings
import Testing

/// Bindings to what is no property, and how long bindings last.
@Suite @MainActor struct BindingTargetTests {
  @MainActor final class Label {
    var text = ""
    var rows: [String] = []
    var shown = 0
    func show(_ rows: [String]) {
      self.rows = rows
      shown += 1
    }
  }

  @Test func keyPathOfAnObjectFollows() {
    let label = Label()
    let title = Property("a")
    let binding = title.bind(to: \.text, on: label)
    title.value = "b"
    #expect(label.text == "b")
    binding.cancel()
    title.value = "c"
    #expect(label.text == "b")
  }

  @Test func derivedArrayGoesToATargetOncePerDifferentValue() {
    let label = Label()
    let names = Property(["Eve", "Ada", "Bob"])
    let short = Computed { names.value.filter { $0 < "C" } }
    let binding = short.observe(with: label) { $0.show($1) }
    #expect(label.rows == ["Ada", "Bob"])
    names.update { $0.append("Fay") }
    #expect(label.shown == 1)
    batch {
      names.update { $0.append("Ann") }
      names.update { $0.removeFirst() }
    }
    #expect(label.rows == ["Ada", "Bob", "Ann"])
    #expect(label.shown == 2)
    binding.cancel()
  }

  @Test func targetIsNotKeptAliveAndTheBindingEndsWithIt() {
    var label: Label? = Label()
    weak let released = label
    let graph = Graph()
    let title = Property("a", graph: graph)
    let binding = label.map { title.bind(to: \.text, on: $0) }
    #expect(binding?.isActive == true)
    label = nil
    #expect(released == nil)
    title.value = "b"
    #expect(binding?.isActive == false)
    // Its observer found out and is gone; the property alone is left.
    #expect(graph.nodeCount == 1)
  }

  @Test func signalWritesToAPropertyUntilItEnds() {
    let events = SignalSource<Int>()
    let number = Property(0)
    let binding = events.signal.map { $0 * 2 }.bind(to: number)
    #expect(number.value == 0)
    events.send(2)
    #expect(number.value == 4)
    events.end()
    #expect(!binding.isActive)
  }
}

@Suite @MainActor struct EditBindingTests {
  /// A text field that is no property: it tells what is typed, and can be told.
  @MainActor final class Field {
    let edits = SignalSource<String>()
    var text = ""
    var told = 0

    func show(_ text: String) {
      self.text = text
      told += 1
    }

    func type(_ text: String) {
      self.text = text
      edits.send(text)
    }
  }

  @Test func controlAndPropertyFollowEachOtherWithoutAnEcho() {
    let phone = Property("186")
    let field = Field()
    let binding = phone.bind(with: field.edits.signal) { [weak field] in field?.show($0) }
    #expect(field.text == "186")
    #expect(field.told == 1)
    field.type("187")
    #expect(phone.value == "187")
    // Its own edit does not come back to it.
    #expect(field.told == 1)
    phone.value = ""
    #expect(field.text == "")
    binding.cancel()
    field.type("x")
    #expect(phone.value == "")
  }

  @Test func theAnswerOfTheControlToWhatItIsShownIsTaken() {
    let (phone, field) = (Property("abc"), Field())
    let binding = phone.bind(with: field.edits.signal) { field.type($0.uppercased()) }
    #expect(phone.value == "ABC" && field.text == "ABC")
    phone.value = "def"
    #expect(phone.value == "DEF" && field.text == "DEF")
    binding.cancel()
  }

  @Test func aSignalThatSendsAtOnceDoesNotReplaceTheFirstValue() {
    let (phone, other, field) = (Property("186"), Property("187"), Field())
    let binding = phone.bind(with: other.signal) { field.show($0) }
    #expect(phone.value == "186" && field.text == "186")
    other.value = "188"
    #expect(phone.value == "188" && field.told == 1)
    binding.cancel()
  }

  @Test func aBindingThatAComputedMakesIsReportedOnce() {
    let graph = Graph()
    let issues = IssueLog(graph)
    let (phone, other) = (Property("186", graph: graph), Property("187", graph: graph))
    let computed = Computed(graph: graph) {
      phone.bind(with: other.signal) { _ in }.isActive
    }
    #expect(!computed.value && issues.issues.map(\.code) == [.observerInComputed])
  }

  @Test func aScopeEndsBothSidesAtItsSignal() {
    let reuse = SignalSource<Void>()
    let phone = Property("186")
    let field = Field()
    let scope = Scope()
    scope.end(at: reuse.signal)
    let tokens = [
      phone.bind(with: field.edits.signal) { field.show($0) },
      field.edits.signal.observe { _ in },
    ]
    for token in tokens { token.store(in: scope) }
    reuse.send(())
    #expect(tokens.allSatisfy { !$0.isActive })
    #expect(!field.edits.isObserved)
    phone.value = "1"
    #expect(field.text == "186")
  }
}
