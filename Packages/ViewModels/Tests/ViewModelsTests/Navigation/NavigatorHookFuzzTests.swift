import Bindings
import BindingsTestSupport
import Testing

@testable import ViewModels

/// A screen whose hooks may navigate.
@ViewModel
private final class HookedPage: LifecycleViewModel {
  @Ignored private(set) var setUps = 0
  @Ignored private let act: @MainActor (String) -> Void

  init(_ number: Int, _ act: @escaping @MainActor (String) -> Void) {
    self.act = act
    super.init()
    title = "\(number)"
  }

  override func startSetUp() {
    setUps += 1
    act("startSetUp of \(title ?? "")")
  }
  override func startLoading() {
    act("startLoading of \(title ?? "")")
    finishLoading()
  }
  override func startUnloading() {
    act("startUnloading of \(title ?? "")")
    finishUnloading()
  }
}

/// A navigator that is used in the hooks of its screens and by observers, too.
@MainActor
private final class HookedWorld {
  private var random: SeededNumbers
  private var navigator: Navigator?
  private let other = LifecycleViewModel()
  private var pages: [HookedPage] = []
  private var tokens: [Subscription] = []
  private var depth = 0
  private var budget = 0
  var log: [String] = []

  init(seed: UInt64) throws {
    random = SeededNumbers(state: seed)
    let navigator = try Navigator(tabs: (0..<3).map { .init("\($0)", root: page()) })
    self.navigator = navigator
    navigator.show()
    tokens.append(navigator.$tree.observe { [unowned self] _ in act("observer of the tree") })
    tokens.append(navigator.$path.observe { [unowned self] _ in act("observer of the path") })
  }

  private func below(_ limit: Int) -> Int { .random(in: 0..<limit, using: &random) }

  private func page() -> HookedPage {
    let page = HookedPage(pages.count) { [unowned self] in act($0) }
    pages.append(page)
    tokens.append(
      page.$isActive.observe { [unowned self, unowned page] isActive in
        act("observer of \(page.title ?? ""), \(isActive)")
      })
    return page
  }

  private func act(_ place: String) {
    guard budget > 0, depth < 3, below(4) == 0 else { return }
    budget -= 1
    log.append(String(repeating: " ", count: depth) + "\(place):")
    change()
  }

  func step() {
    budget = 6
    change()
    budget = 0
  }

  private func change() {
    guard let navigator else { return }
    depth += 1
    defer { depth -= 1 }
    let (what, tree) = (below(16), navigator.tree)
    log.append(String(repeating: " ", count: depth) + "\(what) at \(navigator.path)")
    switch what {
    case 0...2: try? navigator.push(page())
    case 3: navigator.pop()
    case 4: navigator.popToRoot()
    case 5:
      if let screen = tree.screens.randomElement(using: &random) {
        _ = try? navigator.pop(to: screen.model)
      }
    case 6: try? navigator.present(page())
    case 7: navigator.dismiss()
    case 8: try? navigator.select(below(tree.tabs.count + 1))
    case 9:
      try? navigator.insert(.init("t\(pages.count)", root: page()), at: below(tree.tabs.count + 1))
    case 10: if tree.tabs.count > 1 { try? navigator.removeTab(at: below(tree.tabs.count)) }
    case 11:
      if navigator.isActive {
        navigator.screenWillDisappear()
      } else {
        navigator.screenWillAppear()
      }
    case 12 where below(3) == 0: pages.randomElement(using: &random)?.end()
    case 13 where below(3) == 0:
      // Within a change, the tree still has the screens that have ended in it.
      let page = tree.screens.randomElement(using: &random)?.model
      if let page, !page.isEnded { other.addChild(page) }
    default: if depth < 4 { navigator.change { for _ in 0...below(3) { change() } } }
    }
  }

  /// What is not as it should be.
  var fault: String? {
    guard let navigator else { return nil }
    let screens = navigator.tree.screens.compactMap { $0.model as? HookedPage }
    let visible = navigator.tree.visible?.model
    let children = Set(navigator.children.map { ObjectIdentifier($0) })
    if children != Set(screens.map { ObjectIdentifier($0) }) { return "children" }
    for page in pages {
      let name = page.title ?? ""
      guard screens.contains(where: { $0 === page }) else {
        if page.parent === other { continue }
        if page.parent != nil || page.isActive { return "\(name) is gone, but belongs here" }
        if page.setUps > 0, !page.isEnded { return "\(name) has not ended" }
        continue
      }
      let isSeen = page === visible && navigator.isActive
      if page.parent !== navigator || page.isEnded { return "\(name) has ended" }
      if page.isActive != isSeen { return "\(name) is active: \(page.isActive)" }
      if page.state != (isSeen ? .loaded : .setUp) { return "\(name) is \(page.state)" }
      if page.setUps != 1 { return "\(name) was set up \(page.setUps) times" }
    }
    return nil
  }

  func end() {
    for token in tokens { token.cancel() }
    navigator?.end()
    navigator = nil
  }
}

@MainActor
@Suite(.ownGraph) struct NavigatorHookFuzzTests {
  @Test func onlyTheVisibleScreenIsActiveWhateverHooksDo() throws {
    let first = UInt64.random(in: 0...(.max - 10_000))
    for seed in first..<(first + 200) {
      let world = try HookedWorld(seed: seed)
      for _ in 0..<40 {
        let start = world.log.count
        world.step()
        guard let fault = world.fault else { continue }
        Issue.record("seed \(seed): \(fault)\n\(world.log[start...].joined(separator: "\n"))")
        return
      }
      world.end()
    }
  }
}
