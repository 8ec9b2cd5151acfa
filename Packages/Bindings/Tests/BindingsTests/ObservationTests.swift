#if ObservationInterop
  import Observation
  import Synchronization
  import Testing

  @testable import Bindings

  /// Built and run with `--traits ObservationInterop`.
  @MainActor
  @Suite struct ObservationTests {
    /// Counts the changes that one tracking tells, which is at most one.
    private func changes(of read: () -> Void, after write: () -> Void) -> Int {
      let count = Atomic(0)
      withObservationTracking(read) { count.add(1, ordering: .relaxed) }
      write()
      return count.load(ordering: .relaxed)
    }

    @Test func aWriteThroughTheNodeIsSeen() {
      let phone = Property("186")
      #expect(changes(of: { _ = phone.value }, after: { phone.value = "187" }) == 1)
    }

    @Test func anEqualWriteIsNotSeen() {
      let phone = Property("186")
      #expect(changes(of: { _ = phone.value }, after: { phone.value = "186" }) == 0)
    }

    @Test func aReadOutsideOfTrackingLeavesNothingBehind() {
      let graph = Graph()
      let phone = Property("186", graph: graph)
      _ = phone.value
      #expect(graph.nodeCount == 1)
    }

    @Test func aDerivedValueIsSeenOnlyWhenItChanges() {
      let phone = Property("186")
      let isLong = Computed { phone.value.count > 3 }
      #expect(changes(of: { _ = isLong.value }, after: { phone.value = "187" }) == 0)
      #expect(changes(of: { _ = isLong.value }, after: { phone.value = "1870" }) == 1)
    }

    @Test func whoReadsAgainAtTheChangeSeesDerivedValuesThatAgree() {
      let first = Property("Ada")
      let last = Property("Byron")
      let full = Computed { "\(first.value) \(last.value)" }
      let seen = Mutex<[String]>([])
      withObservationTracking {
        _ = (full.value, first.value, last.value)
      } onChange: {
        MainActor.assumeIsolated {
          let text = "\(first.value) \(last.value)"
          seen.withLock { $0 = [text, full.value] }
        }
      }
      batch {
        first.value = "Augusta"
        last.value = "King"
      }
      #expect(seen.withLock { $0 } == ["Augusta King", "Augusta King"])
    }

    @Test func aBatchIsOneChange() {
      let first = Property(1)
      let second = Property(2)
      let count = Atomic(0)
      let both = { _ = (first.value, second.value) }
      withObservationTracking(both) { count.add(1, ordering: .relaxed) }
      batch {
        first.value = 3
        second.value = 4
      }
      #expect(count.load(ordering: .relaxed) == 1)
    }

    @Test func trackingMayBeginAgainInsideTheChange() {
      let reader = Rereader()
      reader.track()
      for value in 1...3 { reader.count.value = value }
      #expect(reader.seen == [0, 1, 2, 3])
    }

    @Test func everybodyWhoReadIsTold() {
      let count = Property(0)
      let told = Mutex<[String]>([])
      for name in ["a", "b"] {
        withObservationTracking {
          _ = count.value
        } onChange: {
          told.withLock { $0.append(name) }
        }
      }
      count.value = 1
      #expect(told.withLock { $0.sorted() } == ["a", "b"])
    }

    @Test func aCommandsStateIsSeen() async {
      let canRun = Property(false)
      let (gate, open) = AsyncStream<Void>.makeStream()
      let command = Command<Void, Void>(enabled: canRun) { for await _ in gate { return } }
      #expect(changes(of: { _ = command.isEnabled }, after: { canRun.value = true }) == 1)
      let count = Atomic(0)
      withObservationTracking {
        _ = (command.isEnabled, command.isExecuting)
      } onChange: {
        count.add(1, ordering: .relaxed)
      }
      let execution = command.execute()
      #expect(command.isExecuting)
      #expect(count.load(ordering: .relaxed) == 1)
      open.yield()
      _ = await execution.result
    }

    @Test func readsOfUntrackedBodiesAndPeeksAreNotSeen() {
      let count = Property(0)
      let read = {
        _ = count.peek()
        untracked { _ = count.value }
      }
      #expect(changes(of: read, after: { count.value = 1 }) == 0)
    }

    @Test func theObserverEndsAtTheChange() {
      let graph = Graph()
      let count = Property(0, label: "count", graph: graph)
      withObservationTracking {
        _ = count.value
      } onChange: {
      }
      #expect(graph.nodes.map(\.name) == ["count", "Observation of count"])
      count.value = 1
      #expect(graph.nodes.map(\.name) == ["count"])
      #expect(graph.engine.verify() == nil)
    }

    @Test func aNodeThatEndsWhileItIsTrackedTakesTheObserverAlong() {
      let graph = Graph()
      let source = Property(0, graph: graph)
      weak var gone: Computed<Int>?
      do {
        let derived = Computed(graph: graph) { source.value + 1 }
        gone = derived
        withObservationTracking {
          _ = derived.value
        } onChange: {
        }
      }
      #expect(gone == nil)
      #expect(graph.nodeCount == 1)
      source.value = 1
      #expect(graph.engine.verify() == nil)
    }

    @Test func anIteratedObservationSeesEachSettledState() async {
      guard #available(macOS 26, *) else { return }
      let first = Property(1)
      let double = Computed { first.value * 2 }
      var pairs: [[Int]] = []
      for await pair in Observations<[Int], Never>({ [first.value, double.value] }) {
        pairs.append(pair)
        if pair[0] == 3 { break }
        first.value += 1
      }
      #expect(pairs == [[1, 2], [2, 4], [3, 6]])
    }

    @Test func randomGraphsTellEachChangeExactlyOnce() {
      let seed = UInt64.random(in: 0...UInt64.max)
      var random = SplitMix(seed: seed)
      let graph = Graph()
      let sources = (0..<4).map { Property(Int($0), graph: graph) }
      let sums = (1..<4).map { width in
        Computed(graph: graph) { sources.prefix(width).reduce(0) { $0 + $1.value } / 2 }
      }
      for step in 0..<300 {
        let before = sums.map { $0.peek() }
        let told = Mutex<[Int]>([])
        for index in sums.indices {
          withObservationTracking {
            _ = sums[index].value
          } onChange: {
            told.withLock { $0.append(index) }
          }
        }
        graph.batch {
          for _ in 0..<Int.random(in: 1...3, using: &random) {
            sources[Int.random(in: 0..<4, using: &random)].value =
              Int.random(in: 0...3, using: &random)
          }
        }
        let changed = sums.indices.filter { sums[$0].peek() != before[$0] }
        #expect(told.withLock { Set($0) } == Set(changed), "seed \(seed), step \(step)")
        // Those who were not told still wait.
        graph.batch { for source in sources { source.value += 10 } }
      }
      #expect(graph.engine.verify() == nil, "seed \(seed)")
    }
  }

  /// Reads at each change, inside the call that tells it.
  @MainActor
  private final class Rereader {
    let count = Property(0)
    private(set) var seen: [Int] = []

    func track() {
      withObservationTracking {
        seen.append(count.value)
      } onChange: {
        MainActor.assumeIsolated { self.track() }
      }
    }
  }
#endif
