import Bindings
import Testing
import ViewModels

/// A row of the paging tests.
struct NewsRow: Identifiable, Equatable {
  let id: Int
  var text = "from the service"
}

/// Why a page does not come.
struct Unreachable: Error, Equatable {}

/// A service whose answers a test gives by hand.
@MainActor
final class HandDrivenPages {
  typealias Answer = Page<NewsRow, Int>

  /// The cursors asked for, in order.
  private(set) var asked: [Int] = []
  /// The requests that noticed that they were cancelled, in order.
  private(set) var cancelled: [Int] = []
  /// Whether a request ends when it is cancelled, as a good client's does.
  var heedsCancellation = true
  private var open: [Int: CheckedContinuation<Answer, any Error>] = [:]

  /// What a pager calls.
  func page(_ cursor: Int) async throws -> Answer {
    let number = asked.count
    asked.append(cursor)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { open[number] = $0 }
    } onCancel: {
      Task { @MainActor in cancel(number) }
    }
  }

  private func cancel(_ number: Int) {
    guard open[number] != nil else { return }
    cancelled.append(number)
    if heedsCancellation { open.removeValue(forKey: number)?.resume(throwing: CancellationError()) }
  }

  /// Waits until there have been as many requests.
  func requests(_ count: Int) async {
    while asked.count < count { await Task.yield() }
  }

  /// Waits until as many requests have noticed that they were cancelled.
  func cancellations(_ count: Int) async {
    while cancelled.count < count { await Task.yield() }
  }

  /// The requests without an answer.
  var unanswered: [Int] { open.keys.sorted() }

  /// Answers a request, counted from 0.
  func answer(_ number: Int, _ ids: some Sequence<Int>, next: Int?) {
    answer(number, ids.map { NewsRow(id: $0) }, next: next)
  }

  /// Answers a request with rows of one's own.
  func answer(_ number: Int, _ rows: [NewsRow], next: Int?) {
    open.removeValue(forKey: number)?
      .resume(returning: Page(rows, next: next))
  }

  /// Lets a request fail.
  func fail(_ number: Int, _ error: any Error = Unreachable()) {
    open.removeValue(forKey: number)?.resume(throwing: error)
  }
}

/// A pager with its list and its service.
@MainActor
struct PagedNews {
  let list = ObservableList<NewsRow>()
  let pages = HandDrivenPages()
  let pager: Pager<NewsRow, Int>

  init(distance: Int = 0) {
    pager = Pager(
      into: list, from: 0, distance: distance, retrying: { $0 is Unreachable }, page: pages.page)
  }

  var ids: [Int] { list.peek().map(\.id) }

  /// Refreshes with one answer; it is the latest request.
  func refresh(_ ids: some Sequence<Int>, next: Int?) async {
    await get(pager.refresh) { pages.answer($0, ids, next: next) }
  }

  /// Loads one older page.
  func more(_ ids: some Sequence<Int>, next: Int?) async {
    await get(pager.loadMore) { pages.answer($0, ids, next: next) }
  }

  /// Asks, waits for the request, answers it, and waits for what comes of it.
  @discardableResult
  func get(
    _ ask: @escaping @MainActor () async -> Result<Int, any Error>, answer: (Int) -> Void
  ) async -> Result<Int, any Error> {
    let number = pages.asked.count
    let task = Task { await ask() }
    await pages.requests(number + 1)
    answer(number)
    return await task.value
  }

  /// Waits until nothing is being loaded.
  func settled() async {
    while pager.isLoading { await Task.yield() }
  }
}

extension Result<Int, any Error> {
  /// How many rows came; `nil` when none did because of an error.
  var count: Int? { try? get() }

  /// Whether it was cancelled.
  var isCancelled: Bool {
    if case .failure(let error) = self { error is CancellationError } else { false }
  }
}
