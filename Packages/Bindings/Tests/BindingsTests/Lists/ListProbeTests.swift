import BindingsTestSupport
import Testing

@testable import Bindings

/// A strict screen refuses the batches on which a table view throws.
@Suite @MainActor struct ListProbeTests {
  private let three = (0..<3).map { Row(id: $0) }

  @Test func aBatchThatBeginsWithOtherRowsIsRefused() {
    var screen = ListProbe<Row>()
    screen.reload(three)
    var changed = three
    changed[1].text = 1
    let stale = #expect(throws: ListProbeError.self) {
      try screen.show(ListChanges(from: changed, to: []))
    }
    #expect(stale?.code == .staleScreen)
    let illegal = #expect(throws: ListProbeError.self) {
      try screen.show(ListChanges(from: three + [Row(id: 9)], to: three))
    }
    #expect(illegal?.code == .illegalBatch)
    #expect(screen.rows == three && screen.updateCount == 1)
  }

  @Test func aBatchThatLeadsElsewhereIsRefused() {
    var screen = ListProbe<Row>()
    screen.reload(three)
    let changes = ListChanges(from: three, to: Array(three.dropFirst()))
    let error = #expect(throws: ListProbeError.self) {
      try screen.show(changes, leadingTo: Array(three.dropLast()))
    }
    #expect(error?.code == .staleScreen && screen.rows == three)
  }

  @Test func sectionsAreRefusedAsRowsAre() {
    let before = [ListSection(Head(id: 0), rows: three)]
    let after = [ListSection(Head(id: 0), rows: [three[0]])]
    var screen = SectionProbe<Head, Row>()
    screen.reload([ListSection(Head(id: 0), rows: [three[0]])])
    #expect(throws: ListProbeError.self) {
      try screen.show(SectionChanges(from: before, to: after), leadingTo: after)
    }
    #expect(screen.sections == after)
  }
}
