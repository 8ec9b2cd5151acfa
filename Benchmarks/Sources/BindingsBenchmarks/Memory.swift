import Bindings
import CAllocator

/// Bytes per node: what the allocator gave out plus what the graph's own region holds.
@MainActor
func measureMemory() {
  let count = 10_000
  let source = Property(0)

  func bytes(_ body: () -> Void) -> Double {
    let before = (Int(allocated_bytes()), Graph.main.bytesInUse)
    body()
    let after = (Int(allocated_bytes()), Graph.main.bytesInUse)
    return Double(after.0 - before.0 + after.1 - before.1) / Double(count)
  }

  var tokens: [Subscription] = []
  tokens.reserveCapacity(count)
  let observer = bytes {
    for _ in 0..<count { tokens.append(observe { blackHole(source.value) }) }
  }
  report(
    Measurement(
      name: "memory.observer", size: count, ours: observer, peer: "limit", theirs: 160, target: 1,
      note: "bytes, with the closure, which captures one object"))
  var properties: [Property<Int>] = []
  properties.reserveCapacity(count)
  let property = bytes { for index in 0..<count { properties.append(Property(index)) } }
  var computeds: [Computed<Int>] = []
  computeds.reserveCapacity(count)
  let computed = bytes {
    for property in properties {
      let node = Computed { property.value &+ 1 }
      blackHole(node.value)
      computeds.append(node)
    }
  }
  for (name, figure) in [("property", property), ("computed", computed)] {
    report(
      Measurement(
        name: "memory.\(name)", size: count, ours: figure, peer: "-", theirs: figure, target: nil,
        note: "bytes"))
  }
  blackHole((tokens, properties, computeds))
}
