import Bindings
import Testing
import ViewModels

@MainActor
@Suite(.ownGraph) struct PromptsActivityTests {
  private let page = PromptedPage()
  private var prompts: Prompts { page.prompts }

  @ViewModel
  private final class Cart: LifecycleViewModel {
    var items: [String] = ["tea"]
    let prompts = Prompts()
    var canPay: Bool { prompts.$canRun.value && !items.isEmpty }

    init() {
      super.init()
      addChild(prompts)
    }

    @Command(enabled: \.canPay) func clear() { items = [] }
  }

  @Test func theOverlayStaysUntilTheLastOfItsActivitiesEnds() async throws {
    let first = prompts.begin("加载中。。。")
    let second = prompts.begin()
    #expect(prompts.isBusy && prompts.activities.count == 2 && prompts.activityMessage == "加载中。。。")
    let third = prompts.begin("Saving")
    #expect(prompts.activityMessage == "Saving")
    try prompts.finish(first)
    try prompts.finish(third)
    #expect(prompts.isBusy && prompts.activityMessage == nil)
    await expectPromptError(.gone) { try prompts.finish(first) }
    #expect(prompts.activities.count == 1)
    try prompts.finish(second)
    #expect(!prompts.isBusy)
    await expectPromptError(.gone) { try prompts.finish() }
  }

  // S15: the overlay was hidden on success only.
  @Test func theOverlayGoesOnFailureToo() async {
    struct Down: Error {}
    var seen: [Bool] = []
    let token = prompts.$isBusy.observe { seen.append($0) }
    await #expect(throws: Down.self) {
      try await prompts.during("加载中。。。") { throw Down() }
    }
    #expect(seen == [false, true, false])
    let number = await prompts.during { 42 }
    #expect(number == 42 && !prompts.isBusy)
    token.cancel()
  }

  @Test func theOverlayGoesWithACancelledTask() async {
    let task = Task { [prompts] in
      try await prompts.during { while true { try Task.checkCancellation(); await Task.yield() } }
    }
    while !prompts.isBusy { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!prompts.isBusy)
  }

  // L35: a message was dropped, and nothing shown with it.
  @Test func aSubmissionWithAMessageIsShownWithIt() async {
    var seen: [String] = []
    let token = observe { [prompts] in
      seen.append("\(prompts.isSubmitting) \(prompts.activityMessage ?? "-")")
    }
    await prompts.submitting("正在提交") {}
    #expect(seen == ["false -", "true 正在提交", "false -"])
    await prompts.submitting {}
    #expect(seen.suffix(2) == ["true -", "false -"])
    token.cancel()
  }

  @Test func commandsOfTheScreenWaitWhileSomethingIsSentOff() async {
    let cart = Cart()
    let loading = cart.prompts.begin("Loading")
    #expect(cart.clearCommand.isEnabled && cart.prompts.canRun)
    await cart.prompts.submitting("Paying") {
      #expect(!cart.clearCommand.isEnabled)
      guard case .rejected(let rejection) = cart.clearCommand.execute().outcome else {
        Issue.record("the command ran")
        return
      }
      #expect(rejection.reasons == ["canRun is false"])
    }
    #expect(cart.clearCommand.isEnabled && cart.prompts.activities.map(\.id) == [loading])
  }

  @Test func nothingGoesOnAfterTheScreensEnd() async throws {
    let id = prompts.begin("a")
    page.owner.end()
    #expect(!prompts.isBusy)
    await expectPromptError(.gone) { try prompts.finish(id) }
    await prompts.submitting("b") { #expect(prompts.canRun) }
  }
}
