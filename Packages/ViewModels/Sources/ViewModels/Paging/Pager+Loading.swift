import Bindings

extension Pager {
  /// Loads the first page and replaces the rows by it.
  ///
  /// Other loads are cancelled and their answers ignored. The rows change only when the
  /// page has arrived, as a difference: rows that stay keep their identity, and so their cells.
  ///
  /// Cancelling the calling task cancels the load, too, unless another caller waits for it. This holds for
  /// all loads of the pager, and so does the result: the number of new rows, or a failure with the service's
  /// error or `CancellationError`.
  @discardableResult
  public func refresh() async -> Result<Int, any Error> { await answer(of: firstSlot) }

  /// Loads the page after the last row; at ``PagerState/end`` it sends no request.
  ///
  /// Before the first page, and while that is being loaded, this method works like ``refresh()``.
  @discardableResult
  public func loadMore() async -> Result<Int, any Error> { await answer(of: olderSlot) }

  /// Repeats the failed load; after a failed refresh only the refresh, since it replaces the rest.
  ///
  /// A second call waits for the answer of the first one.
  @discardableResult
  public func retry() async -> Result<Int, any Error> {
    if mayNotAsk { return .failure(CancellationError()) }
    let failed =
      slots.first { $0.state.peek().error != nil } ?? slots.first { $0.load?.isRetry == true }
    guard let failed else { return .success(0) }
    return await answer(of: failed, isRetry: true)
  }

  /// Reports that a row became visible, and loads more rows when it is near the end.
  ///
  /// Each page is requested once. While a page is being loaded, a report only keeps that load alive, even if callers
  /// cancel it. After a failure, only ``retry()`` or ``loadMore()`` tries again; a failed refresh does not matter. A
  /// report during a refresh takes effect after its success, if the row is still near the end. Reports may repeat.
  public func didReach(_ id: Item.ID) {
    guard olderSlot.cursor != nil, !ending.peek(), !isCancelling,
      list.peek().suffix(distance + 1).contains(where: { $0.id == id })
    else { return }
    if firstSlot.load != nil { return reached = id }
    guard olderSlot.load?.isKept != true, olderSlot.state.peek().error == nil,
      suspension.mayBeWritten()
    else { return }
    // Callers of the load may cancel it; a user who continues to scroll does not.
    ask(olderSlot)?.isKept = true
  }

  /// Cancels all loads; the rows stay, and late answers are ignored.
  ///
  /// Requests that are made during the cancellation, by what it releases, are cancelled, too.
  public func cancel() {
    guard suspension.mayBeWritten() else { return }
    graph.action {
      let wasCancelling = exchange(&isCancelling, with: true)
      for slot in slots { slot.drop() }
      isCancelling = wasCancelling
    }
  }

  /// Suspends loading until ``resume()``: no page is requested, no answer is applied, and further requests wait.
  public func suspend() { suspension.value = true }

  /// Resumes loading after ``suspend()``.
  public func resume() {
    guard suspension.mayBeWritten() else { return }
    graph.action {
      suspension.value = false
      for slot in slots { if let load = slot.load { advance(load) } }
    }
  }
}

extension Pager {
  /// Whether the calling task may not start a load.
  private var mayNotAsk: Bool {
    ending.peek() || isCancelling || Task.isCancelled || !suspension.mayBeWritten()
  }

  private func answer(
    of slot: PagerSlot<Item, Cursor>, isRetry: Bool = false
  ) async -> Result<Int, any Error> {
    if mayNotAsk { return .failure(CancellationError()) }
    guard let load = ask(slot) else { return .success(0) }
    if isRetry { load.isRetry = true }
    if let answer = await load.answer() { return answer }
    if load.callers == 0, !load.isKept { slots.first { $0.load === load }?.drop() }
    return .failure(CancellationError())
  }

  private var hasFirstPage: Bool { olderSlot.cursor != nil || olderSlot.state.peek().isEnd }

  /// Returns the running load of a slot, or starts one; `nil` at the end of the list.
  private func ask(_ slot: PagerSlot<Item, Cursor>) -> PagerLoad<Item, Cursor>? {
    if let load = firstSlot.load { return load }
    let slot = hasFirstPage ? slot : firstSlot
    if let load = slot.load { return load }
    guard let cursor = slot.cursor else { return nil }
    return graph.action {
      if slot === firstSlot { reached = nil }
      let load = slot.begin(at: cursor)
      // What the drop releases may report a row that was reached: it finds a refresh in progress.
      if slot === firstSlot { olderSlot.drop() }
      advance(load)
      return load
    }
  }
}
