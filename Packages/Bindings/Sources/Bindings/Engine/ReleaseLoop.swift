/// The loop that releases closures which are outside of nodes: observers and ends of signals, bodies of commands.
///
/// What a closure captured may own the next one. Its end joins the loop that is running, so a chain of
/// owners needs no more stack than two, and no evaluation records what the ends read. Each is released in the
/// graph that was current when it was let go of.
@MainActor
enum ReleaseLoop {
  private struct Last {
    let graph: Graph
    var object: Any?
  }

  @exclusivity(unchecked) private static var waiting: [Last] = []
  @exclusivity(unchecked) private static var isRunning = false

  /// Releases `last`: now, or when the loop that is running comes to it.
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
