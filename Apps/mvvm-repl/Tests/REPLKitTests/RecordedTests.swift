import REPLKit
import Testing
import ViewModels

/// A conversation recorded at the prompt.
///
/// - Form: created by a closure in the program; compare the two
@MainActor
@Suite struct RecordedTests {
  @Test func theConversationGoesAsItDid() async {
    let runner = TranscriptRunner { emit in
      let clock = SessionClock()
      var catalog = Catalog()
      catalog.add(Form.self) { Form() }
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
    ❯ let form = Form()
    …
    ❯ form.age = 3
    ❯ form.isAdult
    false
    ```
    """#
}
