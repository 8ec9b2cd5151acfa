import Bindings
import Testing
import ViewModels

@testable import REPLKit

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
  private func kept(_ arguments: LabeledArgument...) async throws -> [String] {
    let notebook = Notebook()
    let keep = try #require(Notebook.schema["keep"]?.command(in: notebook))
    _ = try keep.execute(arguments)
    await keep.settled()
    return notebook.kept
  }

  @Test func anOptionalInputMayBeLeftOutGivenOrNil() async throws {
    let text = LabeledArgument(value: "a")
    #expect(try await kept(text) == ["a for good none"])
    #expect(try await kept(text, LabeledArgument(label: "seconds", value: 2.5)) == ["a 2.5 none"])
    #expect(
      try await kept(
        text, LabeledArgument(label: "seconds", value: nil),
        LabeledArgument(label: "mark", value: nil))
        == ["a for good unmarked"])
  }

  @Test func aWrongValueForAnOptionalInputIsTold() async throws {
    await #expect(throws: ViewModelError.self) {
      try await kept(LabeledArgument(value: "a"), LabeledArgument(label: "seconds", value: "soon"))
    }
  }
}
