import Bindings

extension Pager {
  /// Loads the first page and puts it in place of the rows.
  ///
  /// Other loads are cancelled, and their answers dropped. The rows change only when the
  /// page has come, by difference: rows that stay keep their identity, and so their cells.
  ///
  /// When the waiting task is cancelled the load is too, unless somebody else waits for it as well.
  /// That holds for all that is loaded here.
  ///
  /// - Returns: The number of new rows, or the reason for none: the service's error or `CancellationError`.
  @discardableResult
  public func refresh() async -> Result<Int, any Error> { await answer(of: firstSlot) }

  /// Loads the page after the last row; at ``PagerState/end`` it asks nobody.
  ///
  /// Before the first page, and while that is being loaded, this is ``refresh()``.
  ///
  /// - Returns: The number of new rows, or the reason for none: the service's error or `CancellationError`.
  @discardableResult
  public func loadMore() async -> Result<Int, any Error> { await answer(of: olderSlot) }

  /// Loads the page before the first row; at ``PagerState/end`` it asks nobody.
  ///
  /// Before the first page, and while that is being loaded, this is ``refresh()``.
  ///
  /// - Returns: The number of new rows, or the reason for none: the service's error or `CancellationError`.
  @discardableResult
  public func loadNewer() async -> Result<Int, any Error> { await answer(of: newerSlot) }

  /// Loads again what failed; a failed refresh alone, since it replaces the rest.
  ///
  /// - Returns: The number of new rows, or the reason for none: the service's error or `CancellationError`.
  @discardableResult
  public func retry() async -> Result<Int, any Error> {
    if firstSlot.state.peek().error != nil { return await refresh() }
    if mayNotAsk { return .failure(CancellationError()) }
    let loads = [olderSlot, newerSlot].filter { $0.state.peek().error != nil }.compactMap(ask)
    var sum: Result<Int, any Error> = .success(0)
    for load in loads {
      let answer = await answer(of: load)
      sum = sum.flatMap { count in answer.map { $0 + count } }
    }
    return sum
  }

  /// Tells that a row came into sight, and asks for more when it is near an end.
  ///
  /// It asks once for each end: not while that is loaded, and not after a failure, which ``retry()``
  /// or ``loadMore()`` tries again. Views report rows as often as they like.
  public func didReach(_ id: Item.ID) {
    let rows = list.peek()
    let count = distance + 1
    if rows.suffix(count).contains(where: { $0.id == id }) { wish(for: olderSlot) }
    if rows.prefix(count).contains(where: { $0.id == id }) { wish(for: newerSlot) }
  }

  /// Cancels what is being loaded; the rows stay, and an answer that still comes is dropped.
  public func cancel() {
    graph.action { for slot in slots { slot.drop() } }
  }

  /// Lets no page start and takes no answer until ``resume()``; what is asked for meanwhile waits.
  public func suspend() { suspension.value = true }

  /// Goes on where ``suspend()`` stopped.
  public func resume() {
    graph.action {
      suspension.value = false
      for slot in slots { if let load = slot.load { advance(load) } }
    }
  }
}

extension Pager {
  /// Whether nothing may begin for the calling task.
  private var mayNotAsk: Bool { ending.peek() || Task.isCancelled }

  private func answer(of slot: PagerSlot<Item, Cursor>) async -> Result<Int, any Error> {
    if mayNotAsk { return .failure(CancellationError()) }
    guard let load = ask(slot) else { return .success(0) }
    return await answer(of: load)
  }

  private func answer(of load: PagerLoad<Item, Cursor>) async -> Result<Int, any Error> {
    if let answer = await load.answer() { return answer }
    if load.callers == 0, !load.isKept { slots.first { $0.load === load }?.drop() }
    return .failure(CancellationError())
  }

  /// Asks for a page that nobody waits for, unless something stands against it.
  private func wish(for slot: PagerSlot<Item, Cursor>) {
    guard case .idle = slot.state.peek(), slot.cursor != nil, firstSlot.load == nil, !ending.peek()
    else { return }
    ask(slot)?.isKept = true
  }

  private var hasFirstPage: Bool { olderSlot.cursor != nil || olderSlot.state.peek().isEnd }

  /// The load that runs for a slot, or begins now; `nil` at its end.
  private func ask(_ slot: PagerSlot<Item, Cursor>) -> PagerLoad<Item, Cursor>? {
    if let load = firstSlot.load { return load }
    let slot = hasFirstPage ? slot : firstSlot
    if let load = slot.load { return load }
    guard let cursor = slot.cursor else { return nil }
    return graph.action {
      if slot === firstSlot {
        olderSlot.drop()
        newerSlot.drop()
      }
      let load = slot.begin(at: cursor)
      advance(load)
      return load
    }
  }
}
