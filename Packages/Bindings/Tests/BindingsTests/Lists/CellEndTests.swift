import Testing

@testable import Bindings

/// The ends of cells beside the updates of others.
@Suite @MainActor struct CellEndTests {
  let graph = Graph()
  let source: ObservableList<Row>

  init() { source = ObservableList((0..<4).map { Row(id: $0) }, graph: graph) }

  @Test(arguments: [false, true])
  func aCellThatWentBeforeTheListIsReleasedEnds(isReplaced: Bool) {
    var ended: [Int] = []
    var cells: LiveList<IdentityCell>? = source.cells {
      IdentityCell($0)
    } end: {
      ended.append($0.id)
    }
    #expect(cells?.count == 4)
    graph.batch {
      source.edit { list in
        if isReplaced { list.update(id: 2) { $0.text = 1 } } else { list.remove(id: 2) }
      }
      #expect(cells?.count == (isReplaced ? 4 : 3))
      cells = nil
    }
    #expect(ended == [2])
  }

  /// Nobody asks for the cells in between.
  @Test(arguments: ["end", "update"])
  func aCellThatAnotherOneTakesOutUnseenGetsNoUpdate(_ by: String) {
    var log: [String] = []
    let source = source
    let cells = source.cells {
      IdentityCell($0)
    } update: { cell, _ in
      log.append("update \(cell.id)")
      if by == "update" { source.edit { $0.remove(id: 3) } }
    } end: { cell in
      log.append("end \(cell.id)")
      if by == "end" { source.edit { $0.remove(id: 2) } }
    }
    #expect(cells.count == 4)
    source.edit { list in
      list.remove(id: 0)
      for id in 1...3 { list.update(id: id) { $0.text += 1 } }
    }
    #expect(
      log
        == (by == "end"
          ? ["end 0", "end 2", "update 1", "update 3"]
          : ["end 0", "update 1", "end 3", "update 2"]))
    withExtendedLifetime(cells) {}
  }

  @Test func aCellThatAnotherOnesEndTakesOutGetsNoUpdate() {
    var log: [String] = []
    var cells: LiveList<IdentityCell>?
    cells = source.cells {
      IdentityCell($0)
    } update: { cell, _ in
      log.append("update \(cell.id)")
    } end: { cell in
      log.append("end \(cell.id)")
      guard cell.id == 0 else { return }
      source.edit { $0.remove(id: 1) }
      _ = cells?.count
    }
    let token = cells?.observeChanges { _ in }
    source.edit { list in
      list.remove(id: 0)
      for id in 1...3 { list.update(id: id) { $0.text = 1 } }
    }
    #expect(log == ["end 0", "end 1", "update 2", "update 3"])
    token?.cancel()
    cells = nil
  }

  @Test func aCellThatAnotherOnesUpdateTakesOutGetsNoUpdate() {
    var log: [String] = []
    var cells: LiveList<IdentityCell>?
    cells = source.cells {
      IdentityCell($0)
    } update: { cell, _ in
      log.append("update \(cell.id)")
      guard cell.id == 1 else { return }
      source.edit { $0.remove(id: 2) }
      _ = cells?.count
    } end: {
      log.append("end \($0.id)")
    }
    let token = cells?.observeChanges { _ in }
    source.edit { list in for id in 1...3 { list.update(id: id) { $0.text = 1 } } }
    #expect(log == ["update 1", "end 2", "update 3"])
    token?.cancel()
    cells = nil
  }
}
