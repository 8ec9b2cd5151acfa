public import Bindings
public import Foundation

/// A pager: it loads a long list page by page into an ordinary list.
///
/// ```swift
/// let pager = Pager(into: news, from: "0") { cursor in try await service.page(after: cursor) }
/// await pager.refresh()
/// await pager.loadMore()
/// ```
/// Other code may edit the list in the meantime; its edits are kept, because a page is merged by
/// identity. Each of ``refreshState`` and ``older`` loads one page at a time; a second request waits
/// for the same answer. A refresh cancels all other loads. An error leaves the rows
/// unchanged and is cleared when any page arrives.
///
/// The closure that loads rows runs on the main actor, like the body of a `Command`: it awaits a
/// service that works elsewhere, and neither rows nor cursors have to be `Sendable`.
@MainActor
public final class Pager<Item: Identifiable, Cursor> {
  /// The distance from the end, in rows, at which a visible row triggers the next load; 0 means only the last row.
  public let distance: Int

  let graph = Graph.current
  let list: ObservableList<Item>
  let firstSlot: PagerSlot<Item, Cursor>
  let olderSlot = PagerSlot<Item, Cursor>("older")
  /// Whether ``cancel()`` is dropping the loads.
  var isCancelling = false
  let suspension = Property(false, label: "pager.isSuspended")
  /// The row that was reported last during a refresh; it triggers the next load after the refresh has succeeded.
  var reached: Item.ID?
  let ending = Property(false, label: "pager.isEnded")
  let updated = Property<Date?>(nil, label: "pager.lastUpdate")
  let errorSource = SignalSource<any Error>(label: "pager.errors")
  let fetch: @MainActor (Cursor) async throws -> Page<Item, Cursor>
  let isWorthRetrying: @MainActor (any Error) -> Bool
  var now: @MainActor () -> Date = { NowKey.liveValue() }

  /// Makes a pager without loaded pages.
  ///
  /// Each refresh begins at `start`; `page` loads the page at a cursor. By default no error counts as worth
  /// retrying, so ``needsRetry`` stays false.
  public init(
    into list: ObservableList<Item>, from start: Cursor, distance: Int = 5,
    retrying isWorthRetrying: @escaping @MainActor (any Error) -> Bool = { _ in false },
    page: @escaping @MainActor (Cursor) async throws -> Page<Item, Cursor>
  ) {
    self.list = list
    self.distance = min(max(distance, 0), .max - 1)
    self.isWorthRetrying = isWorthRetrying
    firstSlot = PagerSlot("refresh", from: start)
    fetch = page
  }
}

extension Pager {
  /// The state of the first page; it is never ``PagerState/end``.
  public var refreshState: PagerState { firstSlot.state.value }

  /// The state of the pages after the last row.
  public var older: PagerState { olderSlot.state.value }

  /// Whether any page is being loaded.
  public var isLoading: Bool { slots.contains { $0.state.value.isLoading } }

  /// Whether ``loadMore()`` would request a page now.
  public var canLoadMore: Bool {
    !ending.value && !isSuspended && !refreshState.isLoading && !older.isLoading && !older.isEnd
  }

  /// Whether a load failed with an error that is worth a retry; false after the end of the view-model that keeps it.
  public var needsRetry: Bool {
    !ending.value && slots.contains { $0.state.value.error.map(isWorthRetrying) ?? false }
  }

  /// Whether loading is suspended until ``resume()``.
  public var isSuspended: Bool { suspension.value }

  /// The time of the last successful refresh; `nil` before the first.
  public var lastUpdate: Date? { updated.value }

  /// A signal that sends each error when a load fails.
  public var errors: Signal<any Error> { errorSource.signal }

  var slots: [PagerSlot<Item, Cursor>] { [firstSlot, olderSlot] }
}

extension LifecycleViewModel {
  /// Cancels the pager's loads when the view-model ends, after which it loads nothing.
  ///
  /// The pager is not retained; it reads the time for ``Pager/lastUpdate`` from the view-model's environment.
  public func keep<Item, Cursor>(_ pager: Pager<Item, Cursor>) {
    pager.now = { [weak self] in self?.inherited(NowKey.self)() ?? NowKey.liveValue() }
    owned.keep { [weak pager] in
      pager?.ending.value = true
      pager?.cancel()
    }
  }
}
