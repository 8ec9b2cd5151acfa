import Measuring
import OpenCombine

/// The same graphs with OpenCombine: `CurrentValueSubject`s, operators and sinks.
///
/// OpenCombine has no `CombineLatest`, so it is written by hand, with the latest value of each input.
@MainActor
enum OpenCombinePeer {
  typealias Source = CurrentValueSubject<Int, Never>
  typealias Stream = AnyPublisher<Int, Never>

  /// Emits a value after each change of an input, as soon as every input has a value.
  static func combineLatest(
    _ inputs: [Stream], _ transform: @escaping ([Int]) -> Int, _ bag: inout Set<AnyCancellable>
  ) -> Stream {
    let output = PassthroughSubject<Int, Never>()
    let latest = Latest(inputs.count)
    for (index, input) in inputs.enumerated() {
      input.sink { value in
        latest.values[index] = value
        latest.seen.insert(index)
        if latest.seen.count == latest.values.count { output.send(transform(latest.values)) }
      }.store(in: &bag)
    }
    return output.prepend(transform(latest.values)).eraseToAnyPublisher()
  }

  final class Latest {
    var values: [Int]
    var seen: Set<Int> = []
    init(_ count: Int) { values = Array(repeating: 0, count: count) }
  }

  static func fanOut(_ observers: Int, counting: Counter? = nil) -> Way {
    let source = Source(0)
    let sum = Sink()
    let bag = (0..<observers).map { _ in
      source.sink {
        counting?.observed += 1
        sum.add($0)
      }
    }
    return Way(name: "OpenCombine") { count in
      withExtendedLifetime(bag) {
        for _ in 0..<count { source.value &+= 1 }
        return sum.total
      }
    }
  }

