import Bindings

extension Pager {
  /// Takes the next step of a load, unless the pager is suspended.
  func advance(_ load: PagerLoad<Item, Cursor>) {
    if suspension.peek() { return }
    switch load.step {
    case .waiting(let cursor):
      graph.run {
        load.begin { [weak self, weak load, fetch] in
          let answer: Result<Page<Item, Cursor>, any Error>
          do { answer = .success(try await fetch(cursor)) } catch { answer = .failure(error) }
          if let load { self?.receive(answer, of: load) }
        }
      }
    case .answered(let answer):
      guard let slot = slots.first(where: { $0.load === load }) else { return }
      graph.action { take(answer, of: load, in: slot) }
    case .asked, .ended: break
    }
  }

  /// Receives what the service says, unless nobody wants it any more.
  private func receive(
    _ answer: Result<Page<Item, Cursor>, any Error>, of load: PagerLoad<Item, Cursor>
  ) {
    guard case .asked = load.step else { return }
    load.go(to: .answered(answer))
    advance(load)
  }

  private func take(
    _ answer: Result<Page<Item, Cursor>, any Error>, of load: PagerLoad<Item, Cursor>,
    in slot: PagerSlot<Item, Cursor>
  ) {
    switch answer {
    case .failure(let error):
      let isCancelled = error is CancellationError
      slot.finish(isCancelled ? .idle : .failed(error), .failure(error))
      if !isCancelled { errorSource.send(error) }
    case .success(let page) where slot === firstSlot:
      slot.finish(.idle, .success(takeFirst(page)))
      updated.value = now()
    case .success(let page):
      let count = merge(page.items, slot.kind)
      slot.cursor = slot.kind == .older ? page.next : page.previous
      load.fruitlessPages += 1
      if count == 0, load.fruitlessPages < patience, let next = slot.cursor {
        load.go(to: .waiting(next))
        return advance(load)
      }
      if count == 0 { slot.cursor = nil }
      slot.finish(slot.cursor == nil ? .end : .idle, .success(count))
    }
  }
}
