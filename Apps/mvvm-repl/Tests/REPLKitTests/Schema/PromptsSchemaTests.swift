import Bindings
import BindingsTestSupport
import Testing
import ViewModels

@testable import REPLKit

/// What a person does by typing.
@MainActor
@Suite(.ownGraph) struct PromptsSchemaTests {
  private let owner = LifecycleViewModel()
  private let prompts = Prompts()

  init() {
    owner.environment[ClockKey.self] = ManualClock()
    owner.addChild(prompts)
  }

  private func run(_ name: String, _ arguments: LabeledArgument...) throws -> CommandRun {
    let command = try #require(Prompts.schema[name]?.command(in: prompts))
    return try command.execute(arguments)
  }

  private func value(_ name: String) throws -> DynamicValue {
    try #require(Prompts.schema[name]).value(in: prompts)
  }

  private func opened() async { while prompts.stack.isEmpty { await Task.yield() } }

  private func isSuccess(_ outcome: Outcome<DynamicValue>?, _ value: DynamicValue) -> Bool {
    if case .success(let output) = outcome { output == value } else { false }
  }

  private func message(_ outcome: Outcome<DynamicValue>?) -> String {
    if case .failure(let error) = outcome { "\(error)" } else { "" }
  }

  @Test func anAlertIsAskedAndAnsweredByName() async throws {
    let alert = try run(
      "alert", LabeledArgument(value: "Sure?"),
      LabeledArgument(label: "buttons", value: ["No", "Yes"]))
    await opened()
    #expect(try value("caption") == "Sure?")
    #expect(try value("actions") == ["0) No", "1) Yes"])
    #expect(message(try run("choose", LabeledArgument(value: 2)).outcome).contains("0) No  1) Yes"))
    _ = try run("choose", LabeledArgument(value: 1))
    #expect(isSuccess(await alert.result, 1))
    #expect(try value("current") == .null)
  }

  @Test func sheetsAndPickersAreAskedByName() async throws {
    let sheet = try run("sheet", LabeledArgument(value: ["a", "b"]))
    await opened()
    _ = try run("dismiss")
    #expect(isSuccess(await sheet.result, .null))
    let picker = try run("picker", LabeledArgument(value: [["a", "b"], ["c"]]))
    await opened()
    #expect(try value("columns") == [["0) a", "1) b"], ["0) c"]])
    _ = try run("pick", LabeledArgument(value: [1, 0]))
    #expect(isSuccess(await picker.result, [1, 0]))
    let wrong = try run("picker", LabeledArgument(value: []))
    #expect(message(await wrong.result).contains("one to three columns"))
  }

  @Test func severalQuestionsAreOpenAtOnce() async throws {
    let runs = try ["a", "b"].map { try run("alert", LabeledArgument(value: .string($0))) }
    while prompts.stack.count < 2 { await Task.yield() }
    let id = prompts.stack[0].id
    _ = try run("choose", LabeledArgument(value: 0), LabeledArgument(label: "of", value: .int(id)))
    #expect(isSuccess(await runs[0].result, 0))
    #expect(
      isSuccess(
        try run("isPresenting", LabeledArgument(label: "caption", value: "b")).outcome, true))
    #expect(isSuccess(try run("hide", LabeledArgument(value: "b")).outcome, 1))
    #expect(isSuccess(await runs[1].result, .null))
    #expect(isSuccess(try run("hideAll").outcome, 0))
  }

  @Test func toastsAndActivitiesAreToldByName() throws {
    _ = try run(
      "toast", LabeledArgument(value: "Saved"), LabeledArgument(label: "duration", value: "short"))
    let toasts = try value("toasts")
    #expect("\(toasts)".contains(#""text": "Saved""#))
    _ = try run("tap")
    #expect(try value("toasts") == [])
    _ = try run("toast", LabeledArgument(value: "Saved"))
    _ = try run("dismissToast")
    _ = try run(
      "begin", LabeledArgument(value: "Sending"),
      LabeledArgument(label: "kind", value: "submitting"))
    #expect(try value("isSubmitting") == true && value("canRun") == false)
    #expect(try value("activityMessage") == "Sending")
    _ = try run("finish")
    #expect(try value("isBusy") == false)
  }
}
