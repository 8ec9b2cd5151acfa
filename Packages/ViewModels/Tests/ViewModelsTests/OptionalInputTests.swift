import Bindings
import Testing
import ViewModels

@MainActor
@ViewModel
private final class Notebook {
  var kept: [String] = []

  @Command func keep(_ text: String, seconds: Double? = nil, mark: String? = "none") {
    kept.append("\(text) \(seconds.map { "\($0)" } ?? "for good") \(mark ?? "unmarked")")
  }
}

@MainActor
@Suite(.ownGraph) struct OptionalInputTests {
  private func kept(_ arguments: Argument...) async throws -> [String] {
    let notebook = Notebook()
    let keep = try #require(Notebook.schema["keep"]?.command(in: notebook))
    _ = try keep.execute(arguments)
    await keep.settled()
    return notebook.kept
  }

  @Test func anOptionalInputMayBeLeftOutGivenOrNil() async throws {
    let text = Argument(value: "a")
    #expect(try await kept(text) == ["a for good none"])
    #expect(try await kept(text, Argument(label: "seconds", value: 2.5)) == ["a 2.5 none"])
    #expect(
      try await kept(
        text, Argument(label: "seconds", value: nil), Argument(label: "mark", value: nil))
        == ["a for good unmarked"])
  }

  @Test func aWrongValueForAnOptionalInputIsTold() async throws {
    await #expect(throws: ViewModelError.self) {
      try await kept(Argument(value: "a"), Argument(label: "seconds", value: "soon"))
    }
  }
}
