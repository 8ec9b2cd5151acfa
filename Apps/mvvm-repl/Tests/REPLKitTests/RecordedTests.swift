import REPLKit
import Testing
import ViewModels

/// A conversation recorded at the prompt of mvvm-repl.
@MainActor
@Suite struct RecordedTests {
  @Test func theConversationGoesAsItDid() async {
    let runner = TranscriptRunner { emit in
      var catalog = Catalog()
      catalog.add(Form.self) { Form() }
      return Session(catalog: catalog, emit: emit)
    }
    let report = await runner.run(Transcript(Self.conversation))
    for failure in report.failures { Issue.record("\(failure)") }
  }

  private static let conversation = #"""
    ```text
    ❯ let form = Form()
    Form
     inputs
      name     "ann"
      age      30
      pin      "••••••••"
     outputs
      isAdult  true
      isNamed  true
      canSave  true
     commands
      ● save()  clear()  fail()  wait()
    ❯ form.age = 3
    ❯ form.isAdult
    false
    ```
    """#
}
