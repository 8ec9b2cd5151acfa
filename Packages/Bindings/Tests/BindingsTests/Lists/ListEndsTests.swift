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
    expect(range, says: "were edited in a list of 1")
  }

  @Test func aListWithSectionsThatIsUsedInsideItsOwnEditStopsTheProgramWithItsPlace() async {
    let rows = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { misuse { _ = $0.rows(in: 0) } }
    }
    expect(rows, says: message)
    let path = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { misuse { _ = $0.path(of: 1) } }
    }
    expect(path, says: message)
    let value = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { misuse { _ = $0.peek() } }
    }
    expect(value, says: message)
    let count = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { misuse { _ = $0.count } }
    }
    expect(count, says: message)
    let edit = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { misuse { $0.edit { $0.removeSections(0..<1) } } }
    }
    expect(edit, says: message)
  }

  private let message =
    "ListEndsTests.swift:1 was read or written inside its own edit; use the closure's argument"

  private func expect(
    _ result: ExitTest.Result?, says message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(message), sourceLocation: sourceLocation)
  }
}

/// Edits a list said to be made in line 1, and does `body` with it in the middle.
@MainActor
private func misuse(_ body: (ObservableSections<Head, Row>) -> Void) {
  let list = ObservableSections([ListSection(Head(id: 1), rows: [Row(id: 1)])], line: 1)
  list.edit { _ in body(list) }
}
