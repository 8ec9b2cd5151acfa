import Networking
import Testing
import ViewModels
@testable import Workshop

/// `:network wifi`, `cellular` and `offline` reach the pages that are open, without anything being asked.
@MainActor
@Suite struct NetworkStateTests {
  @Test func theStateIsToldWithHowTheNetworkBehaves() async {
    let lines = await said(
      ":network", ":network cellular", ":network slow", ":network offline", ":network wifi",
      ":network offline", ":network good", ":network offline", ":network online",
      ":network wifi now")
    #expect(
      lines.prefix(9) == [
        "network: wifi", "network: cellular",
        "network: cellular, slow: 400 ms before each answer, 32 kB per second", "network: offline",
        "network: wifi, slow: 400 ms before each answer, 32 kB per second", "network: offline",
        "network: wifi", "network: offline", "network: wifi",
      ], "\(lines)")
    #expect(lines.contains { $0.contains("':network wifi now' is not known") })
  }

  @Test func anOpenCheckoutAsksByItselfAndTakesItBack() async {
    let lines = await said(
      "let page = CheckoutPage()", ":network offline", "wait until !page.isOnline",
      "page.prompts.caption", ":network cellular", "wait until page.isOnline",
      "page.prompts.caption ?? \"\"", ":network offline", "wait until !page.isOnline",
      "page.prompts.choose(1)", ":network", "page.isOnline")
    #expect(lines.contains(#""Network is off""#) && lines.contains(#""""#), "\(lines)")
    #expect(lines.suffix(2) == ["network: wifi", "true"])
  }

  // L43: who has answered is asked again when the program comes back.
  @Test func anOpenCheckoutLooksAgainWhenTheProgramComesBack() async {
    let lines = await said(
      "let page = CheckoutPage()", ":show page", ":network offline", "wait until !page.isOnline",
      "page.prompts.choose(0)", "page.prompts.caption ?? \"nothing\"",
      "device.report(\"didEnterBackground\")", "device.phase",
      "device.report(\"didBecomeActive\")", "page.prompts.caption ?? \"nothing\"")
    #expect(lines.contains(#""nothing""#) && lines.contains(".background"), "\(lines)")
    #expect(lines.last == #""Network is off""#, "\(lines)")
  }

  // C16: one state of the network for the whole program.
  @Test func theProgramKnowsWhetherThereIsANetwork() async {
    let lines = await said(
      "device.isOnline", ":network offline", "wait until !device.isOnline", "device.isOnline",
      ":network wifi", "wait until device.isOnline", "device.isOnline")
    let answers = lines.filter { ["true", "false"].contains($0) }
    #expect(answers == ["true", "false", "true"], "\(lines)")
  }

  @Test(arguments: ["device", "news", "page"])
  func anUndoDoesNotBringTheNetworkBack(name: String) async {
    let lines = await said(
      "let news = CarNews()", "let page = CheckoutPage()", "news.title = \"x\"", ":snapshot s",
      ":network offline", "wait until !\(name).isOnline", "news.title = \"y\"", "undo 2",
      "\(name).isOnline", "redo 2", ":restore s", "\(name).isOnline", "news.title")
    #expect(lines.contains("undone: news.title = \"x\""), "\(lines)")
    #expect(lines.filter { ["true", "false"].contains($0) } == ["false", "false"], "\(lines)")
    #expect(lines.last == "\"x\"")
  }

  /// [quirk] Who tells the program of a state of the network that it had already has changed nothing.
  @Test(arguments: [
    [":network offline", "device.isOnline = false"],
    ["device.isOnline = false", ":network offline"],
  ])
  func anUndoOfWhatTheNetworkSaysTooLeavesItsTruth(typed: [String]) async {
    let lines = await said(
      "let news = CarNews()", "device.isOnline", typed[0], typed[1], "wait until !news.isOnline",
      "undo", "device.isOnline", ":network wifi", "wait until device.isOnline", "device.isOnline")
    #expect(
      lines.filter { ["true", "false"].contains($0) } == ["true", "false", "true"], "\(lines)")
  }

  @Test func newsThatDidNotComeForWantOfANetworkComeWithIt() async {
    let lines = await said(
      "let news = CarNews()", ":network offline", "wait until !news.isOnline", "news.refresh()",
      "news.count",
      ":network wifi", "wait until news.count > 0", "news.count", "news.needsRetry")
    #expect(lines.suffix(2) == ["30", "false"], "\(lines)")
    #expect(lines.contains("0"))
  }

  @Test func photosAndOrdersThatDidNotComeComeWithTheNetwork() async {
    let lines = await said(
      "let photos = PhotoGrid()", "let orders = WaybillPage()", ":network offline",
      "photos.refresh()", ":show orders", "photos.page.needsRetry", ":network cellular",
      "wait until photos.count == 3", "wait until orders.total > 0", "photos.page.needsRetry")
    #expect(lines.contains("true") && lines.last == "false", "\(lines)")
  }

  /// Orders with a network of their own.
  private final class Orders: OrderService {
    let network = ReachabilitySimulator()

    var reachability: (any Reachability)? { network }
    func reconnect() { network.status = .wifi }
    func send(_ order: Order) async throws -> Int { 1 }
  }

  @Test func aPageThatHasEndedListensNoMoreAndIsReleased() async {
    let orders = Orders()
    var page: CheckoutPage? = CheckoutPage(service: orders)
    while page?.isOnline == true {
      orders.network.status = .notReachable
      await Task.yield()
    }
    page?.end()
    orders.network.status = .wifi
    for _ in 0..<100 { await Task.yield() }
    #expect(page?.isOnline == false)
    let other = CheckoutPage(service: orders)
    while !other.isOnline { await Task.yield() }
    weak let released = page
    page = nil
    #expect(released == nil)
  }
}
