/// Work that may ask for itself: it then runs once more afterwards, not nested, so that the stack
/// does not grow with the number of times.
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
