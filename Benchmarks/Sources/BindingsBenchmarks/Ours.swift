import Bindings

/// The graphs of the benchmarks, written as a user of Bindings would write them.
@MainActor
enum Ours {
  static func fanOut(_ observers: Int) -> Way {
    let source = Property(0)
    let sum = Sink()
    let tokens = (0..<observers).map { _ in observe { sum.add(source.value) } }
    return Way(library: "Bindings") { count in
      withExtendedLifetime(tokens) {
        for _ in 0..<count { source.value &+= 1 }
        return sum.total
      }
    }
  }

  static func chain(_ length: Int) -> Way {
    let source = Property(0)
    var last: any ObservableValue<Int> = source
    for index in 0..<length {
      if index == 0 {
        last = Computed { source.value &+ 1 }
      } else if let above = last as? Computed<Int> {
        last = Computed { above.value &+ 1 }
      }
    }
    let seen = Sink()
    let token = last.observe { seen.add($0) }
    return Way(library: "Bindings") { count in
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
    return Way(library: "Bindings") { count in
      withExtendedLifetime(token) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func triangle(_ width: Int) -> Way {
    let source = Property(0)
    var layers: [Computed<Int>] = []
    for _ in 0..<(width - 1) {
      if let above = layers.last {
        layers.append(Computed { above.value &+ 1 })
      } else {
        layers.append(Computed { source.value &+ 1 })
      }
    }
    let all = layers
    let sum = Computed {
      var result = source.value
      for layer in all { result &+= layer.value }
      return result
    }
    let seen = Sink()
    let token = observe { seen.add(sum.value) }
    return Way(library: "Bindings") { count in
      withExtendedLifetime(token) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func broad(_ width: Int) -> Way {
    let source = Property(0)
    let seen = Sink()
    let tokens = (0..<width).map { index in
      let first = Computed { source.value &+ index }
      let second = Computed { first.value &+ 1 }
      return observe { seen.add(second.value) }
    }
    return Way(library: "Bindings") { count in
      withExtendedLifetime(tokens) {
        for _ in 0..<count { source.value &+= 1 }
        return seen.total
      }
    }
  }

  static func avoidable() -> Way {
    let source = Property(0)
    let same = Computed { source.value &* 0 }
    let second = Computed { same.value &+ 1 }
    let third = Computed { second.value &+ 2 }
    let fourth = Computed { third.value &+ 3 }
    let seen = Sink()
    let token = observe { seen.add(fourth.value) }
    return Way(library: "Bindings") { count in
      withExtendedLifetime(token) {
        for _ in 0..<count { source.value &+= 1 }
        return source.value
      }
    }
  }

  static func mux(_ width: Int) -> Way {
    let sources = (0..<width).map { Property($0) }
    let all = Computed {
      var values: [Int] = []
      values.reserveCapacity(sources.count)
      for source in sources { values.append(source.value) }
      return values
    }
    let splits = (0..<width).map { index in Computed { all.value[index] } }
    let seen = Sink()
    let tokens = splits.map { split in observe { seen.add(split.value) } }
    return Way(library: "Bindings") { count in
      withExtendedLifetime(tokens) {
        for index in 0..<count { sources[index % width].value &+= 1 }
        return seen.total
      }
    }
  }

  static func unstable() -> Way {
    let source = Property(0)
    let double = Computed { source.value &* 2 }
    let inverse = Computed { 0 &- source.value }
    let current = Computed {
      var result = 0
      for _ in 0..<20 { result &+= source.value % 2 == 1 ? double.value : inverse.value }
      return result
    }
    let seen = Sink()
    let token = observe { seen.add(current.value) }
    return Way(library: "Bindings") { count in
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
    return Way(library: "Bindings") { count in
      withExtendedLifetime(token) {
        for index in 0..<count { source.send(index) }
        return seen.total
      }
    }
  }

  static func twoWay() -> Way {
    let left = Property(0)
    let right = Property(0)
    let binding = Binding.twoWay(leading: left, following: right)
    return Way(library: "Bindings") { count in
      withExtendedLifetime(binding) {
        for _ in 0..<count { left.value &+= 1 }
        return right.value
      }
    }
  }

  static func observeAndCancel() -> Way {
    let source = Property(0)
    let seen = Sink()
    return Way(library: "Bindings") { count in
      for _ in 0..<count {
        let token = observe { seen.add(source.value) }
        token.cancel()
      }
      return seen.total
    }
  }

  static func combine(_ width: Int) -> Way {
    let sources = (0..<width).map { Property($0) }
    let sum = Computed {
      var result = 0
      for source in sources { result &+= source.value }
      return result
    }
    let seen = Sink()
    let token = observe { seen.add(sum.value) }
    return Way(library: "Bindings") { count in
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
    return Way(library: "Bindings") { count in
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
    return Way(library: "Bindings") { count in
      withExtendedLifetime(kept) {
        for index in 0..<count {
          batch { for (place, source) in sources.enumerated() { source.value = index &+ place } }
        }
        return end[0].value
      }
    }
  }
}

/// How often closures ran.
@MainActor
final class Counter {
  var computed = 0
  var observed = 0
}

/// Where observers leave what they saw: plain memory, so that no library pays for exclusivity checks
/// of a captured variable.
struct Sink: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<Int>

  init() {
    memory = .allocate(capacity: 1)
    memory.initialize(to: 0)
  }

  @inline(__always)
  func add(_ value: Int) { memory.pointee &+= value }

  var total: Int { memory.pointee }
}