  static func chain(_ length: Int, counting: Counter? = nil) -> Way {
    let source = Source(0)
    var stream = source.eraseToAnyPublisher()
    for _ in 0..<length {
      stream = stream.map {
        counting?.computed += 1
        return $0 &+ 1
      }.eraseToAnyPublisher()
    }
    let seen = Sink()
    let token = stream.sink {
      counting?.observed += 1
      seen.add($0)
    }
    return Way(name: "OpenCombine") { count in
      withExtendedLifetime(token) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func diamond(_ width: Int, counting: Counter? = nil) -> Way {
    let source = Source(0)
    var bag: Set<AnyCancellable> = []
    let branches = (0..<width).map { index in
      source.map { (value: Int) -> Int in
        counting?.computed += 1
        return value &+ index
      }.eraseToAnyPublisher()
    }
    let sum = combineLatest(
      branches,
      {
        counting?.computed += 1
        return $0.reduce(0, &+)
      }, &bag)
    let seen = Sink()
    sum.sink {
      counting?.observed += 1
      seen.add($0)
    }.store(in: &bag)
    return Way(name: "OpenCombine") { [bag] count in
      withExtendedLifetime(bag) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func triangle(_ width: Int, counting: Counter? = nil) -> Way {
    let source = Source(0)
    var bag: Set<AnyCancellable> = []
    var layers: [Stream] = [source.eraseToAnyPublisher()]
    var stream = source.eraseToAnyPublisher()
    for _ in 0..<(width - 1) {
      stream = stream.map {
        counting?.computed += 1
        return $0 &+ 1
      }.eraseToAnyPublisher()
      layers.append(stream)
    }
    let sum = combineLatest(
      layers,
      {
        counting?.computed += 1
        return $0.reduce(0, &+)
      }, &bag)
    let seen = Sink()
    sum.sink {
      counting?.observed += 1
      seen.add($0)
    }.store(in: &bag)
    return Way(name: "OpenCombine") { [bag] count in
      withExtendedLifetime(bag) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func broad(_ width: Int, counting: Counter? = nil) -> Way {
    let source = Source(0)
    let seen = Sink()
    let tokens = (0..<width).map { index in
      source.map {
        counting?.computed += 1
        return $0 &+ index
      }.map {
        counting?.computed += 1
        return $0 &+ 1
      }.sink {
        counting?.observed += 1
        seen.add($0)
      }
    }
    return Way(name: "OpenCombine") { count in
      withExtendedLifetime(tokens) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func avoidable(counting: Counter? = nil) -> Way {
    let source = Source(0)
    let seen = Sink()
    let token = source.map {
      counting?.computed += 1
      return $0 &* 0
    }.map {
      counting?.computed += 1
      return $0 &+ 1
    }.map {
      counting?.computed += 1
      return $0 &+ 2
    }.map {
      counting?.computed += 1
      return $0 &+ 3
    }
    .sink {
      counting?.observed += 1
      seen.add($0)
    }
    return Way(name: "OpenCombine") { count in
      withExtendedLifetime(token) {
        for _ in 0..<count { source.value &+= 1 }
        return source.value
      }
    }
  }

  static func mux(_ width: Int, counting: Counter? = nil) -> Way {
    let sources = (0..<width).map { Source($0) }
    let all = PassthroughSubject<[Int], Never>()
    var bag: Set<AnyCancellable> = []
    let seen = Sink()
    for index in 0..<width {
      all.map {
        counting?.computed += 1
        return $0[index]
      }.sink {
        counting?.observed += 1
        seen.add($0)
      }.store(in: &bag)
    }
    let latest = Latest(width)
    for (index, source) in sources.enumerated() {
      source.sink {
        latest.values[index] = $0
        latest.seen.insert(index)
        if latest.seen.count == width { all.send(latest.values) }
      }.store(in: &bag)
    }
    return Way(name: "OpenCombine") { [bag] count in
      withExtendedLifetime(bag) {
        for index in 0..<count { sources[index % width].value &+= 1 }
        return seen.total
      }
    }
  }

  /// Returns a stream whose value is read often, which costs nothing, because the stream delivers it only once.
  static func repeated(counting: Counter? = nil) -> Way {
    let source = Source(0)
    let seen = Sink()
    let token = source.map { (value: Int) -> Int in
      counting?.computed += 1
      var result = 0
      for _ in 0..<30 { result &+= value }
      return result
    }.sink {
      counting?.observed += 1
      seen.add($0)
    }
    return Way(name: "OpenCombine") { count in
      withExtendedLifetime(token) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func unstable(counting: Counter? = nil) -> Way {
    let source = Source(0)
    var bag: Set<AnyCancellable> = []
    let double = source.map {
      counting?.computed += 1
      return $0 &* 2
    }.eraseToAnyPublisher()
    let inverse = source.map {
      counting?.computed += 1
      return 0 &- $0
    }.eraseToAnyPublisher()
    let latest = combineLatest(
      [source.eraseToAnyPublisher(), double, inverse],
      { values in
        counting?.computed += 1
        var result = 0
        for _ in 0..<20 { result &+= values[0] % 2 == 1 ? values[1] : values[2] }
        return result
      }, &bag)
    let seen = Sink()
    latest.sink {
      counting?.observed += 1
      seen.add($0)
    }.store(in: &bag)
    return Way(name: "OpenCombine") { [bag] count in
      withExtendedLifetime(bag) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func twoWay(counting: Counter? = nil) -> Way {
    let left = Source(0)
    let right = Source(0)
    var tokens = [
      left.removeDuplicates().sink { if right.value != $0 { right.value = $0 } },
      right.removeDuplicates().sink { if left.value != $0 { left.value = $0 } },
    ]
    if let counting {
      tokens += [left, right].map { $0.sink { _ in counting.observed += 1 } }
    }
    return Way(name: "OpenCombine") { [tokens] count in
      withExtendedLifetime(tokens) {
        for _ in 0..<count { left.value &+= 1 }
        return right.value
      }
    }
  }

  static func observeAndCancel() -> Way {
    let source = Source(0)
    let seen = Sink()
    return Way(name: "OpenCombine") { count in
      for _ in 0..<count {
        let token = source.sink { seen.add($0) }
        token.cancel()
      }
      return seen.total
    }
  }

  static func combine(_ width: Int, counting: Counter? = nil) -> Way {
    let sources = (0..<width).map { Source($0) }
    var bag: Set<AnyCancellable> = []
    let sum = combineLatest(
      sources.map { $0.eraseToAnyPublisher() },
      {
        counting?.computed += 1
        return $0.reduce(0, &+)
      }, &bag)
    let seen = Sink()
    sum.sink {
      counting?.observed += 1
      seen.add($0)
    }.store(in: &bag)
    return Way(name: "OpenCombine") { [bag] count in
      withExtendedLifetime(bag) {
        for _ in 0..<count { for source in sources { source.value &+= 1 } }
        return seen.total
      }
    }
  }

  /// Returns the handwritten equivalent of a command: enabled and executing as subjects, streams of errors and results,
  /// and a combined "can run".
  static func syncCommand() -> Way {
    let number = Source(0)
    let allowed = CurrentValueSubject<Bool, Never>(true)
    let executing = CurrentValueSubject<Bool, Never>(false)
    let enabled = CurrentValueSubject<Bool, Never>(true)
    let results = PassthroughSubject<Int, Never>()
    var bag: Set<AnyCancellable> = []
    allowed.sink { enabled.value = $0 && !executing.value }.store(in: &bag)
    executing.sink { enabled.value = allowed.value && !$0 }.store(in: &bag)
    let states = Sink()
    enabled.sink { states.add($0 ? 1 : 0) }.store(in: &bag)
    executing.sink { states.add($0 ? 1 : 0) }.store(in: &bag)
    results.sink { states.add($0) }.store(in: &bag)
    return Way(name: "OpenCombine") { [bag] count in
      withExtendedLifetime(bag) {
        for _ in 0..<count {
          guard enabled.value else { continue }
          executing.value = true
          number.value &+= 1
          results.send(number.value)
          executing.value = false
        }
        return number.value
      }
    }
  }
}
