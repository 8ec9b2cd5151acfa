public import Bindings
public import Foundation

/// Loads a long list page by page into an ordinary list.
///
/// ```swift
/// let pager = Pager(into: news, from: "0") { cursor in try await service.page(after: cursor) }
/// await pager.refresh()
/// await pager.loadMore()
/// ```
/// The list stays your own: what is edited there meanwhile stays edited, because a page is merged by
/// identity. Each of ``refreshState`` and ``older`` loads one page at a time; to ask again is to wait
/// for the same answer. A refresh drops what else is being loaded. An error leaves the rows
/// as they are, and is forgotten when a page comes, be it another one.
///
/// Rows are loaded by a closure that runs on the main actor, like the body of a `Command`: it awaits a
/// service that works elsewhere, and neither rows nor cursors need be `Sendable`.
@MainActor
public final class Pager<Item: Identifiable, Cursor> {
  /// The number of rows before the end at which reaching one asks for more; 0 is the last alone.
  public let distance: Int

  let graph = Graph.current
  let list: ObservableList<Item>
  let firstSlot: PagerSlot<Item, Cursor>
  let olderSlot = PagerSlot<Item, Cursor>("older")
  let suspension = Property(false, label: "pager.isSuspended")
  /// The row that was reached last during a refresh, which asks for more when that has succeeded.
  var reached: Item.ID?
  let ending = Property(false, label: "pager.isEnded")
  let updated = Property<Date?>(nil, label: "pager.lastUpdate")
  let errorSource = SignalSource<any Error>(label: "pager.errors")
  let fetch: @MainActor (Cursor) async throws -> Page<Item, Cursor>
  let isWorthRetrying: @MainActor (any Error) -> Bool
  var now: @MainActor () -> Date = { NowKey.liveValue() }

  /// Makes a pager that has loaded nothing yet.
  ///
  /// Every refresh begins at `start`; `page` gets the page that begins at a cursor. By default no error is worth
  /// retrying, so that none makes ``needsRetry`` true.
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
  /// The state of the first page; it never ends.
  public var refreshState: PagerState { firstSlot.state.value }

  /// The state of the pages after the last row.
  public var older: PagerState { olderSlot.state.value }

  /// Whether anything is being loaded.
  public var isLoading: Bool { slots.contains { $0.state.value.isLoading } }

  /// Whether ``loadMore()`` would ask for a page now.
  public var canLoadMore: Bool {
    !ending.value && !isSuspended && !refreshState.isLoading && !older.isLoading && !older.isEnd
  }

  /// Whether something failed with an error that is worth another try.
  public var needsRetry: Bool {
    slots.contains { $0.state.value.error.map(isWorthRetrying) ?? false }
  }

  /// Whether loading is suspended until ``resume()``.
  public var isSuspended: Bool { suspension.value }

  /// The time of the last successful refresh; `nil` before the first.
  public var lastUpdate: Date? { updated.value }

  /// Each error, as it comes.
  public var errors: Signal<any Error> { errorSource.signal }

  var slots: [PagerSlot<Item, Cursor>] { [firstSlot, olderSlot] }
}

extension LifecycleViewModel {
  /// Cancels what the pager loads when the view-model ends, and lets it load nothing afterwards.
  ///
  /// The pager takes the time of its ``Pager/lastUpdate`` from the view-model's environment.
  public func keep<Item, Cursor>(_ pager: Pager<Item, Cursor>) {
    pager.now = { [weak self] in self?.environment[NowKey.self]() ?? NowKey.liveValue() }
    owned.keep {
      pager.ending.value = true
      pager.cancel()
    }
  }
}
