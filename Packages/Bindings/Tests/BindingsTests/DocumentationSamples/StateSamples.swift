import Bindings
import Testing

extension Samples {
  /// Samples about properties, computed values and observers.
  @Suite @MainActor struct StateSamples {
    let output = Output()
    func print(_ items: Any...) { output.print(items) }

    @Test func overview() {
      let phone = Property("186", label: "phone")
      let isPhoneValid = Computed(label: "isPhoneValid") { phone.value.count == 11 }
      let token = observe { print(phone.value, isPhoneValid.value) }
      let clear = Command(label: "clear", enabled: isPhoneValid) { phone.value = "186" }
      phone.value = "18612345678"
      clear.execute()
      #expect(output.lines == ["186 false", "18612345678 true", "186 false"])
      token.cancel()
    }

    @Test func propertyTellsItsObservers() {
      let phone = Property("186", label: "phone")
      let token = phone.observe { print($0) }  // prints 186
      phone.value = "187"  // prints 187
      #expect(output.lines == ["186", "187"])
      token.cancel()
    }

    @Test func batchIsOneChange() {
      let first = Property("Ada", label: "first")
      let last = Property("Lovelace", label: "last")
      let token = observe { print(first.value, last.value) }  // prints Ada Lovelace
      batch {
        first.value = "Grace"
        last.value = "Hopper"
      }  // prints Grace Hopper
      #expect(output.lines == ["Ada Lovelace", "Grace Hopper"])
      token.cancel()
    }

    @Test func updateChangesInPlace() {
      let names = Property(["Eve"])
      names.update { $0.append("Ada") }
      #expect(names.value == ["Eve", "Ada"])
    }

    @MainActor
    final class Counter {
      private let number = Property(0)
      var count: any ObservableValue<Int> { number }
      func increment() { number.value += 1 }
    }

    @Test func propertyCanStayPrivate() {
      let counter = Counter()
      counter.increment()
      #expect(counter.count.value == 1)
    }

    @Test func functionTakesAnyValue() {
      func badge(for count: any ObservableValue<Int>) -> Computed<String> {
        Computed { "(\(count.value))" }
      }
      #expect(badge(for: Property(3)).value == "(3)")
    }

    @Test func computedRunsWhenAsked() {
      let price = Property(3)
      let count = Property(2)
      var runs = 0
      let total = Computed {
        runs += 1
        return price.value * count.value
      }
      print(total.value, total.value, runs)  // prints 6 6 1
      batch {
        price.value = 2
        count.value = 3
      }
      print(total.value, runs)  // prints 6 2
      #expect(output.lines == ["6 6 1", "6 2"])
    }

    @Test func computedIsAValue() {
      let phone = Property("18612345678")
      let isValid = Computed(label: "isValid") { phone.value.count == 11 }
      print(isValid.value)
      #expect(output.lines == ["true"])
    }

    @Test func computedDependsOnWhatItRead() {
      let isVisible = Property(false)
      let title = Property("a")
      let shown = Computed { isVisible.value ? title.value : "" }
      #expect(shown.value == "")
      #expect(title.node.dependents.isEmpty)
    }

    @Test func observeRunsNowAndAgain() {
      let phone = Property("186")
      let token = observe { print(phone.value) }  // prints 186
      phone.value = "187"  // prints 187
      #expect(output.lines == ["186", "187"])
      token.cancel()
    }

    @Test func threeFormsOfObserving() {
      let phone = Property("186")
      let isPhoneValid = Computed { phone.value.count == 11 }
      let screen = Screen()
      let all = observe { print(phone.value, isPhoneValid.value) }
      let one = phone.observe { print($0, isPhoneValid.value) }
      screen.token = observe(with: screen) { screen in screen.text = phone.value }
      phone.value = "187"
      #expect(screen.text == "187")
      #expect(output.lines == ["186 false", "186 false", "187 false", "187 false"])
      withExtendedLifetime((all, one)) {}
    }

    @Test func observerMayWrite() {
      let celsius = Property(0.0)
      let fahrenheit = Property(32.0)
      let convert = observe { fahrenheit.value = celsius.value * 9 / 5 + 32 }
      let show = observe { print(fahrenheit.value) }  // prints 32.0
      celsius.value = 100  // prints 212.0
      #expect(output.lines == ["32.0", "212.0"])
      withExtendedLifetime((convert, show)) {}
    }

    @Test func untrackedReadsDoNotTrigger() {
      let phone = Property("186")
      let isPhoneValid = Property(false)
      let token = observe {
        print(phone.value, untracked { isPhoneValid.value })
      }
      isPhoneValid.value = true
      phone.value = "187"
      #expect(output.lines == ["186 false", "187 true"])
      token.cancel()
    }

    @Test func scopeEndsWhatItKeeps() {
      let phone = Property("186")
      let search = Command<Void, Void> { await Task.yield() }
      let scope = Scope()
      phone.observe { print($0) }.store(in: scope)
      scope.end()
      scope.onEnd { search.cancel() }
      scope.end()
      phone.value = "187"
      #expect(output.lines == ["186"])
    }

    @Test func graphOfOnesOwn() {
      let graph = Graph()
      graph.onIssue = { print($0.message) }
      let phone = graph.run { Property("186") }
      #expect(graph.nodeCount == 1)
      let price = Property(1)
      let count = Property(2)
      let total = Computed(label: "total") { price.value * count.value }
      print(total.node.dependencies.map(\.name))
      #expect(phone.value == "186")
    }

    @Test func runInAGraph() {
      let graph = Graph()
      let phone = graph.run { Property("186") }
      phone.value = "187"  // a node of the graph, wherever it is used
      #expect(phone.node.graph === graph)
    }

    @Test func diamondIsCounted() {
      let graph = Graph()
      let log = TraceLog(limit: 100)
      graph.tracer = log
      let price = Property(10, label: "price", graph: graph)
      let tax = Computed(label: "tax", graph: graph) { price.value / 5 }
      let total = Computed(label: "total", graph: graph) { price.value + tax.value }
      let token = total.observe { print($0) }  // prints 12
      price.value = 20  // prints 24, and never 22 or 14
      if let report = log.latestBatch {
        print(report.recomputes, report.observerRuns, report.glitches.count)  // prints 2 1 0
      }
      #expect(output.lines == ["12", "24", "2 1 0"])
      token.cancel()
    }

    @Test func diamond() {
      let source = Property(1)
      let branches = (0..<5).map { index in Computed { source.value + index } }
      let sum = Computed { branches.reduce(0) { $0 + $1.value } }
      let token = sum.observe { print($0) }
      source.value = 2
      #expect(output.lines == ["15", "20"])
      token.cancel()
    }
  }
}
