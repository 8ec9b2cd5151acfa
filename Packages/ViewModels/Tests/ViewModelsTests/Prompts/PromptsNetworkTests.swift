import Bindings
import Testing
import ViewModels

// L43
@MainActor
@Suite(.ownGraph) struct PromptsNetworkTests {
  private enum Way { case settings }

  private let page = PromptedPage()
  private var prompts: Prompts { page.prompts }
  private let question = Question<Way>(
    "网络异常", actions: [.cancel("取消"), .normal("设置网络", .settings)])

  @Test func theWarningComesAndGoesWithTheNetwork() {
    prompts.warnWithoutNetwork(question) { _ in }
    #expect(prompts.stack.isEmpty)
    prompts.network = .disabled
    #expect(prompts.caption == "网络异常" && prompts.actions == ["0) 取消", "1) 设置网络"])
    prompts.network = .normal
    #expect(prompts.stack.isEmpty)
  }

  @Test func theWarningGoesFromBelowAnotherAlert() async throws {
    prompts.warnWithoutNetwork(question) { _ in }
    prompts.network = .disabled
    let asked = await page.asking { await $0.alert("Sure?") }
    prompts.network = .normal
    #expect(prompts.stack.map(\.caption) == ["Sure?"])
    try prompts.choose(0)
    #expect(await asked.value == 0)
  }

  @Test func itIsAskedAgainWhenTheScreenBecomesActiveAndNotBefore() throws {
    var checks = 0
    let check: @MainActor () -> NetworkState = {
      checks += 1
      return .disabled
    }
    prompts.warnWithoutNetwork(question, check: check) { _ in }
    #expect(checks == 1 && prompts.isPresenting(caption: "网络异常"))
    try prompts.dismiss()
    #expect(prompts.stack.isEmpty)
    page.owner.screenWillAppear()
    #expect(checks == 2 && prompts.stack.count == 1)
    page.owner.screenWillDisappear()
    page.owner.screenWillAppear()
    #expect(checks == 3 && prompts.stack.count == 1)
    prompts.recheckNetwork()
    #expect(checks == 4 && prompts.stack.count == 1)
  }

  @Test func becomingActiveNoticesThatTheNetworkIsBack() {
    let state = Property(NetworkState.disabled)
    prompts.warnWithoutNetwork(question, check: { state.value }) { _ in }
    #expect(prompts.network == .disabled)
    state.value = .normal
    page.owner.screenWillAppear()
    #expect(prompts.network == .normal && prompts.stack.isEmpty)
  }

  @Test func theAnswerIsTaken() throws {
    var ways: [Way] = []
    prompts.warnWithoutNetwork(question) { ways.append($0) }
    prompts.network = .disabled
    try prompts.choose(0)
    prompts.network = .normal
    prompts.network = .disabled
    try prompts.choose(1)
    #expect(ways == [.settings])
  }

  @Test func aBoundNetworkWarnsWithinABatchOfChanges() {
    let reachable = Property(NetworkState.normal)
    prompts.keep(reachable.bind(to: prompts.$network))
    prompts.warnWithoutNetwork(question) { _ in }
    batch {
      reachable.value = .disabled
      prompts.recheckNetwork()
    }
    #expect(prompts.stack.count == 1)
    batch {
      reachable.value = .normal
      reachable.value = .disabled
    }
    #expect(prompts.stack.count == 1)
  }

  @Test func onlyTheLatestWarningCounts() {
    prompts.network = .disabled
    prompts.warnWithoutNetwork(question) { _ in }
    prompts.warnWithoutNetwork(Question<Never>("Offline", actions: [.cancel("OK")])) { _ in }
    #expect(prompts.stack.map(\.caption) == ["Offline"])
    prompts.network = .normal
    #expect(prompts.stack.isEmpty)
    page.owner.end()
    prompts.network = .disabled
    #expect(prompts.stack.isEmpty)
  }
}
