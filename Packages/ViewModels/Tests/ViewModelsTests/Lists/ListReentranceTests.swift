import Bindings
import Testing
import ViewModels

/// Programs run in the middle of a change of the list: what cells subscribe and cancel, and what
/// handlers of events do.
@MainActor
@Suite struct ListReentranceTests {
  private let watched = WatchedList()
  private var list: ListViewModel { watched.list }

  /// A subscription whose end runs `body`.
  private func subscription(_ body: @escaping @MainActor () -> Void) -> Subscription {
    Signal<Int>.create { _ in body }.observe { _ in }
  }

  private func expectOrder(_ texts: [String]) {
    #expect(watched.shown == [texts] && watched.texts == [texts])
    #expect(watched.refusals.isEmpty)
    for (row, cell) in list.cells.enumerated() {
      #expect(cell.path == ListPath(section: 0, row: row) && cell.section === list.sections[0])
    }
  }

  @Test func aCellThatLeavesMayEmptyTheList() throws {
    let all = cells("a", "b", "c", "d")
    try list.append(all)
    all[1].whileListed { [list] in
      self.subscription { list.removeAllSections() }
    }
    try list.remove(rows: 1..<4)
    #expect(watched.shown.isEmpty && all.allSatisfy { $0.list == nil })
    #expect(watched.refusals.isEmpty)
  }

  @Test func aCellThatLeavesMayReplaceTheOthers() throws {
    let all = cells("a", "b", "c", "d")
    try list.append(all)
    all[3].whileListed { [list] in
      self.subscription { try? list.remove(rows: 0..<1) }
    }
    try list.replace(from: 2, with: cells("x", "y"))
    expectOrder(["b", "x", "y"])
    #expect(all[0].list == nil && all[2].list == nil)
  }

  @Test func aSectionThatLeavesMayTakeAnotherWithIt() throws {
    for name in ["a", "b", "c"] {
      try list.append(SectionViewModel(headerTitle: name), cells: cells(name))
    }
    list.cells[0].whileListed { [list] in
      self.subscription { try? list.remove(sections: 0..<1) }
    }
    try list.remove(sections: 0..<2)
    #expect(watched.shown.isEmpty && watched.refusals.isEmpty)
  }

  @Test func aCellThatComesMayTakeAnotherOut() throws {
    let all = cells("a", "b", "c")
    var made = 0
    all[0].whileListed { [list] in
      try? list.remove(all[1])
      return Property(0).observe { _ in }
    }
    all[1].whileListed {
      made += 1
      return Property(0).observe { _ in }
    }
    try list.append(all)
    expectOrder(["a", "c"])
    #expect(made == 0 && all[1].list == nil && all[1].section == nil)
  }

  @Test func aCellThatComesMayTakeItselfOut() throws {
    let cell = TextCell("a")
    var ended = 0
    cell.whileListed { [list] in
      try? list.remove(cell)
      return self.subscription { ended += 1 }
    }
    cell.whileListed {
      Issue.record("it is not in the list any more")
      return Property(0).observe { _ in }
    }
    try list.append(cell)
    #expect(ended == 1 && cell.list == nil && list.count == 0)
  }

  @Test func aFollowedSectionMayBeEditedByWhatLeavesIt() throws {
    let source = ObservableList(cells("a", "b", "c"))
    let section = SectionViewModel()
    try list.append(section)
    let token = list.follow(source, in: section)
    source.peek()[0].whileListed { [list] in
      self.subscription { try? list.append(TextCell("stranger")) }
    }
    source.edit { $0.remove(at: 0) }
    source.edit { $0.append(TextCell("d")) }
    expectOrder(["b", "c", "d"])
    token.cancel()
  }

  @Test func aCellTakenFromElsewhereMayEditTheFollowedSection() throws {
    let source = ObservableList(cells("a", "b"))
    let (other, section) = (SectionViewModel(), SectionViewModel())
    let moving = TextCell("m")
    try list.append(other, cells: [moving])
    try list.append(section)
    let token = list.follow(source, in: section)
    moving.whileListed { [list] in
      self.subscription { try? list.remove(other) }
    }
    source.edit { $0.append(moving) }
    expectOrder(["a", "b", "m"])
    token.cancel()
  }

  @Test func theSelectionIsSetBeforeAnybodyHears() throws {
    let all = cells("a", "b", "c")
    try list.append(all)
    try list.select(all[0])
    var seen: [[String]] = []
    let token = list.events.observe { [list] event in
      seen.append(list.selectedCells.compactMap { ($0 as? TextCell)?.text })
      if case .cell(.didDeselect, _, _) = event { try? list.remove(all[1]) }
    }
    try list.select(all[1])
    #expect(seen == [["b"]])
    #expect(list.selectedCells.isEmpty)
    expectOrder(["a", "c"])
    token.cancel()
  }

  @Test func aListIsNotChangedInsideAComputed() throws {
    var codes: [GraphIssue.Code] = []
    let graph = Graph.main
    let before = graph.onIssue
    graph.onIssue = { codes.append($0.code) }
    defer { graph.onIssue = before }
    let cell = TextCell("a")
    let computed = Computed { [list] in
      try? list.append(cell)
      return list.count
    }
    #expect(computed.value == 0 && cell.list == nil && cell.section == nil)
    #expect(codes.contains(.writeInComputed))
    try list.append(cell)
    expectOrder(["a"])
  }
}
