import Bindings
import ViewModels

/// A checkout that asks before it sends an order and reports the result: the demo of ``Prompts``.
///
/// ```
/// let page = CheckoutPage()
/// page.chooseDelivery() &
/// page.prompts.pick([0, 1])
/// page.submit() &
/// page.prompts.choose(1)
/// ```
/// `page.language = .chinese` switches the page to Chinese. At `:network offline` the page offers to set up the
/// network; at `:network wifi` it withdraws that question.
@MainActor
@ViewModel
final class CheckoutPage: LifecycleViewModel {
  /// The language of the page; open questions keep theirs.
  var language: PageLanguage
  /// The goods in the basket.
  private(set) var goods: [String]
  /// The city of the delivery; `nil` until it is chosen.
  private(set) var city: String?
  /// The day of the delivery; `nil` until it is chosen.
  private(set) var day: String?
  /// The number of the latest order.
  private(set) var order: Int?
  /// Whether orders can be sent, as far as is known.
  private(set) var isOnline: Bool = true
  /// The questions and messages of the page.
  let prompts: Prompts

  /// Whether nothing is being sent.
  var canChange: Bool { prompts.$canRun.value }
  /// Whether nothing is being sent, there is something to send, and the city is known.
  var canSubmit: Bool { canChange && !goods.isEmpty && city != nil }
  /// Whether nothing is being sent, and there is something to take out.
  var canClear: Bool { canChange && !goods.isEmpty }

  private let service: any OrderService
  @Ignored private var picked = [0, 0]
  @Ignored private var warning: Prompt.ID?

  /// Makes the page of a basket with two things in it.
  init(service: any OrderService, language: PageLanguage = .english) {
    self.service = service
    self.language = language
    goods = [language.text("tea", "茶"), language.text("rice", "米")]
    prompts = Prompts()
    super.init()
    addChild(prompts)
    keep($language.observe { [weak self] in self?.speak(CheckoutWords($0)) })
    keep(didBecomeActive.observe { $0.checkNetwork() })
    follow(service) { [weak self] _ in self?.checkNetwork() }
  }

  override func startSetUp() {
    guard let app = environment[AppStateKey.self] else { return }
    keep(
      app.events.filter { $0 == .didBecomeActive }.observe { [weak self] _ in
        guard let self, isActive else { return }
        checkNetwork()
      })
  }

  /// Puts something into the basket.
  @Command(enabled: \.canChange) func add(_ thing: String) { goods.append(thing) }

  /// Empties the basket; a tap on the following message fills it again.
  @Command(enabled: \.canClear) func clear() {
    let words = CheckoutWords(language)
    let before = goods
    goods = []
    prompts.toast(words.cleared, action: words.undo) { [weak self] in self?.goods = before }
  }

  /// Asks for the city and the day of the delivery; without a choice, the previous ones stay.
  @Command(enabled: \.canChange) func chooseDelivery() async throws {
    let words = CheckoutWords(language)
    let rows = try await prompts.picker(
      [words.cities, words.days], selected: picked, caption: words.chooseDelivery)
    guard let rows else { return }
    picked = rows
    city = words.cities[rows[0]]
    day = words.days[rows[1]]
  }

  /// Asks whether the order is right, and sends it.
  ///
  /// - Returns: The number of the order; `nil` when it was not sent.
  @Command(enabled: \.canSubmit) func submit() async -> Int? {
    guard let city, let day else { return nil }
    let words = CheckoutWords(language)
    let draft = Order(goods: goods, city: city, day: day)
    guard await prompts.ask(words.question(draft)) == true else { return nil }
    do {
      let number = try await prompts.submitting(words.submitting) { try await service.send(draft) }
      order = number
      // The message after `clear` may have filled the basket again in the meantime.
      for thing in draft.goods { goods.firstIndex(of: thing).map { _ = goods.remove(at: $0) } }
      prompts.toast(words.ordered(number))
      return number
    } catch {
      if Task.isCancelled { return nil }
      prompts.toast(failure: error, in: untracked { language })
      checkNetwork()
      return nil
    }
  }

  /// Checks for a network, and offers to set it up when there is none.
  @Command func checkNetwork() {
    isOnline = service.isReachable
    if isOnline { return withdrawWarning() }
    if prompts.stack.contains(where: { $0.id == warning }) { return }
    warning = prompts.ask(CheckoutWords(language).networkIsOff) { [weak self] answer in
      guard answer == true, let self else { return }
      service.reconnect()
      checkNetwork()
    }
  }

  private func withdrawWarning() {
    guard let id = warning else { return }
    warning = nil
    // The question may have been answered already.
    try? prompts.dismiss(id)
  }

  private func speak(_ words: CheckoutWords) {
    title = words.title
    prompts.wording = words.wording
    withdrawWarning()
    checkNetwork()
  }
}

/// The receiver of orders.
protocol OrderService: NetworkAware {
  /// Sets the network up again.
  func reconnect()
  /// Sends an order and returns its number.
  func send(_ order: Order) async throws -> Int
}

/// The bought goods, and their delivery.
struct Order: Codable, Hashable, Sendable {
  var goods: [String]
  var city: String
  var day: String
}
