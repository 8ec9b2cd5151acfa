/// The loop that releases closures which are outside of nodes: observers and ends of signals, bodies of commands.
///
/// What a closure captured may own the next one. Its end joins the loop that is running, so a chain of
/// owners needs no more stack than two, and no evaluation records what the ends read.
@MainActor
enum ReleaseLoop {
  @exclusivity(unchecked) private static var waiting: [Any] = []
  @exclusivity(unchecked) private static var isRunning = false

  /// Releases `last`: now, or when the loop that is running comes to it.
  static func letGo(of last: consuming Any) {
    unsafe waiting.append(last)
    guard unsafe !isRunning else { return }
    unsafe isRunning = true
    untracked {
      while let next = unsafe waiting.popLast() { withExtendedLifetime(next) {} }
    }
    unsafe isRunning = false
  }
}
