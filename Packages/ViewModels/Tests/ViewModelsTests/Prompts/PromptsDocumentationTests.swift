import Bindings
import Testing
import ViewModels

private protocol PaymentService: Sendable {
  func pay(_ items: [String]) async throws
}

private struct FakePayments: PaymentService {
  struct Refused: Error, CustomStringConvertible { let description = "The card is blocked" }
  var isRefusing = false

  func pay(_ items: [String]) async throws { if isRefusing { throw Refused() } }
}

@ViewModel
private final class Checkout: LifecycleViewModel {
  var items: [String] = []
  private(set) var isPaid: Bool = false
  let prompts = Prompts()
  var canPay: Bool { prompts.$canRun.value && !items.isEmpty }

  private let service: any PaymentService
  init(service: any PaymentService) {
    self.service = service
    super.init()
    addChild(prompts)
  }

  @Command(enabled: \.canPay) func pay() async {
    let question = Question<Bool>(
      "Pay now?", actions: [.cancel("Not yet"), .normal("Pay", true)])
    guard await prompts.ask(question) == true else { return }
    do {
      try await prompts.submitting("Paying") { try await service.pay(items) }
      isPaid = true
      prompts.toast("Paid")
    } catch {
      prompts.toast(failure: error)
    }
  }
}

extension Checkout {
  fileprivate func undo() { items = [] }
}

@MainActor
private final class Settings {
  private(set) var opened = 0
  func open() { opened += 1 }
}

/// The samples of the article on prompts, as they are written there.
@MainActor
@Suite(.ownGraph) struct PromptsDocumentationTests {
  private let clock = HandClock()

  private func makePage(_ service: FakePayments = FakePayments()) -> Checkout {
    let page = Checkout(service: service)
    page.items = ["tea"]
    page.environment[ClockKey.self] = clock
    return page
  }

  private func pay(_ page: Checkout, choosing index: Int) async throws {
    let paying = page.payCommand.execute()
    while page.prompts.current == nil { await Task.yield() }
    try page.prompts.choose(index)
    _ = await paying.result
  }

  @Test func thePageAsksPaysAndTells() async throws {
    let page = makePage()
    try await pay(page, choosing: 0)
    #expect(!page.isPaid && page.prompts.toasts.isEmpty)
    try await pay(page, choosing: 1)
    #expect(page.isPaid && page.prompts.toasts.map(\.text) == ["Paid"])
    clock.advance(by: .seconds(2))
    #expect(page.prompts.toasts.isEmpty)
  }

  @Test func aRefusalIsTold() async throws {
    let page = makePage(FakePayments(isRefusing: true))
    try await pay(page, choosing: 1)
    #expect(!page.isPaid && page.prompts.toasts.map(\.text) == ["The card is blocked"])
    #expect(page.payCommand.isEnabled)
  }

  @Test func aViewAnswersById() async throws {
    let page = makePage()
    var buttons: [(title: String, tap: @MainActor () throws -> Void)] = []
    let draw: (String, @escaping @MainActor () throws -> Void) -> Void = {
      buttons.append(($0, $1))
    }
    let drawing = observe {
      guard let prompt = page.prompts.current else { return }
      for (index, action) in prompt.actions.enumerated() {
        draw(action.title) { try page.prompts.choose(index, of: prompt.id) }
      }
    }
    let paying = page.payCommand.execute()
    while buttons.isEmpty { await Task.yield() }
    #expect(buttons.map(\.title) == ["Not yet", "Pay"])
    try buttons[1].tap()
    _ = await paying.result
    #expect(page.isPaid)
    await expectPromptError(.gone) { try buttons[0].tap() }
    drawing.cancel()
  }

  @Test func toastsTheirWordingAndTheErrorPort() throws {
    let page = makePage()
    let prompts = page.prompts
    prompts.toast("Deleted", action: "Undo") { page.undo() }
    try prompts.tap()
    #expect(page.items.isEmpty)
    prompts.wording = { text, kind in
      kind == .failure && text.contains("has no available provider") ? "Something went wrong" : text
    }
    prompts.toast("X has no available provider (3)", kind: .failure, duration: .short)
    #expect(prompts.toasts.map(\.text) == ["Something went wrong"])
    let load = Command<Void, Void>(label: "load") { throw FakePayments.Refused() }
    page.keep(
      load.errors.observe { [prompts] error in
        prompts.ask(Question<Never>("Error", message: "\(error)", actions: [.cancel("OK")])) { _ in
        }
      })
    load.execute()
    #expect(prompts.actions == ["0) OK"])
  }

  // L43: asked when the network goes and when the screen becomes active without it, taken back when it
  // returns.
  @Test func theNetworksWarningComesAndGoes() throws {
    let page = makePage()
    let prompts = page.prompts
    let isOnline = Property(true)
    let settings = Settings()
    let question = Question<Bool>("网络异常", actions: [.cancel("取消"), .normal("设置网络", true)])
    page.keep(
      observe { [unowned page] in
        if page.isActive, !isOnline.value {
          page.prompts.ask(question) { if $0 == true { settings.open() } }
        } else {
          page.prompts.hide(question.caption)
        }
      })
    page.screenWillAppear()
    #expect(prompts.stack.isEmpty)
    isOnline.value = false
    #expect(prompts.caption == "网络异常")
    try page.prompts.choose(1)
    #expect(settings.opened == 1 && prompts.stack.isEmpty)
    page.screenWillDisappear()
    page.screenWillAppear()
    #expect(prompts.stack.count == 1)
    isOnline.value = true
    #expect(prompts.stack.isEmpty && settings.opened == 1)
  }
}
