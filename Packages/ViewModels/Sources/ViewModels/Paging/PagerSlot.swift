import Bindings

/// One of the two things that a pager loads: its state, where the next page begins, what runs.
@MainActor
final class PagerSlot<Item, Cursor> {
  let state: Property<PagerState>
  /// The cursor of the next page; `nil` when it is not known yet, or there is none.
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

  /// Ends what runs; its answer will be dropped.
  func drop() { finish(.idle, .failure(CancellationError())) }

  func forgetFailure() { if state.peek().error != nil { state.value = .idle } }

  /// Knows where the next page begins, or that there is none.
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
