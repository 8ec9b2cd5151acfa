import Observation

/// The same graphs on Swift's Observation.
///
/// It caches no derived value, so a derived value is a closure; an observer registers again from
/// its own change handler, after the write.
enum ObservationPeer {
  @Observable
  final class Box {
    var value = 0
  }

  /// Observers whose change handler has fired and that have not run again yet.
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

  static func way(_ boxes: [Box], _ observers: [() -> Int]) -> Way {
    nonisolated(unsafe) let loop = Loop()
    nonisolated(unsafe) let boxes = boxes
    let seen = Sink()
    for observer in observers { observe(loop) { seen.add(observer()) } }
    return Way(library: "Observation") { count in
      for index in 0..<count {
        boxes[index % boxes.count].value &+= 1
        loop.drain()
      }
      return seen.total
    }
  }

  static func fanOut(_ observers: Int) -> Way {
    let box = Box()
    return way([box], (0..<observers).map { _ in { box.value } })
  }

  static func chain(_ length: Int) -> Way {
    let box = Box()
    var derived: () -> Int = { box.value }
    for _ in 0..<length {
      let above = derived
      derived = { above() &+ 1 }
    }
    return way([box], [derived])
  }

  static func diamond(_ width: Int) -> Way {
    let box = Box()
    let branches: [() -> Int] = (0..<width).map { index in { box.value &+ index } }
    return way([box], [{ branches.reduce(0) { $0 &+ $1() } }])
  }

  static func triangle(_ width: Int) -> Way {
    let box = Box()
    var layers: [() -> Int] = [{ box.value }]
    for _ in 0..<(width - 1) {
      let above = layers[layers.count - 1]
      layers.append { above() &+ 1 }
    }
    let all = layers
    return way([box], [{ all.reduce(0) { $0 &+ $1() } }])
  }

  static func broad(_ width: Int) -> Way {
    let box = Box()
    return way([box], (0..<width).map { index in { box.value &+ index &+ 1 } })
  }

  static func avoidable() -> Way {
    let box = Box()
    return way([box], [{ box.value &* 0 &+ 6 }])
  }

  static func mux(_ width: Int) -> Way {
    let boxes = (0..<width).map { _ in Box() }
    let all: () -> [Int] = { boxes.map { $0.value } }
    return way(boxes, (0..<width).map { index in { all()[index] } })
  }

  static func unstable() -> Way {
    let box = Box()
    return way(
      [box],
      [
        {
          var result = 0
          for _ in 0..<20 {
            result &+= box.value % 2 == 1 ? box.value &* 2 : 0 &- box.value
          }
          return result
        }
      ])
  }
}
