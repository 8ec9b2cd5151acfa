import Bindings
import Testing
import ViewModels

/// Programs that change the list when they hear of a change: observers of cells, and handlers of events.
@MainActor
@Suite(.ownGraph) struct ListReentranceTests {
  private let watched = WatchedList()
  private var list: ListViewModel { watched.list }

  private func expectOrder(_ texts: [String]) {
    #expect(watched.shown == [texts] && watched.texts == [texts])
    #expect(watched.refusals.isEmpty)
    for (row, cell) in list.cells.enumerated() {
      #expect(cell.path == ListPath(section: 0, row: row) && cell.section === list.sections[0])
    }
  }

  @Test func whoHearsThatACellHasLeftMayEmptyTheList() throws {
    let all = cells("a", "b", "c", "d")
    try list.append(all)
    let token = observe { [list] in if all[1].list == nil { list.removeAllSections() } }
    try list.remove(rows: 1..<4)
    #expect(list.sections.isEmpty && all.allSatisfy { $0.list == nil && $0.section == nil })
    #expect(watched.refusals.isEmpty)
    token.cancel()
  }

  @Test func whoHearsThatACellHasComeMayTakeAnotherOut() throws {
    let all = cells("a", "b", "c")
    let token = observe { [list] in if all[0].list != nil { try? list.remove(all[1]) } }
    try list.append(all)
    #expect(watched.texts == [["a", "c"]] && watched.refusals.isEmpty)
    #expect(all[1].list == nil && all[1].section == nil)
    token.cancel()
  }

  @Test func aFollowedSectionMayBeEditedByWhoHearsOfIt() throws {
    let source = ObservableList(cells("a", "b", "c"))
    let section = SectionViewModel()
    try list.append(section)
    let token = list.follow(source, in: section)
    let first = source.peek()[0]
    let other = observe { [list] in if first.list == nil { try? list.append(TextCell("stranger")) }
    }
    source.edit { $0.remove(at: 0) }
    #expect(watched.texts == [["b", "c", "stranger"]])
    source.edit { $0.append(TextCell("d")) }
    expectOrder(["b", "c", "d"])
    token.cancel()
    other.cancel()
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

  /// A row whose selection nobody has heard of is not told to be deselected.
  @Test(arguments: [[2], [2, 1], [1], [0]])
  func theEventsOfEachRowAlternate(choices: [Int]) throws {
    let all = cells("a", "b", "c")
    try list.append(all)
    try list.select(all[0])
    var rest = choices
    var told: [Int: [ListEvent.CellEvent]] = [0: [.didSelect]]
    let token = list.events.observe { [list] event in
      guard case .cell(let kind, let cell, _) = event else { return }
      told[all.firstIndex { $0 === cell } ?? -1, default: []].append(kind)
      if kind == .didDeselect, !rest.isEmpty { try? list.select(all[rest.removeFirst()]) }
    }
    try list.select(all[1])
    for (row, events) in told {
      #expect(events.enumerated().allSatisfy { $1 == ($0 % 2 == 0 ? .didSelect : .didDeselect) })
      #expect((events.last == .didSelect) == list.selectedCells.contains { $0 === all[row] })
    }
    token.cancel()
  }

  @Test func aListIsNotChangedInsideAComputed() throws {
    var codes: [GraphIssue.Code] = []
    Graph.current.onIssue = { codes.append($0.code) }
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
