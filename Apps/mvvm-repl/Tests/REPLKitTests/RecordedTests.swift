import REPLKit
import Testing
import ViewModels

/// Recorded at the prompt.
///
/// - Form: created by a closure in the program; compare Form() here with the closure that your program uses
@MainActor
@Suite struct RecordedTests {
  @Test func formGoesAsRecorded() async {
    var catalog = Catalog()
    catalog.add(Form.self) { Form() }
    let runner = TranscriptRunner(catalog)
    let failures = await runner.failures(
      of: #"""
        ❯ let form = Form()
        …
        ❯ form.age = 3
        ❯ form.isAdult
        false
        """#)
    #expect(failures == [])
  }
}
