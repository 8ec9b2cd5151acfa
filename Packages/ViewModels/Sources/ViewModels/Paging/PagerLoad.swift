/// A load that one or several callers wait for.
@MainActor
final class PagerLoad<Item, Cursor> {
  enum Step {
    /// The service is to be asked when nothing is suspended.
    case waiting(Cursor)
    /// The service was asked.
    case asked
    /// The service has answered, which is looked at when nothing is suspended.
    case answered(Result<Page<Item, Cursor>, any Error>)
    /// It is over.
    case ended(Result<Int, any Error>)
  }

  private(set) var step: Step
  private var request: Task<Void, Never>?
  private let waiters = Waiters()
  /// Whether it is wanted also when nobody waits.
  var isKept = false
  /// The number of pages in a row that brought nothing new.
  var fruitlessPages = 0

  init(at cursor: Cursor) { step = .waiting(cursor) }

  deinit { request?.cancel() }

  var callers: Int { waiters.count }

  func begin(_ request: @escaping @MainActor () async -> Void) {
    step = .asked
    self.request = Task { await request() }
  }

  /// Goes a step further; at the end, a request that is not answered is cancelled.
  func go(to next: Step) {
    let last = exchange(&step, with: next)
    if case .ended = next {
      request?.cancel()
      waiters.goOn()
    }
    request = nil
    // The end of a cursor, or of rows that nobody has taken, may come back here.
    letGo(consume last)
  }

  /// Goes on with what follows a page that brought nothing new, unless that was one too many; returns whether it does.
  func follows(_ page: Page<Item, Cursor>) -> Bool {
    guard fruitlessPages < 3, let next = page.next else { return false }
    go(to: .waiting(next))
    return true
  }

  /// Waits for the answer; `nil` when the waiting task is cancelled first.
  func answer() async -> Result<Int, any Error>? {
    while true {
      if case .ended(let result) = step { return result }
      guard await waiters.wait() else { return nil }
    }
  }
}
