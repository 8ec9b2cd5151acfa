import Bindings
import Measuring

/// The graphs of the benchmarks, written as a user of Bindings would write them.
@MainActor
enum Ours {
  static func fanOut(_ observers: Int, counting: Counter? = nil) -> Way {
    let source = Property(0)
    let sum = Sink()
    let tokens = (0..<observers).map { _ in
      observe {
        counting?.observed += 1
        sum.add(source.value)
      }
    }
    return Way(name: "Bindings") { count in
      withExtendedLifetime(tokens) {
        for _ in 0..<count { source.value &+= 1 }
        return sum.total
      }
    }
  }

  static func chain(_ length: Int, counting: Counter? = nil) -> Way {
    let source = Property(0)
    var last: any ObservableValue<Int> = source
    for index in 0..<length {
      if index == 0 {
        last = Computed {
          counting?.computed += 1
          return source.value &+ 1
        }
      } else if let above = last as? Computed<Int> {
        last = Computed {
          counting?.computed += 1
          return above.value &+ 1
        }
      }
    }
    let seen = Sink()
    let token = last.observe {
      counting?.observed += 1
      seen.add($0)
    }
    return Way(name: "Bindings") { count in
      withExtendedLifetime(token) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func diamond(_ width: Int, counting: Counter? = nil) -> Way {
    let source = Property(0)
    let branches = (0..<width).map { index in
      Computed {
        counting?.computed += 1
        return source.value &+ index
      }
    }
    let sum = Computed {
      counting?.computed += 1
      var result = 0
      for branch in branches { result &+= branch.value }
      return result
    }
    let seen = Sink()
    let token = observe {
      counting?.observed += 1
      seen.add(sum.value)
    }
    return Way(name: "Bindings") { count in
      withExtendedLifetime(token) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func triangle(_ width: Int, counting: Counter? = nil) -> Way {
    let source = Property(0)
    var layers: [Computed<Int>] = []
    for _ in 0..<(width - 1) {
      if let above = layers.last {
        layers.append(
          Computed {
            counting?.computed += 1
            return above.value &+ 1
          })
      } else {
        layers.append(
          Computed {
            counting?.computed += 1
            return source.value &+ 1
          })
      }
    }
    let all = layers
    let sum = Computed {
      counting?.computed += 1
      var result = source.value
      for layer in all { result &+= layer.value }
      return result
    }
    let seen = Sink()
    let token = observe {
      counting?.observed += 1
      seen.add(sum.value)
    }
    return Way(name: "Bindings") { count in
      withExtendedLifetime(token) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func broad(_ width: Int, counting: Counter? = nil) -> Way {
    let source = Property(0)
    let seen = Sink()
    let tokens = (0..<width).map { index in
      let first = Computed {
        counting?.computed += 1
        return source.value &+ index
      }
      let second = Computed {
        counting?.computed += 1
        return first.value &+ 1
      }
      return observe {
        counting?.observed += 1
        seen.add(second.value)
      }
    }
    return Way(name: "Bindings") { count in
      withExtendedLifetime(tokens) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func avoidable(counting: Counter? = nil) -> Way {
    let source = Property(0)
    let same = Computed {
      counting?.computed += 1
      return source.value &* 0
    }
    let second = Computed {
      counting?.computed += 1
      return same.value &+ 1
    }
    let third = Computed {
      counting?.computed += 1
      return second.value &+ 2
    }
    let fourth = Computed {
      counting?.computed += 1
      return third.value &+ 3
    }
    let seen = Sink()
    let token = observe {
      counting?.observed += 1
      seen.add(fourth.value)
    }
    return Way(name: "Bindings") { count in
      withExtendedLifetime(token) {
        for _ in 0..<count { source.value &+= 1 }
        return source.value
      }
    }
  }

  static func mux(_ width: Int, counting: Counter? = nil) -> Way {
    let sources = (0..<width).map { Property($0) }
    let all = Computed {
      counting?.computed += 1
      var values: [Int] = []
      values.reserveCapacity(sources.count)
      for source in sources { values.append(source.value) }
      return values
    }
    let splits = (0..<width).map { index in
      Computed {
        counting?.computed += 1
        return all.value[index]
      }
    }
    let seen = Sink()
    let tokens = splits.map { split in
      observe {
        counting?.observed += 1
        seen.add(split.value)
      }
    }
    return Way(name: "Bindings") { count in
      withExtendedLifetime(tokens) {
        for index in 0..<count { sources[index % width].value &+= 1 }
        return seen.total
      }
    }
  }

  static func repeated(counting: Counter? = nil) -> Way {
    let source = Property(0)
    let sum = Computed {
      counting?.computed += 1
      var result = 0
      for _ in 0..<30 { result &+= source.value }
      return result
    }
    let seen = Sink()
    let token = observe {
      counting?.observed += 1
      seen.add(sum.value)
    }
    return Way(name: "Bindings") { count in
      withExtendedLifetime(token) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func unstable(counting: Counter? = nil) -> Way {
    let source = Property(0)
    let double = Computed {
      counting?.computed += 1
      return source.value &* 2
    }
    let inverse = Computed {
      counting?.computed += 1
      return 0 &- source.value
    }
    let current = Computed {
      counting?.computed += 1
      var result = 0
      for _ in 0..<20 { result &+= source.value % 2 == 1 ? double.value : inverse.value }
      return result
    }
    let seen = Sink()
    let token = observe {
      counting?.observed += 1
      seen.add(current.value)
    }
    return Way(name: "Bindings") { count in
      withExtendedLifetime(token) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func signalMaps(_ length: Int) -> Way {
    let source = SignalSource<Int>()
    var signal = source.signal
    for _ in 0..<length { signal = signal.map { $0 &+ 1 } }
    let seen = Sink()
    let token = signal.observe { seen.add($0) }
    return Way(name: "Bindings") { count in
      withExtendedLifetime(token) {
        for index in 0..<count { source.send(index) }
        return seen.total
      }
    }
  }

  static func twoWay(counting: Counter? = nil) -> Way {
    let left = Property(0)
    let right = Property(0)
    let tokens = counting.map { counting in
      [left, right].map { $0.observe { _ in counting.observed += 1 } }
    }
    let binding = left.bind(with: right)
    return Way(name: "Bindings") { count in
      withExtendedLifetime((binding, tokens)) {
        for _ in 0..<count { left.value &+= 1 }
        return right.value
      }
    }
  }

  static func observeAndCancel() -> Way {
    let source = Property(0)
    let seen = Sink()
    return Way(name: "Bindings") { count in
      for _ in 0..<count {
        let token = observe { seen.add(source.value) }
        token.cancel()
      }
      return seen.total
    }
  }

  static func combine(_ width: Int, counting: Counter? = nil) -> Way {
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
        for _ in 0..<count {
          batch { for source in sources { source.value &+= 1 } }
        }
        return seen.total
      }
    }
  }

  static func syncCommand() -> Way {
    let number = Property(0)
    let isAllowed = Property(true)
    let command = Command<Int, Int>(label: "add", enabled: isAllowed) { amount in
      number.value &+= amount
      return number.value
    }
    let states = Sink()
    let token = observe { states.add(command.isEnabled && !command.isExecuting ? 1 : 0) }
    return Way(name: "Bindings") { count in
      withExtendedLifetime(token) {
        for _ in 0..<count { command.execute(1) }
        return number.value
      }
    }
  }

  static func cellx(_ layers: Int) -> Way {
    let sources = (1...4).map { Property($0) }
    var layer: [any ObservableValue<Int>] = sources
    var tokens: [Subscription] = []
    var last: [Computed<Int>] = []
    for depth in 0..<layers {
      let next: [Computed<Int>]
      if depth == 0 {
        let m = sources
        next = [
          Computed { m[1].value }, Computed { m[0].value &- m[2].value },
          Computed { m[1].value &+ m[3].value }, Computed { m[2].value },
        ]
      } else {
        let m = last
        next = [
          Computed { m[1].value }, Computed { m[0].value &- m[2].value },
          Computed { m[1].value &+ m[3].value }, Computed { m[2].value },
        ]
      }
      for node in next { tokens.append(observe { _ = node.value }) }
      last = next
      layer = next
    }
    let kept = tokens
    let end = layer
    return Way(name: "Bindings") { count in
      withExtendedLifetime(kept) {
        for index in 0..<count {
          batch { for (place, source) in sources.enumerated() { source.value = index &+ place } }
        }
        return end[0].value
      }
    }
  }
}
