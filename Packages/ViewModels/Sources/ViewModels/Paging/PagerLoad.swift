/// A load that one or several callers wait for.
@MainActor
final class PagerLoad<Item, Cursor> {
  enum Step {
    /// The request to the service is sent as soon as the pager is not suspended.
    case waiting(Cursor)
    /// The request was sent.
    case asked
    /// The answer has arrived; it is applied as soon as the pager is not suspended.
    case answered(Result<Page<Item, Cursor>, any Error>)
    /// The load has ended.
    case ended(Result<Int, any Error>)
  }

  private(set) var step: Step
  private var request: Task<Void, Never>?
  private let waiters = Waiters()
  /// Whether the load continues without callers.
  var isKept = false
  /// Whether the load repeats one that failed.
  var isRetry = false
  /// The number of consecutive pages without new rows.
  var fruitlessPages = 0

  init(at cursor: Cursor) { step = .waiting(cursor) }

  deinit { request?.cancel() }

  var callers: Int { waiters.count }

  func begin(_ request: @escaping @MainActor () async -> Void) {
    step = .asked
    self.request = Task { await request() }
  }

  /// Moves on to a step; the end cancels an unanswered request.
  func go(to next: Step) {
    let last = exchange(&step, with: next)
    if case .ended = next {
      request?.cancel()
      waiters.goOn()
    }
    request = nil
    // The deinit of a cursor or of unused rows may call the pager again.
    letGo(consume last)
  }

  /// Continues after a page without new rows; returns false after too many such pages or after the last page.
  func follows(_ page: Page<Item, Cursor>) -> Bool {
    guard fruitlessPages < 3, let next = page.next else { return false }
    go(to: .waiting(next))
    return true
  }

  /// Waits for the result; `nil` when the waiting task is cancelled first.
  func answer() async -> Result<Int, any Error>? {
    while true {
      if case .ended(let result) = step { return result }
      guard await waiters.wait() else { return nil }
    }
  }
}
