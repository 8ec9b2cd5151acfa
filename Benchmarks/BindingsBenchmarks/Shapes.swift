import Bindings
import Measuring
import Observation
import OpenCombine

// The create and update shapes of js-reactivity-benchmark. For example, "2to1" means two sources that one observer
// reads. An observer that reads many sources holds them in an array.

extension Ours {
  static func createSources() -> Way {
    Way(name: "Bindings") { count in
      var made: [Property<Int>] = []
      made.reserveCapacity(1000)
      for index in 0..<count {
        if made.count == 1000 { made.removeAll(keepingCapacity: true) }
        made.append(Property(index))
      }
      return made.count
    }
  }

  /// Returns a way that creates observers and releases a thousand at a time.
  static func create(_ sources: Int, to observers: Int) -> Way {
    let pool = (0..<1024).map { Property($0) }
    let seen = Sink()
    return Way(name: "Bindings") { count in
      var tokens: [Bindings.Subscription] = []
      tokens.reserveCapacity(1000)
      for index in 0..<count {
        if tokens.count == 1000 { tokens.removeAll(keepingCapacity: true) }
        let first = index / observers * sources % (1024 - sources)
        switch sources {
        case 0: tokens.append(observe { seen.add(1) })
        case 1:
          let source = pool[first]
          tokens.append(observe { seen.add(source.value) })
        default:
          let read = pool[first..<(first + sources)]
          tokens.append(
            observe {
              var result = 0
              for source in read { result &+= source.value }
              seen.add(result)
            })
        }
      }
      return tokens.count
    }
  }

  static func update(_ sources: Int, to observers: Int) -> Way {
    let pool = (0..<sources).map { Property($0) }
    let seen = Sink()
    let first = pool[0]
    let tokens = (0..<observers).map { _ in
      observe {
        if sources == 1 { return seen.add(first.value) }
        var result = 0
        for source in pool { result &+= source.value }
        seen.add(result)
      }
    }
    return Way(name: "Bindings") { count in
      withExtendedLifetime(tokens) {
        for _ in 0..<count { first.value &+= 1 }
        return seen.total
      }
    }
  }
}

extension OpenCombinePeer {
  static func createSources() -> Way {
    Way(name: "OpenCombine") { count in
      var made: [Source] = []
      made.reserveCapacity(1000)
      for index in 0..<count {
        if made.count == 1000 { made.removeAll(keepingCapacity: true) }
        made.append(Source(index))
      }
      return made.count
    }
  }

  static func create(_ sources: Int, to observers: Int) -> Way {
    let pool = (0..<1024).map { Source($0) }
    let seen = Sink()
    return Way(name: "OpenCombine") { count in
      var bags: [Set<AnyCancellable>] = []
      bags.reserveCapacity(1000)
      for index in 0..<count {
        if bags.count == 1000 { bags.removeAll(keepingCapacity: true) }
        let first = index / observers * sources % (1024 - sources)
        var bag: Set<AnyCancellable> = []
        switch sources {
        case 0: Just(1).sink { seen.add($0) }.store(in: &bag)
        case 1: pool[first].sink { seen.add($0) }.store(in: &bag)
        default:
          let read = pool[first..<(first + sources)].map { $0.eraseToAnyPublisher() }
          combineLatest(read, { $0.reduce(0, &+) }, &bag).sink { seen.add($0) }.store(in: &bag)
        }
        bags.append(bag)
      }
      return bags.count
    }
  }

  static func update(_ sources: Int, to observers: Int) -> Way {
    let pool = (0..<sources).map { Source($0) }
    let seen = Sink()
    let first = pool[0]
    var bag: Set<AnyCancellable> = []
    for _ in 0..<observers {
      if sources == 1 {
        first.sink { seen.add($0) }.store(in: &bag)
      } else {
        let read = pool.map { $0.eraseToAnyPublisher() }
        combineLatest(read, { $0.reduce(0, &+) }, &bag).sink { seen.add($0) }.store(in: &bag)
      }
    }
    return Way(name: "OpenCombine") { [bag] count in
      withExtendedLifetime(bag) {
        for _ in 0..<count { first.value &+= 1 }
        return seen.total
      }
    }
  }
}

extension ObservationPeer {
  static func createSources() -> Way {
    Way(name: "Observation") { count in
      var made: [Box] = []
      made.reserveCapacity(1000)
      for _ in 0..<count {
        if made.count == 1000 { made.removeAll(keepingCapacity: true) }
        made.append(Box())
      }
      return made.count
    }
  }

  /// Returns a way that creates observers, which end only with their boxes, so each thousand has its own boxes.
  static func create(_ sources: Int, to observers: Int) -> Way {
    let seen = Sink()
    return Way(name: "Observation") { count in
      var pool: [Box] = []
      for index in 0..<count {
        if index % 1000 == 0 { pool = (0..<1024).map { _ in Box() } }
        let first = index / observers * sources % (1024 - sources)
        nonisolated(unsafe) let read = pool[first..<(first + sources)]
        withObservationTracking {
          var result = 1
          for box in read { result &+= box.value }
          seen.add(result)
        } onChange: {
          seen.add(1)
        }
      }
      return pool.count
    }
  }

  static func update(_ sources: Int, to observers: Int) -> Way {
    let pool = (0..<sources).map { _ in Box() }
    let ends = (0..<observers).map { _ in
      {
        var result = 0
        for box in pool { result &+= box.value }
        return result
      }
    }
    return way([pool[0]], ends)
  }
}
