/// A loop that releases closures stored outside of nodes: signal observers, end handlers, command bodies.
///
/// A closure may have captured the owner of the next closure. Closures released by a deinit are queued for the running
/// loop, so a chain of owners needs no more stack than two owners, and no evaluation records the reads of deinits. Each
/// closure is released in the graph that was current when it was queued.
@MainActor
enum ReleaseLoop {
  private struct Last {
    let graph: Graph
    var object: Any?
  }

  @exclusivity(unchecked) private static var waiting: [Last] = []
  @exclusivity(unchecked) private static var isRunning = false

  /// Releases `last`: now, or later in the running loop.
  static func letGo(of last: consuming Any) {
    unsafe waiting.append(Last(graph: .current, object: last))
    guard unsafe !isRunning else { return }
    unsafe isRunning = true
    while var next = unsafe waiting.popLast() {
      next.graph.engine.perform { _ = exchange(&next.object, with: nil) }
    }
    unsafe isRunning = false
  }
}
