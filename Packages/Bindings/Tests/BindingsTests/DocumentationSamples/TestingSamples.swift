import Bindings
import BindingsTestSupport
import Testing

extension Samples {
  @Suite(OwnGraph()) @MainActor struct NumberTests {
    let number = Property(0)

    @Test(arguments: [1, 2]) func isTheOnlyNode(_ value: Int) async {
      number.value = value
      await Task.yield()
      #expect(Graph.current.nodes == [number.node])
    }
  }

  @Suite @MainActor struct TestingSamples {
    let output = Output()
    func print(_ items: Any...) { output.print(items) }

    @Test func graphOfATest() {
      let graph = Graph()
      var issues: [GraphIssue] = []
      graph.onIssue = { issues.append($0) }
      let number = graph.run { Property(0) }
      #expect(number.value == 0)
      #expect(issues.isEmpty)
    }

    @Test func manualClock() {
      let typed = SignalSource<String>()
      let clock = ManualClock()
      var asked: [String] = []
      let token = typed.signal.debounce(for: .seconds(1), clock: clock).observe { asked.append($0) }
      typed.send("n")
      typed.send("ni")
      clock.advance(by: .seconds(1))
      #expect(asked == ["ni"])
      token.cancel()
    }

    @Test func manualClockInOneBreath() {
      let source = SignalSource<String>()
      let typed = source.signal
      let clock = ManualClock()
      let token = typed.debounce(for: .seconds(1), clock: clock).observe { print($0) }
      source.send("a")
      clock.advance(by: .seconds(1))
      #expect(output.lines == ["a"])
      token.cancel()
    }

    @Test func leaks() {
      expectNoLeaks { check in
        let form = check.track(Form(graph: check.graph))
        form.phone.value = "187"
      }
    }
  }
}
