import REPLKit
import Testing
import ViewModels

/// A conversation recorded at the prompt.
///
/// - DeskServiceDouble makes up its answers: place, isOpen
///
/// - it waits in real time, as it was recorded; recorded under :clock manual it does not wait
@MainActor
@Suite struct RecordedTests {
  @Test func theConversationGoesAsItDid() async {
    let runner = TranscriptRunner { emit in
      let clock = SessionClock()
      var catalog = Catalog()
      catalog.provide((any DeskService).self) { DeskServiceDouble() }
      catalog.add(OrderDesk.self)
      let stage = CatalogStage(catalog)
      let session = stage.session(clock: clock, emit: emit)
      stage.furnish(session)
      return session
    }
    let report = await runner.run(Transcript(Self.conversation))
    for failure in report.failures { Issue.record("\(failure)") }
  }

  private static let conversation = #"""
    ```text
    ❯ let desk = OrderDesk(item: "tea")
    …
    ❯ desk.order()
    ✓ desk.order()
    ❯ desk.receipt
    0
    ```
    """#
}

/// Stands in for DeskService.
private struct DeskServiceDouble: DeskService {
  func place(_ item: String, count: Int) async throws -> Int { 0 }
  func cancel() async {}
  var isOpen: Bool { false }
}
