import Bindings
import Testing
import ViewModels

private enum Way: Sendable { case settings, forget }

@MainActor
@Suite(.ownGraph) struct PromptsAskingTests {
  private let page = PromptedPage()
  private var prompts: Prompts { page.prompts }
  private let networkIsOff = Question<Way>(
    "Network is off",
    actions: [
      .cancel("Cancel"), .normal("Settings", .settings), .destructive("Forget", .forget),
    ])

  @Test func theChosenButtonAnswersWithItsType() async throws {
    let asked = await page.asking { [networkIsOff] in await $0.ask(networkIsOff) }
    #expect(prompts.caption == "Network is off")
    #expect(prompts.actions == ["0) Cancel", "1) Settings", "2) Forget"])
    #expect(prompts.current?.actions.map(\.role) == [.cancel, .normal, .destructive])
    try prompts.choose(1)
    #expect(await asked.value == .settings)
    #expect(prompts.current == nil && prompts.actions.isEmpty)
  }

  @Test func whatIsCancelledOrDismissedAnswersNothing() async throws {
    var asked = await page.asking { [networkIsOff] in await $0.ask(networkIsOff) }
    try prompts.choose(0)
    #expect(await asked.value == nil)
    asked = await page.asking { [networkIsOff] in await $0.ask(networkIsOff) }
    try prompts.dismiss()
    #expect(await asked.value == nil)
  }

  @Test func theTasksEndTakesTheQuestionAway() async throws {
    let first = await page.asking { [networkIsOff] in await $0.ask(networkIsOff) }
    let second = await page.asking { try? await $0.sheet(["a"]) }
    first.cancel()
    #expect(await first.value == nil)
    #expect(prompts.stack.map(\.kind) == [.sheet])
    second.cancel()
    #expect(await second.value == nil)
    #expect(prompts.stack.isEmpty)
  }

  @Test func anAnswerThatWasTakenIsNotLostToALaterCancellation() async throws {
    let asked = await page.asking { [networkIsOff] in await $0.ask(networkIsOff) }
    try prompts.choose(2)
    asked.cancel()
    #expect(await asked.value == .forget)
  }

  @Test func aCancelledTaskAsksNothing() async {
    let task = Task { [prompts, networkIsOff] in await prompts.ask(networkIsOff) }
    task.cancel()
    #expect(await task.value == nil)
    #expect(prompts.stack.isEmpty)
  }

  @Test func theScreensEndAnswersWithNothing() async {
    let asked = await page.asking { [networkIsOff] in await $0.ask(networkIsOff) }
    let picked = await page.asking { try? await $0.picker([["a"]]) }
    var told: [Way?] = []
    prompts.ask(networkIsOff) { told.append($0) }
    page.owner.end()
    #expect(await asked.value == nil)
    #expect(await picked.value == nil)
    #expect(told == [nil] && prompts.stack.isEmpty)
    #expect(await prompts.ask(networkIsOff) == nil)
    #expect(prompts.ask(networkIsOff) { told.append($0) } == nil)
    #expect(told == [nil, nil])
  }

  @Test func promptsThatNobodyKeepsEndTheirQuestionsOnceAndTheUppermostFirst() {
    var told: [String] = []
    var lonely: Prompts? = Prompts()
    for caption in ["a", "b"] {
      lonely?.ask(Question<Int>(caption, actions: [.normal("x", 1)])) { answer in
        told.append("\(caption) \(answer.map(String.init) ?? "-")")
      }
    }
    #expect(told.isEmpty)
    lonely = nil
    #expect(told == ["b -", "a -"])
  }

  @Test func aNewAlertCoversTheCurrentOneAndClosingShowsTheOneBelow() throws {
    var log: [String?] = []
    let token = prompts.$caption.observe { log.append($0) }
    for caption in ["a", "b", "c"] { prompts.ask(Question<Never>(caption, actions: [])) { _ in } }
    try prompts.dismiss()
    #expect(prompts.hide("a") == 1)
    try prompts.dismiss()
    #expect(log == [nil, "a", "b", "c", "b", nil])
    token.cancel()
  }

  @Test func alertsAreFoundAndHiddenByCaption() {
    var ends = 0
    for caption in ["a", "b", "a"] {
      prompts.ask(Question<Never>(caption, actions: [.cancel("OK")])) { _ in ends += 1 }
    }
    #expect(prompts.isPresenting(caption: "b") && !prompts.isPresenting(caption: "c"))
    #expect(prompts.hide("c") == 0 && prompts.hide("a") == 2)
    #expect(prompts.stack.map(\.caption) == ["b"] && ends == 2)
    #expect(prompts.hideAll() == 1 && prompts.hideAll() == 0 && ends == 3)
  }

  @Test func theActionRunsAfterTheAlertIsGoneAndMayAskAgain() throws {
    var log: [String] = []
    prompts.ask(networkIsOff) { [prompts, networkIsOff] answer in
      log.append("\(answer.map { "\($0)" } ?? "nothing") \(prompts.stack.count)")
      prompts.ask(networkIsOff) { _ in log.append("again") }
    }
    try prompts.choose(1)
    #expect(log == ["settings 0"] && prompts.stack.count == 1)
    try prompts.choose(0)
    #expect(log == ["settings 0", "again"])
  }

