import Bindings
import CAllocator
import Measuring

/// A structure of *n* elements, whose bytes are counted for *n* and for 10 *n*.
///
/// The sizes are just below powers of two, to which arrays grow.
struct MemoryCase {
  /// The name, `memory.elements`.
  let name: String
  /// The smaller size.
  let size = 800
  /// Creates a number of elements.
  let make: @MainActor (Int) async -> Any

  init(_ name: String, make: @escaping @MainActor (Int) async -> Any) {
    self.name = name
    self.make = make
  }

  /// Returns the bytes of a number of elements, in the graph and in the allocator.
  @MainActor
  func bytes(_ count: Int) async -> Double {
    let before = Int(allocated_bytes()) + Graph.main.bytesInUse
    let made = await make(count)
    let after = Int(allocated_bytes()) + Graph.main.bytesInUse
    if let made = made as? EndedByHand { made.end() }
    return withExtendedLifetime(made) { Double(after - before) }
  }
}

/// Cases of nodes, links, and everything that waits.
@MainActor let memoryCases: [MemoryCase] = [
  MemoryCase("memory.properties") { count in (0..<count).map { Property($0) } },
  MemoryCase("memory.labels") { count in (0..<count).map { Property($0, label: "node \($0)") } },
  MemoryCase("memory.triples") { count in
    (0..<count).map { number in
      let source = Property(number)
      let derived = Computed { source.value + 1 }
      return observe { blackHole(derived.value) }
    }
  },
  MemoryCase("memory.linksOfOneReader") { count in
    let sources = (0..<count).map { Property($0) }
    return observe { for source in sources { blackHole(source.value) } }
  },
  MemoryCase("memory.linksOfOneSource") { count in
    let source = Property(0)
    return (0..<count).map { _ in observe { blackHole(source.value) } }
  },
  MemoryCase("memory.signalObservers") { count in
    let source = SignalSource<Int>()
    return (0..<count).map { _ in source.signal.map { $0 + 1 }.observe { blackHole($0) } }
  },
  MemoryCase("memory.zip") { count in
    let (left, right) = (SignalSource<String>(), SignalSource<String>())
    let token = left.signal.zip(right.signal).observe { blackHole($0) }
    for number in 0..<count { left.send("an event that waits for its partner, \(number)") }
    return (left, right, token)
  },
  MemoryCase("memory.delay") { count in
    let (source, clock) = (SignalSource<Int>(), HeldClock())
    let token = source.signal.delay(for: .seconds(1), clock: clock).observe { blackHole($0) }
    for number in 0..<count { source.send(number) }
    return (source, clock, token)
  },
  MemoryCase("memory.commandQueue") { count in
    let gate = Command<Int, Void>(policy: .queue(max: .max)) { _ in
      try await Task.sleep(for: .seconds(3600))
    }
    let runs = (0..<count).map { gate.execute($0) }
    return EndedByHand(kept: (gate, runs)) { gate.cancel() }
  },
  MemoryCase("memory.scope") { count in
    let (scope, source) = (Scope(), Property(0))
    for _ in 0..<count { observe { blackHole(source.value) }.store(in: scope) }
    return scope
  },
  // A derived list is no longer read, so the changes that it has not seen are dropped.
  MemoryCase("memory.unreadChanges") { count in
    let rows = ObservableList((0..<count).map { GrowthRow(id: $0, rank: 0) })
    let shown = rows.filter { $0.rank >= 0 }
    blackHole(shown.count)
    for round in 0..<(10 * count) { rows.edit { $0[round % count].rank = round } }
    return (rows, shown)
  },
  // Released properties occupy no memory.
  MemoryCase("memory.propertiesMadeTenTimes") { count in
    var kept: [Property<Int>] = []
    for _ in 0..<10 {
      kept = []
      kept = (0..<count).map { Property($0) }
    }
    return kept
  },
]

/// A structure whose work must be ended explicitly.
@MainActor
private struct EndedByHand {
  let kept: Any
  let end: @MainActor () -> Void
}
