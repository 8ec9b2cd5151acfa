import Measuring
import Observation

/// The same graphs with Swift's Observation.
///
/// Observation does not cache derived values, so a derived value is a closure. An observer registers again from its
/// own change handler, after the write.
enum ObservationPeer {
  @Observable
  final class Box {
    var value = 0
  }

  /// The observers whose change handlers were called and which have not run again yet.
  final class Loop {
    var due: [() -> Void] = []
    func drain() {
      let ready = due
      due.removeAll(keepingCapacity: true)
      for body in ready { body() }
    }
  }

  static func observe(_ loop: Loop, _ body: @escaping () -> Void) {
    nonisolated(unsafe) let loop = loop
    nonisolated(unsafe) let body = body
    withObservationTracking(body) {
      loop.due.append { ObservationPeer.observe(loop, body) }
    }
  }

  static func way(
    _ boxes: [Box], _ observers: [() -> Int], counting: Counter? = nil
  ) -> Way {
    nonisolated(unsafe) let loop = Loop()
    nonisolated(unsafe) let boxes = boxes
    let seen = Sink()
    for observer in observers {
      observe(loop) {
        counting?.observed += 1
        seen.add(observer())
      }
    }
    return Way(name: "Observation") { count in
      for index in 0..<count {
        boxes[index % boxes.count].value &+= 1
        loop.drain()
      }
      return seen.total
    }
  }

  static func fanOut(_ observers: Int, counting: Counter? = nil) -> Way {
    let box = Box()
    return way([box], (0..<observers).map { _ in { box.value } }, counting: counting)
  }

  /// Returns a derived value, which is a closure here that each reader runs.
  static func derived(_ counting: Counter?, _ body: @escaping () -> Int) -> () -> Int {
    guard let counting else { return body }
    return {
      counting.computed += 1
      return body()
    }
  }

  static func chain(_ length: Int, counting: Counter? = nil) -> Way {
    let box = Box()
    var last: () -> Int = { box.value }
    for _ in 0..<length {
      let above = last
      last = derived(counting) { above() &+ 1 }
    }
    return way([box], [last], counting: counting)
  }

  static func diamond(_ width: Int, counting: Counter? = nil) -> Way {
    let box = Box()
    let branches = (0..<width).map { index in derived(counting) { box.value &+ index } }
    let sum = derived(counting) { branches.reduce(0) { $0 &+ $1() } }
    return way([box], [sum], counting: counting)
  }

  static func triangle(_ width: Int, counting: Counter? = nil) -> Way {
    let box = Box()
    var layers: [() -> Int] = [{ box.value }]
    for _ in 0..<(width - 1) {
      let above = layers[layers.count - 1]
      layers.append(derived(counting) { above() &+ 1 })
    }
    let all = layers
    let sum = derived(counting) { all.reduce(0) { $0 &+ $1() } }
    return way([box], [sum], counting: counting)
  }

  static func broad(_ width: Int, counting: Counter? = nil) -> Way {
    let box = Box()
    let ends = (0..<width).map { index in
      let first = derived(counting) { box.value &+ index }
      return derived(counting) { first() &+ 1 }
    }
    return way([box], ends, counting: counting)
  }

  static func avoidable(counting: Counter? = nil) -> Way {
    let box = Box()
    var last = derived(counting) { box.value &* 0 }
    for step in 1...3 {
      let above = last
      last = derived(counting) { above() &+ step }
    }
    return way([box], [last], counting: counting)
  }

  static func mux(_ width: Int, counting: Counter? = nil) -> Way {
    let boxes = (0..<width).map { _ in Box() }
    let all: () -> [Int] = {
      counting?.computed += 1
      return boxes.map { $0.value }
    }
    let splits = (0..<width).map { index in derived(counting) { all()[index] } }
    return way(boxes, splits, counting: counting)
  }

  static func repeated(counting: Counter? = nil) -> Way {
    let box = Box()
    let sum = derived(counting) {
      var result = 0
      for _ in 0..<30 { result &+= box.value }
      return result
    }
    return way([box], [sum], counting: counting)
  }

  static func unstable(counting: Counter? = nil) -> Way {
    let box = Box()
    let double = derived(counting) { box.value &* 2 }
    let inverse = derived(counting) { 0 &- box.value }
    let current = derived(counting) {
      var result = 0
      for _ in 0..<20 { result &+= box.value % 2 == 1 ? double() : inverse() }
      return result
    }
    return way([box], [current], counting: counting)
  }
}
