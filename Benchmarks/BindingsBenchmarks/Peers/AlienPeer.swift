import Measuring

/// A handle that owns a signal, a computed or an effect.
final class AlienHandle {
  private let node: AlienNode

  init(_ value: Int) {
    node = Alien.makeNode([.mutable, .signal])
    node.pointee.value = value
    node.pointee.next = value
  }

  init(computed body: @escaping () -> Int) {
    node = Alien.makeNode([.mutable, .dirty], body)
  }

  init(effect body: @escaping () -> Int) {
    node = Alien.makeNode(.watching, body)
    _ = Alien.track(node, [.watching, .running])
  }

  deinit { Alien.end(node) }

  var value: Int {
    get { Alien.read(node) }
    set { Alien.write(node, newValue) }
  }
}

/// The graphs of the benchmark with the algorithm of alien-signals.
@MainActor
enum AlienPeer {
  static let name = "alien-signals, plainly"

  static func triples() -> Way {
    let seen = Sink()
    return Way(name: name) { count in
      var kept: [(AlienHandle, AlienHandle, AlienHandle)] = []
      kept.reserveCapacity(1000)
      for index in 0..<count {
        if kept.count == 1000 { kept.removeAll(keepingCapacity: true) }
        let source = AlienHandle(index)
        let derived = AlienHandle(computed: { source.value &+ 1 })
        let effect = AlienHandle(effect: {
          seen.add(derived.value)
          return 0
        })
        kept.append((source, derived, effect))
      }
      return kept.count
    }
  }

  /// Returns a computed with many sources, of which one at a time is written.
  static func wide(_ width: Int, counting: Counter? = nil) -> Way {
    let sources = (0..<width).map { AlienHandle($0) }
    let sum = AlienHandle(computed: {
      counting?.computed += 1
      var result = 0
      for source in sources { result &+= source.value }
      return result
    })
    return following(sources, sum, counting)
  }

  static func diamond(_ width: Int, counting: Counter? = nil) -> Way {
    let source = AlienHandle(0)
    let branches = (0..<width).map { index in
      AlienHandle(computed: {
        counting?.computed += 1
        return source.value &+ index
      })
    }
    let sum = AlienHandle(computed: {
      counting?.computed += 1
      var result = 0
      for branch in branches { result &+= branch.value }
      return result
    })
    return following([source], sum, counting)
  }

  static func chain(_ length: Int, counting: Counter? = nil) -> Way {
    let source = AlienHandle(0)
    var last = source
    for _ in 0..<length {
      let above = last
      last = AlienHandle(computed: {
        counting?.computed += 1
        return above.value &+ 1
      })
    }
    return following([source], last, counting)
  }

  private static func following(
    _ sources: [AlienHandle], _ end: AlienHandle, _ counting: Counter?
  ) -> Way {
    let seen = Sink()
    let effect = AlienHandle(effect: {
      counting?.observed += 1
      seen.add(end.value)
      return 0
    })
    return Way(name: name) { count in
      withExtendedLifetime(effect) {
        for index in 0..<count {
          let source = sources[index % sources.count]
          source.value = source.value &+ 1
        }
        return seen.total
      }
    }
  }
}