  @Test func aViewThatComesLateSeesWhatIsAsked() async throws {
    let asked = await page.asking { await $0.alert("Sure?", buttons: ["No", "Yes"]) }
    var seen: [[String]] = []
    let token = prompts.$actions.observe { seen.append($0) }
    #expect(seen == [["0) No", "1) Yes"]])
    try prompts.choose(1)
    #expect(await asked.value == 1)
    token.cancel()
  }

  @Test func anAnswerIsTakenOnce() async throws {
    var answers: [Way?] = []
    let id = try #require(prompts.ask(networkIsOff) { answers.append($0) })
    let other = try #require(prompts.ask(networkIsOff) { answers.append($0) })
    try prompts.choose(2, of: id)
    let late = await expectPromptError(.gone) { try prompts.choose(1, of: id) }
    #expect(
      late.contains("no prompt \(id) now") && late.hasSuffix("What is open: prompt \(other)."))
    await expectPromptError(.gone) { try prompts.dismiss(id) }
    #expect(answers == [.forget] && prompts.current?.id == other)
    try prompts.choose(0)
    await expectPromptError(.gone) { try prompts.choose(0) }
    #expect(answers == [.forget, nil])
  }

  @Test func aSecondAnswerFromWithinTheFirstIsRefused() async throws {
    var answers = 0
    let id = prompts.ask(networkIsOff) { _ in answers += 1 }
    var refused: ViewModelError?
    let token = prompts.$stack.observe { [prompts] stack in
      guard stack.isEmpty else { return }
      do throws(ViewModelError) { try prompts.choose(1, of: id) } catch { refused = error }
    }
    try prompts.choose(2)
    #expect(answers == 1 && refused?.code == .gone)
    token.cancel()
  }

  @Test func aSheetReturnsThePlaceOfItsTitle() async throws {
    let asked = await page.asking { try? await $0.sheet(["Camera", "Album"], caption: "Photo") }
    #expect(prompts.current?.kind == .sheet && prompts.caption == "Photo")
    let message = await expectPromptError(.noChoice) { try prompts.choose(2) }
    #expect(message == "There is nothing at 2. Choose from 0) Camera  1) Album.")
    await expectPromptError(.noChoice) { try prompts.choose(-1) }
    await expectPromptError(.otherAnswer) { try prompts.pick([0]) }
    #expect(prompts.stack.count == 1)
    try prompts.choose(1)
    #expect(await asked.value == 1)
    await expectPromptError(.badChoices) { _ = try await prompts.sheet([]) }
    #expect(prompts.stack.isEmpty)
  }

  @Test func aPickerReturnsARowOfEachColumn() async throws {
    let columns = [["Shanghai", "Beijing"], ["Mon", "Tue", "Wed"]]
    var asked = await page.asking { try? await $0.picker(columns, selected: [1, 2]) }
    #expect(prompts.columns == [["0) Shanghai", "1) Beijing"], ["0) Mon", "1) Tue", "2) Wed"]])
    await expectPromptError(.otherAnswer) { try prompts.choose(0) }
    await expectPromptError(.noChoice) { try prompts.pick([0]) }
    await expectPromptError(.noChoice) { try prompts.pick([0, 3]) }
    try prompts.pick([0, 1])
    #expect(await asked.value == [0, 1])
    asked = await page.asking { try? await $0.picker(columns, selected: [1, 2]) }
    try prompts.pick()
    #expect(await asked.value == [1, 2])
    asked = await page.asking { try? await $0.picker(columns) }
    try prompts.pick()
    #expect(await asked.value == [0, 0])
  }

  @Test(arguments: [[], [["a"], ["b"], ["c"], ["d"]], [["a"], []]])
  func aPickerHasOneToThreeColumnsWithRows(columns: [[String]]) async {
    await expectPromptError(.badChoices) { _ = try await prompts.picker(columns) }
    #expect(prompts.stack.isEmpty)
  }

  @Test(arguments: [[0], [0, 2], [-1, 0], [0, 0, 0], []])
  func presetsAreWithinTheirColumns(selected: [Int]) async {
    await expectPromptError(.noChoice) {
      _ = try await prompts.picker([["a", "b"], ["c", "d"]], selected: selected)
    }
    #expect(prompts.stack.isEmpty)
  }

  @Test func anErrorIsShownAsAnAlertAndCanBeConfirmed() throws {
    struct Down: Error, CustomStringConvertible { let description = "No answer" }
    let command = Command<Void, Void>(label: "load") { throw Down() }
    let token = command.errors.observe { [prompts] error in
      prompts.ask(Question<Never>("Error", message: "\(error)", actions: [.cancel("确定")])) { _ in }
    }
    command.execute()
    #expect(prompts.caption == "Error" && prompts.message == "No answer")
    try prompts.choose(0)
    #expect(prompts.stack.isEmpty)
    token.cancel()
  }

  @Test func promptsThatNobodyHoldsAreReleased() throws {
    weak var gone: Prompts?
    do {
      let prompts = Prompts()
      prompts.ask(Question<Never>("a", actions: [.cancel("OK")])) { _ in }
      prompts.toast("b", action: "Undo") {}
      _ = prompts.alertCommand.isEnabled
      gone = prompts
    }
    #expect(gone == nil)
  }
}
