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
    let binding = Binding.oneWay(from: title, to: \.text, on: label)
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
    let binding = Binding.oneWay(from: short, on: label) { $0.show($1) }
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
    let binding = label.map { Binding.oneWay(from: title, to: \.text, on: $0) }
    #expect(binding?.isActive == true)
    label = nil
    #expect(released == nil)
    #expect(binding?.isActive == false)
    title.value = "b"
    // Its observer found out and is gone; the property alone is left.
    #expect(graph.nodeCount == 1)
  }

  @Test func signalWritesToAPropertyUntilItEnds() {
    let events = SignalSource<Int>()
    let number = Property(0)
    let binding = Binding.oneWay(from: events.signal.map { $0 * 2 }, to: number)
    #expect(number.value == 0)
    events.send(2)
    #expect(number.value == 4)
    events.end()
    #expect(!binding.isActive)
  }

  @Test func bindingEndsAtTheFirstEventOfItsTrigger() {
    let reuse = SignalSource<Void>()
    let title = Property("a")
    let shown = Property("")
    let binding = Binding.oneWay(from: title, to: shown).until(reuse.signal)
    title.value = "b"
    reuse.send(())
    title.value = "c"
    #expect(shown.value == "b")
    #expect(!binding.isActive)
    #expect(!reuse.isObserved)
  }

  @Test func cancellingABindingLetsGoOfItsTrigger() {
    let reuse = SignalSource<Void>()
    let binding = Binding.oneWay(from: Property(1), to: Property(0)).until(reuse.signal)
    binding.cancel()
    #expect(!reuse.isObserved)
  }
}

@Suite @MainActor struct BindingEndTests {
  /// A text field that is no property: it tells what is typed, and can be told.
  @MainActor final class Field {
    let edits = SignalSource<String>()
    var text = ""
    var told = 0

    var bindingEnd: BindingEnd<String> {
      BindingEnd(values: edits.signal) { [weak self] in
        self?.text = $0
        self?.told += 1
      }
    }

    func type(_ text: String) {
      self.text = text
      edits.send(text)
    }
  }

  @Test func controlAndPropertyFollowEachOtherWithoutAnEcho() {
    let phone = Property("186")
    let field = Field()
    let binding = Binding.twoWay(leading: phone.bindingEnd, following: field.bindingEnd)
    #expect(field.text == "186")
    #expect(field.told == 1)
    field.type("187")
    #expect(phone.value == "187")
    // What it typed itself it is not told.
    #expect(field.told == 1)
    phone.value = ""
    #expect(field.text == "")
    binding.cancel()
    field.type("x")
    #expect(phone.value == "")
  }

  @Test func endsOfTwoPropertiesSettleInTwoNotifications() {
    let leading = Property(1)
    let following = Property(2)
    let binding = Binding.twoWay(leading: leading.bindingEnd, following: following.bindingEnd)
    var seen = 0
    let tokens = [leading.observe { _ in seen += 1 }, following.observe { _ in seen += 1 }]
    seen = 0
    following.value = 3
    #expect(leading.value == 3)
    #expect(seen == 2)
    batch {
      following.value = 4
      leading.value = 5
    }
    #expect((leading.value, following.value) == (5, 5))
    withExtendedLifetime((tokens, binding)) {}
  }
}
