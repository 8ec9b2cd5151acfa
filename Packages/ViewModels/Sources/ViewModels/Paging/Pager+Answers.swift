import Bindings

extension Pager {
  /// Continues a load with its next step, unless the pager is suspended.
  func advance(_ load: PagerLoad<Item, Cursor>) {
    if suspension.peek() { return }
    switch load.step {
    case .waiting(let cursor):
      graph.run {
        load.begin { [weak self, weak load, fetch] in
          guard self?.stillWants(load, at: cursor) == true else { return }
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

  /// Returns whether a load still wants its page when its task begins: by then, the load may have been dropped, or the
  /// pager suspended; then the load waits.
  private func stillWants(_ load: PagerLoad<Item, Cursor>?, at cursor: Cursor) -> Bool {
    guard let load, case .asked = load.step else { return false }
    guard suspension.peek() else { return true }
    load.go(to: .waiting(cursor))
    return false
  }

  /// Receives the service's answer and ignores it if the load was dropped.
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
      load.fruitlessPages += 1
      // The current rows stay until a page with rows arrives.
      if page.items.isEmpty, load.follows(page) { return advance(load) }
      let count = takeFirst(page, isLast: page.items.isEmpty)
      // The deinit of a row may have dropped the load, here and below.
      guard slot.load === load else { return }
      slot.finish(.idle, .success(count))
      updated.value = now()
      if let id = exchange(&reached, with: nil) { didReach(id) }
    case .success(let page):
      let count = append(page.items)
      letGo(exchange(&slot.cursor, with: page.next))
      guard slot.load === load else { return }
      load.fruitlessPages += 1
      if count == 0, load.follows(page) { return advance(load) }
      if count == 0 { letGo(exchange(&slot.cursor, with: nil)) }
      slot.finish(slot.cursor == nil ? .end : .idle, .success(count))
      // An older page has arrived, so an earlier failure of the first page no longer matters.
      firstSlot.forgetFailure()
    }
  }

  /// Replaces all rows by the first page and returns the number of new rows.
  private func takeFirst(_ page: Page<Item, Cursor>, isLast: Bool) -> Int {
    let known = Set(list.peek().map(\.id))
    let items = page.items.uniqueByIdentity()
    list.replace(with: items)
    olderSlot.settle(at: isLast ? nil : page.next)
    return items.count { !known.contains($0.id) }
  }

  /// Appends new rows to the list, updates existing rows in place, and returns the number of new rows.
  private func append(_ items: [Item]) -> Int {
    var new: [Item] = []
    list.edit { edit in
      for item in items.uniqueByIdentity() {
        if let position = edit.position(of: item.id) {
          edit[position] = item
        } else {
          new.append(item)
        }
      }
      edit.insert(contentsOf: new, at: edit.count)
    }
    return new.count
  }
}

extension Array where Element: Identifiable {
  fileprivate func uniqueByIdentity() -> [Element] {
    var seen = Set<Element.ID>(minimumCapacity: count)
    return filter { seen.insert($0.id).inserted }
  }
}
