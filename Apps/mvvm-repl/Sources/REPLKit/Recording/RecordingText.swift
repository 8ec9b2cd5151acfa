/// A recording as a text for others.
struct RecordingText {
  let steps: [Recorder.Step]

  /// A conversation that `mvvm-repl test` replays.
  var transcript: String { "```text\n\(conversation)\n```" }

  /// A file for Swift Testing that replays the conversation; what creates the view-models is left to
  /// the person who knows.
  func test(of types: [String]) -> String {
    let additions = types.map { "      catalog.add(\($0).self) { \($0)() }" }
    let body = conversation.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }
    let imports = ["REPLKit", "Testing", "ViewModels"].map { "import \($0)" }
    return """
      \(imports.joined(separator: "\n"))

      /// A conversation recorded at the prompt of mvvm-repl.
      @MainActor
      @Suite struct RecordedTests {
        @Test func theConversationGoesAsItDid() async {
          let runner = TranscriptRunner { emit in
            var catalog = Catalog()
      \(additions.joined(separator: "\n"))
            return Session(catalog: catalog, emit: emit)
          }
          let report = await runner.run(Transcript(Self.conversation))
          for failure in report.failures { Issue.record("\\(failure)") }
        }

        private static let conversation = #\"""
          ```text
      \(body.joined(separator: "\n"))
          ```
          \"""#
      }
      """
  }

  private var conversation: String {
    (opening + steps.flatMap { [Transcript.prompt + $0.shown] + $0.shownLines }).joined(
      separator: "\n")
  }

  /// Sets the language of the answers; a transcript begins in English.
  private var opening: [String] {
    guard let language = steps.first?.language, language != .english else { return [] }
    return [Transcript.prompt + ":lang \(language.rawValue)", language.text(.greeting)]
  }
}
