import Testing

@testable import Bindings

/// Counts and ranges at the ends of `Int` are clamped where a list says "as far as there are any".
@Suite @MainActor struct ListEndsTests {
  let graph = Graph()
  let list: ObservableList<Row>

  init() { list = ObservableList((0..<5).map { Row(id: $0) }, graph: graph) }

  @Test(arguments: [
    (Int.min, 0), (-1, 0), (0, 0), (3, 3), (5, 5), (6, 5), (Int.max, 5),
  ])
  func aPrefixHasAsManyRowsAsThereAre(_ count: Int, _ wanted: Int) {
    let limit = Property(2, graph: graph)
    let shown = list.prefix(limit.value)
    #expect(shown.count == 2)
    limit.value = count
    #expect(shown.count == wanted && shown.value == Array(list.value.prefix(wanted)))
    list.edit { $0.remove(at: 4) }
    #expect(shown.count == min(wanted, 4))
  }

  @Test(arguments: [
    (Int.min..<Int.max, 0..<5), (Int.min..<0, 0..<0), (-3..<2, 0..<2), (3..<Int.max, 3..<5),
    (5..<9, 5..<5), (Int.max..<Int.max, 5..<5), (Int.min..<Int.min, 0..<0),
  ])
  func aWindowHasTheRowsThatThereAre(_ range: Range<Int>, _ wanted: Range<Int>) {
    let place = Property(1..<3, graph: graph)
    let shown = list.window(place.value)
    var screen: [Row] = []
    let token = shown.observeChanges { screen = $0.rows }
    place.value = range
    #expect(shown.value == Array(list.value[wanted]) && screen == shown.value)
    list.edit { $0.insert(Row(id: 9), at: 0) }
    #expect(shown.value == Array(list.value[range.clamped(to: 0..<6)]) && screen == shown.value)
    token.cancel()
  }

  @Test func aVersionOfAnotherListIsNoVersionOfThis() {
    let other = ObservableList<Row>(graph: graph)
    for id in 0..<9 { other.edit { $0.append(Row(id: id)) } }
    #expect(list.changes(since: other.version) == nil)
    #expect(list.sections { $0.text }.changes(since: other.version) == nil)
  }

  @Test func aPositionOutOfBoundsStopsTheProgramWithItsNumber() async {
    let row = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { ObservableList([Row(id: 1)]).edit { $0.remove(at: .max) } }
    }
    expect(row, says: "row \(Int.max) was removed from a list of 1")
    let section = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let sections = ObservableSections([ListSection(Head(id: 1), rows: [Row(id: 1)])])
        _ = sections.rowCount(in: .max)
      }
    }
    expect(section, says: "section \(Int.max) was asked of a list of 1")
    let range = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let sections = ObservableSections([ListSection(Head(id: 1), rows: [Row(id: 1)])])
        sections.edit { $0.removeSections(Int.min..<1) }
      }
    }
    expect(range, says: "were removed from a list of 1")
  }

  private func expect(
    _ result: ExitTest.Result?, says message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(message), sourceLocation: sourceLocation)
  }
}
