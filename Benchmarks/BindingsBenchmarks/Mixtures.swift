import Bindings
import Measuring
import OpenCombine

// Graphs with several kinds of nodes: a property, a computed value and an observer that are created and released
// together, and a chain of different signal operators.

extension Ours {
  static func triples() -> Way {
    let seen = Sink()
    return Way(name: "Bindings") { count in
      var kept: [(Property<Int>, Computed<Int>, Bindings.Subscription)] = []
      kept.reserveCapacity(1000)
      for index in 0..<count {
        if kept.count == 1000 { kept.removeAll(keepingCapacity: true) }
        let source = Property(index)
        let derived = Computed { source.value &+ 1 }
        kept.append((source, derived, observe { seen.add(derived.value) }))
      }
      return kept.count
    }
  }

  /// Returns a computed value with many sources, of which one at a time is written.
  static func wide(_ width: Int, counting: Counter? = nil) -> Way {
    let sources = (0..<width).map { Property($0) }
    let sum = Computed {
      counting?.computed += 1
      var result = 0
      for source in sources { result &+= source.value }
      return result
    }
    let seen = Sink()
    let token = observe {
      counting?.observed += 1
      seen.add(sum.value)
    }
    return Way(name: "Bindings") { count in
      withExtendedLifetime(token) {
        for index in 0..<count { sources[index % width].value &+= 1 }
        return seen.total
      }
    }
  }

  static func signalMixture() -> Way {
    let (source, other) = (SignalSource<Int>(), SignalSource<Int>())
    let seen = Sink()
    let token = source.signal.map { $0 &+ 1 }.filter { $0 != 0 }.scan(0) { $0 &+ $1 }
      .combineLatest(other.signal).map { $0 &+ $1 }.observe { seen.add($0) }
    other.send(1)
    return Way(name: "Bindings") { count in
      withExtendedLifetime(token) {
        for index in 0..<count { source.send(index) }
        return seen.total
      }
    }
  }

  static func signalObserveAndCancel() -> Way {
    let source = SignalSource<Int>()
    let seen = Sink()
    return Way(name: "Bindings") { count in
      for _ in 0..<count { source.signal.observe { seen.add($0) }.cancel() }
      return seen.total
    }
  }
}

extension OpenCombinePeer {
  static func triples() -> Way {
    let seen = Sink()
    return Way(name: "OpenCombine") { count in
      var kept: [(Source, Stream, AnyCancellable)] = []
      kept.reserveCapacity(1000)
      for index in 0..<count {
        if kept.count == 1000 { kept.removeAll(keepingCapacity: true) }
        let source = Source(index)
        let derived = source.map { $0 &+ 1 }.eraseToAnyPublisher()
        kept.append((source, derived, derived.sink { seen.add($0) }))
      }
      return kept.count
    }
  }

  static func signalMixture() -> Way {
    let (source, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let seen = Sink()
    var bag: Set<AnyCancellable> = []
    let left = source.map { $0 &+ 1 }.filter { $0 != 0 }.scan(0) { $0 &+ $1 }.eraseToAnyPublisher()
    combineLatest([left, other.eraseToAnyPublisher()], { $0[0] &+ $0[1] }, &bag)
      .map { $0 }.sink { seen.add($0) }.store(in: &bag)
    other.send(1)
    return Way(name: "OpenCombine") { [bag] count in
      withExtendedLifetime(bag) {
        for index in 0..<count { source.send(index) }
        return seen.total
      }
    }
  }

  static func signalObserveAndCancel() -> Way {
    let source = PassthroughSubject<Int, Never>()
    let seen = Sink()
    return Way(name: "OpenCombine") { count in
      for _ in 0..<count { source.sink { seen.add($0) }.cancel() }
      return seen.total
    }
  }
}
