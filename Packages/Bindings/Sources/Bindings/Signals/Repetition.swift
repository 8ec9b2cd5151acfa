/// Work that may request itself: the request runs after the current run instead of nested in it, so that the stack
/// does not grow with the number of repetitions.
@MainActor
final class Repetition {
  private(set) var isRunning = false
  private var isDue = false

  func run(_ work: () -> Void) {
    isDue = true
    guard !isRunning else { return }
    isRunning = true
    while isDue {
      isDue = false
      work()
    }
    isRunning = false
  }
}
