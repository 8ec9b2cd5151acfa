import Testing

@testable import Bindings

/// Positions at the ends of `Int`.
@Suite @MainActor struct ListEndsTests {
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
