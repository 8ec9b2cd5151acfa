import Bindings
import Testing

@Suite @MainActor struct PropertyUpdateTests {
  struct Failure: Error {}

  private func storage(of property: Property<[Int]>) -> UnsafeRawPointer? {
    unsafe property.peek().withUnsafeBytes { $0.baseAddress }
  }

  @Test func updateChangesTheValueInItsOwnStorage() {
    let numbers = Property<[Int]>([])
    numbers.update { $0.reserveCapacity(100) }
    let before = unsafe storage(of: numbers)
    for number in 0..<100 { numbers.update { $0.append(number) } }
    #expect(unsafe storage(of: numbers) == before)
    #expect(numbers.value == Array(0..<100))
  }

  @Test func updateNotifiesOnceAndTogetherWithWhatItsBodyWrites() {
    let numbers = Property([1])
    let count = Property(1)
    var seen: [String] = []
    let token = observe { seen.append("\(numbers.value) \(count.value)") }
    numbers.update {
      $0.append(2)
      count.value = 2
      $0.append(3)
    }
    #expect(seen == ["[1] 1", "[1, 2, 3] 2"])
    token.cancel()
  }

  @Test func updateToAnEqualValueIsSilentForBitwiseCopyableTypesOnly() {
    let number = Property(1)
    let numbers = Property([1])
    var runs = 0
    let first = number.observe { _ in runs += 1 }
    let second = numbers.observe { _ in runs += 1 }
    runs = 0
    number.update { $0 += 0 }
    #expect(runs == 0)
    number.update { $0 += 1 }
    #expect(runs == 1)
    numbers.update { _ in }
    #expect(runs == 2)
    withExtendedLifetime((first, second)) {}
  }

  @Test func updateThatThrowsKeepsAndShowsWhatItHadChanged() {
    let numbers = Property([1])
    var seen: [[Int]] = []
    let token = numbers.observe { seen.append($0) }
    #expect(throws: Failure.self) {
      try numbers.update { value throws(Failure) in
        value.append(2)
        throw Failure()
      }
    }
    #expect(seen == [[1], [1, 2]])
    token.cancel()
  }

  @Test func updateInsideAComputedIsDroppedAndReported() {
    let graph = Graph()
    var codes: [GraphIssue.Code] = []
    graph.onIssue = { codes.append($0.code) }
    let numbers = Property([1], graph: graph)
    let computed = Computed(graph: graph) {
      numbers.update { $0.append(2) }
      return 0
    }
    #expect(computed.value == 0)
    #expect(numbers.value == [1])
    #expect(codes == [.writeInComputed])
  }

  @Test func readingAPropertyInsideItsOwnUpdateStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let numbers = Property([1])
        numbers.update { $0.append(numbers.value.count) }
      }
    }
  }

  @Test func anUpdateInAGenericFunctionComparesNumbersToo() {
    func touch<Value>(_ property: Property<Value>, _ change: (inout Value) -> Void) {
      property.update(change)
    }
    let graph = Graph()
    let (number, text) = (Property(1, graph: graph), Property("a", graph: graph))
    var runs: [String] = []
    let tokens = [
      number.observe { runs.append("\($0)") }, text.observe { runs.append($0) },
    ]
    runs = []
    touch(number) { _ in }
    touch(number) { $0 = 2 }
    touch(text) { _ in }
    #expect(runs == ["2", "a"])
    withExtendedLifetime(tokens) {}
  }

  /// Nor is there another graph before the body has made one.
  @Test func whatABodyWritesToAGraphOfItsOwnIsOneChange() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let numbers = Property([1])
        var seen: [Int] = []
        var token: Subscription?
        numbers.update {
          $0.append(2)
          let number = Graph().run { Property(0) }
          token = number.observe { seen.append($0) }
          number.value = 1
          number.value = 2
        }
        precondition(seen == [0, 2], "\(seen)")
        withExtendedLifetime(token) {}
      }
    }
  }
}
