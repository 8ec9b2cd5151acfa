import Bindings

extension Pager {
  /// Loads the first page and puts it in place of the rows.
  ///
  /// Other loads are cancelled, and their answers dropped. The rows change only when the
  /// page has come, by difference: rows that stay keep their identity, and so their cells.
  ///
  /// When the waiting task is cancelled the load is too, unless somebody else waits for it as well. That holds for
  /// all that is loaded here, and so does the result: the number of new rows, or the reason for none, the service's
  /// error or `CancellationError`.
  @discardableResult
  public func refresh() async -> Result<Int, any Error> { await answer(of: firstSlot) }

  /// Loads the page after the last row; at ``PagerState/end`` it asks nobody.
  ///
  /// Before the first page, and while that is being loaded, this is ``refresh()``.
  @discardableResult
  public func loadMore() async -> Result<Int, any Error> { await answer(of: olderSlot) }

  /// Loads again what failed; a failed refresh alone, since it replaces the rest.
  @discardableResult
  public func retry() async -> Result<Int, any Error> {
    if mayNotAsk { return .failure(CancellationError()) }
    guard let failed = slots.first(where: { $0.state.peek().error != nil }) else {
      return .success(0)
    }
    return await answer(of: failed)
  }

  /// Tells that a row came into sight, and asks for more when it is near the end.
  ///
  /// It asks once: not while more is loaded, which then continues whoever gives it up, and not after that has
  /// failed, which ``retry()`` or ``loadMore()`` tries again; a failed refresh is no obstacle. During a refresh it asks
  /// when that has succeeded and the row is still near the end. Views report rows as often as they like.
  public func didReach(_ id: Item.ID) {
    guard olderSlot.cursor != nil, !ending.peek(),
      list.peek().suffix(distance + 1).contains(where: { $0.id == id })
    else { return }
    if firstSlot.load != nil { return reached = id }
    guard olderSlot.load?.isKept != true, olderSlot.state.peek().error == nil,
      suspension.mayBeWritten()
    else { return }
    // Whoever has asked for the page may give it up; who reads on does not.
    ask(olderSlot)?.isKept = true
  }

  /// Cancels what is being loaded; the rows stay, and an answer that still comes is dropped.
  public func cancel() {
    guard suspension.mayBeWritten() else { return }
    graph.action { for slot in slots { slot.drop() } }
  }

  /// Lets no page start and takes no answer until ``resume()``; what is asked for meanwhile waits.
  public func suspend() { suspension.value = true }

  /// Goes on where ``suspend()`` stopped.
  public func resume() {
    guard suspension.mayBeWritten() else { return }
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
    if let answer = await load.answer() { return answer }
    if load.callers == 0, !load.isKept { slots.first { $0.load === load }?.drop() }
    return .failure(CancellationError())
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
        reached = nil
      }
      let load = slot.begin(at: cursor)
      advance(load)
      return load
    }
  }
}
