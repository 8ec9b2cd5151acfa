import Bindings

/// A load slot of a pager, for the first page or for older pages: its state, the next cursor and the running load.
@MainActor
final class PagerSlot<Item, Cursor> {
  let state: Property<PagerState>
  /// The cursor of the next page; `nil` when it is unknown or there is no further page.
  var cursor: Cursor?
  private(set) var load: PagerLoad<Item, Cursor>?

  init(_ name: String, from cursor: Cursor? = nil) {
    self.cursor = cursor
    state = Property(.idle, label: "pager.\(name)")
  }

  func begin(at cursor: Cursor) -> PagerLoad<Item, Cursor> {
    let load = PagerLoad<Item, Cursor>(at: cursor)
    self.load = load
    state.value = .loading
    return load
  }

  func finish(_ state: PagerState, _ result: Result<Int, any Error>) {
    guard let load else { return }
    self.load = nil
    self.state.value = state
    load.go(to: .ended(result))
  }

  /// Cancels the running load; its answer will be ignored.
  func drop() { finish(.idle, .failure(CancellationError())) }

  func forgetFailure() { if state.peek().error != nil { state.value = .idle } }

  /// Sets the cursor of the next page; `nil` if there is no further page.
  func settle(at cursor: Cursor?) {
    letGo(exchange(&self.cursor, with: cursor))
    if cursor == nil {
      if !state.peek().isEnd { state.value = .end }
    } else if state.peek().isEnd {
      state.value = .idle
    } else {
      forgetFailure()
    }
  }
}
