import REPLKit
import Testing
import ViewModels

/// Recorded at the prompt.
///
/// - DeskServiceDouble makes up its answers: place, isOpen
///
/// - it waits in real time, as it was recorded; recorded under :clock manual it does not wait
@MainActor
@Suite struct RecordedTests {
  @Test func orderDeskGoesAsRecorded() async {
    var catalog = Catalog()
    catalog.provide((any DeskService).self) { DeskServiceDouble() }
    catalog.add(OrderDesk.self)
    let runner = TranscriptRunner(catalog)
    let failures = await runner.failures(
      of: #"""
        ❯ let desk = OrderDesk(item: "tea")
        …
        ❯ desk.order()
        ✓ desk.order()
        ❯ desk.receipt
        0
        """#)
    #expect(failures == [])
  }
}

/// Stands in for DeskService.
private struct DeskServiceDouble: DeskService {
  func place(_ item: String, count: Int) async throws -> Int { 0 }
  func cancel() async {}
  var isOpen: Bool { false }
}
