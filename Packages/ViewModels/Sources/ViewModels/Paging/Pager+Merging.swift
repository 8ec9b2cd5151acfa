import Bindings

extension Pager {
  /// Puts the first page in place of the rows.
  ///
  /// - Returns: The number of new rows.
  func takeFirst(_ page: Page<Item, Cursor>) -> Int {
    let rows = list.peek()
    let known = Set(rows.map(\.id))
    let items = page.items.uniqueByIdentity()
    let kept = rowsKept(of: rows, below: items, of: page)
    list.replace(with: items + kept)
    if kept.isEmpty { olderSlot.settle(at: page.next) }
    newerSlot.settle(at: page.previous)
    return items.count { !known.contains($0.id) }
  }

  /// The rows of further pages that stay.
  ///
  /// The page must have a row of the list, else rows between the two are missing. What is not in the
  /// page but above the lowest of its rows is gone from the service.
  private func rowsKept(
    of rows: [Item], below items: [Item], of page: Page<Item, Cursor>
  ) -> ArraySlice<Item> {
    let ids = Set(items.map(\.id))
    guard kept == .older, updated.peek() != nil, page.next != nil,
      let last = rows.lastIndex(where: { ids.contains($0.id) })
    else { return [] }
    return rows[(last + 1)...]
  }

  /// Puts rows at an end of the list; those that it has are updated where they are.
  ///
  /// - Returns: The number of new rows.
  func merge(_ items: [Item], _ kind: PagerSlot<Item, Cursor>.Kind) -> Int {
    var new: [Item] = []
    list.edit { edit in
      for item in items.uniqueByIdentity() {
        if let position = edit.position(of: item.id) {
          edit[position] = item
        } else {
          new.append(item)
        }
      }
      edit.insert(contentsOf: new, at: kind == .newer ? 0 : edit.count)
    }
    return new.count
  }
}

extension Array where Element: Identifiable {
  /// The rows without those whose identity came before.
  fileprivate func uniqueByIdentity() -> [Element] {
    var seen = Set<Element.ID>(minimumCapacity: count)
    return filter { seen.insert($0.id).inserted }
  }
}
