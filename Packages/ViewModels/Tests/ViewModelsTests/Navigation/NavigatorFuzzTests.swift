import Bindings
import Testing
import ViewModels

/// What the navigator does, the obvious way, with page numbers.
private struct PlainTree: Equatable {
  var tabs: [[Int]]
  var selected = 0
  var sheets: [[Int]] = []

  var pages: Set<Int> { Set((tabs + sheets).joined()) }

  var front: [Int] {
    get { sheets.last ?? tabs[selected] }
    set {
      if sheets.isEmpty { tabs[selected] = newValue } else { sheets[sheets.count - 1] = newValue }
    }
  }

  mutating func insert(_ root: Int, at index: Int) {
    tabs.insert([root], at: index)
    if index <= selected { selected += 1 }
  }

  mutating func remove(at index: Int) {
    tabs.remove(at: index)
    if index < selected || selected == tabs.count { selected -= 1 }
  }

  /// A page ends, or is taken elsewhere.
  mutating func lost(_ page: Int) {
    tabs = tabs.map { $0.filter { $0 != page } }
    sheets = sheets.map { $0.filter { $0 != page } }.filter { !$0.isEmpty }
  }

  /// A page goes with what covers it.
  mutating func dismissed(_ page: Int) {
    guard let index = sheets.firstIndex(where: { $0.first == page }) else { return popped(page) }
    sheets.removeSubrange(index...)
  }

  mutating func popped(_ page: Int) {
    func cut(_ stack: [Int]) -> [Int] {
      guard let index = stack.firstIndex(of: page), index > 0 else { return stack }
      return Array(stack[..<index])
    }
    tabs = tabs.map(cut)
    sheets = sheets.map(cut)
  }
}

/// A navigator, its plain twin, and all that was ever seen of it.
@MainActor
private final class Twins {
  let navigator: Navigator
  var plain = PlainTree(tabs: [[0], [1], [2]])
  var pages = (0..<3).map { NamedPage("\($0)") }
  var screens: [NavigationTree.Screen.ID: Int] = [:]
  /// By the page at the root of the sheet when it was seen first.
  var sheets: [NavigationTree.Stack.ID: Int] = [:]
  /// The plain sheets' identities, in order.
  var sheetIDs: [NavigationTree.Stack.ID] = []
  var updates = 0
  var ends: [Int: Int] = [:]
  var tokens: [Subscription] = []
  /// The calls that wait for an answer, and what the others have returned.
  var asking: [Int: Task<Void, Never>] = [:]
  var returned: [Int: Int?] = [:]
  /// The answers that pages have given.
  var answers: [Int: Int] = [:]
  /// The pages that took others over.
  let elsewhere = NamedPage("elsewhere")

  init() throws {
    navigator = try Navigator(tabs: pages.enumerated().map { .init("\($0)", root: $1) })
    navigator.show()
    for number in pages.indices { count(number) }
    tokens.append(navigator.$tree.observe { [unowned self] _ in updates += 1 })
  }

  func make() -> (NamedPage, Int) {
    let number = pages.count
    pages.append(AskingPage("\(number)"))
    count(number)
    return (pages[number], number)
  }

  /// Presents a page and waits for its answer.
  func ask() async -> Int {
    let number = make().1
    guard let page = pages[number] as? AskingPage else { return number }
    // It may wait still when the world ends.
    asking[number] = Task { [weak self, navigator] in
      let answer = try? await navigator.present(asking: page)
      self?.returned[number] = .some(answer)
    }
    while !navigator.isPresented(page) { await Task.yield() }
    plain.sheets.append([number])
    return number
  }

  /// Lets the calls return whose pages have gone; whether they do, the others wait, and the answers are right.
  func haveReturned() async -> Bool {
    let living = plain.pages
    let gone = Set(asking.keys.filter { !living.contains($0) })
    var turns = 0
    while gone.contains(where: { returned[$0] == nil }), turns < 100_000 {
      turns += 1
      await Task.yield()
    }
    return asking.keys.allSatisfy { number in
      gone.contains(number) ? returned[number] == .some(answers[number]) : returned[number] == nil
    }
  }

  private func count(_ number: Int) {
    let page = pages[number]
    tokens.append(observe { [unowned self] in if page.isEnded { ends[number, default: 0] += 1 } })
  }

  /// What the navigator shows, as numbers.
  var shown: PlainTree {
    let tree = navigator.tree
    func numbers(_ stack: NavigationTree.Stack) -> [Int] {
      stack.screens.map { Int($0.model.title ?? "") ?? -1 }
    }
    return PlainTree(
      tabs: tree.tabs.map(numbers), selected: tree.selectedIndex,
      sheets: tree.presentations.map(numbers))
  }

  /// Whether both agree, on who lives and who is seen too.
  func agree(handedOver: Set<Int>) -> Bool {
    let living = plain.pages
    return shown == plain
      && handedOver.allSatisfy { (ends[$0] ?? 0) == (living.contains($0) ? 0 : 1) }
      && pages.indices.allSatisfy { pages[$0].isActive == ($0 == plain.front.last) }
      && navigator.children.count == living.count
  }
}

@MainActor
@Suite(.ownGraph) struct NavigatorFuzzTests {
  @Test func programAndViewConvergeWhoeverActs() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var numbers = SeededNumbers(state: seed)
    let twins = try Twins()
    var handedOver: Set<Int> = [0, 1, 2]
    for step in 0..<1500 {
      let (before, updates) = (twins.plain, twins.updates)
      switch Int.random(in: 0...11, using: &numbers) {
      case 0...2: report(twins, &numbers)
      case 3: handedOver.insert(await twins.ask())
      case 4: await answer(twins, &numbers)
      case 5: lose(twins, &handedOver, &numbers)
      default: try change(twins, &handedOver, &numbers)
      }
      for screen in twins.navigator.tree.screens {
        twins.screens[screen.id] = Int(screen.model.title ?? "")
      }
      twins.sheetIDs = twins.navigator.tree.presentations.map(\.id)
      for (index, id) in twins.sheetIDs.enumerated() where twins.sheets[id] == nil {
        twins.sheets[id] = index
      }
      let expected = before == twins.plain ? 0 : 1
      guard twins.agree(handedOver: handedOver), twins.updates - updates == expected,
        await twins.haveReturned()
      else {
        Issue.record(
          "seed \(seed), step \(step): \(twins.navigator.shape), \(twins.updates - updates) updates"
        )
        return
      }
    }
    print("navigation fuzz: seed \(seed), \(twins.pages.count) pages, \(twins.updates) updates")
  }

  /// A page that is asked gives its answer, or the call is cancelled.
  private func answer(_ twins: Twins, _ numbers: inout SeededNumbers) async {
    let waiting = twins.asking.keys.filter { twins.plain.pages.contains($0) }.sorted()
    guard let number = waiting.randomElement(using: &numbers) else { return }
    if Bool.random(using: &numbers) {
      twins.answers[number] = number
      (twins.pages[number] as? AskingPage)?.pick(number)
    } else {
      twins.asking[number]?.cancel()
      for _ in 0..<1000 where twins.returned[number] == nil { await Task.yield() }
    }
    twins.plain.dismissed(number)
  }

  /// A page that is no root of a tab ends, or becomes a part of another view-model.
  private func lose(
    _ twins: Twins, _ handedOver: inout Set<Int>, _ numbers: inout SeededNumbers
  ) {
    let roots = Set(twins.plain.tabs.map { $0[0] })
    let candidates = twins.plain.pages.subtracting(roots).sorted()
    guard let number = candidates.randomElement(using: &numbers) else { return }
    if Bool.random(using: &numbers) {
      twins.pages[number].end()
    } else {
      twins.elsewhere.addChild(twins.pages[number])
      handedOver.remove(number)
    }
    twins.plain.lost(number)
  }

  /// The view tells that something went, which may be long gone.
  private func report(_ twins: Twins, _ numbers: inout SeededNumbers) {
    if Bool.random(using: &numbers) {
      let known = twins.screens.sorted { $0.value < $1.value }
      guard let (id, page) = known.randomElement(using: &numbers) else { return }
      // One page has one place at a time, and a screen that was moved has got another identity.
      if twins.navigator.tree.screens.contains(where: { $0.id == id }) { twins.plain.popped(page) }
      twins.navigator.didPop(id)
    } else {
      let known = twins.sheets.keys.sorted { "\($0)" < "\($1)" }
      guard let id = known.randomElement(using: &numbers) else { return }
      if let index = twins.sheetIDs.firstIndex(of: id) {
        twins.plain.sheets.removeSubrange(index...)
      }
      twins.navigator.didDismiss(id)
    }
  }

  /// One to four verbs as one change; one in five fails at its end.
  private func change(
    _ twins: Twins, _ handedOver: inout Set<Int>, _ numbers: inout SeededNumbers
  ) throws {
    let before = twins.plain
    var (new, random) = (Set<Int>(), numbers)
    let fails = Int.random(in: 0...4, using: &random) == 0
    let count = Int.random(in: 1...4, using: &random)
    do {
      try twins.navigator.change {
        for _ in 0..<count {
          let used = try verb(twins, &random)
          new.formUnion(used)
        }
        if fails { try twins.navigator.select(99) }
      }
      handedOver.formUnion(new)
    } catch let error as ViewModelError where error.code == .noTab {
      twins.plain = before
    }
    numbers = random
  }

  private func verb(
    _ twins: Twins, _ numbers: inout SeededNumbers
  ) throws(ViewModelError) -> [Int] {
    let navigator = twins.navigator
    switch Int.random(in: 0...12, using: &numbers) {
    case 0, 1, 2:
      let (page, number) = twins.make()
      try navigator.push(page)
      twins.plain.front.append(number)
      return [number]
    case 3, 4:
      let isRoot = twins.plain.front.count == 1
      #expect(navigator.pop() == !isRoot)
      if !isRoot { twins.plain.front.removeLast() }
    case 5:
      navigator.popToRoot()
      twins.plain.front.removeSubrange(1...)
    case 6:
      let index = Int.random(in: twins.plain.front.indices, using: &numbers)
      try navigator.pop(to: twins.pages[twins.plain.front[index]])
      twins.plain.front.removeSubrange((index + 1)...)
    case 7:
      let (page, number) = twins.make()
      let kept = twins.plain.front.filter { _ in Bool.random(using: &numbers) }
      let stack = (kept + [number]).shuffled(using: &numbers)
      twins.plain.front = stack
      try navigator.setStack(stack.map { $0 == number ? page : twins.pages[$0] })
      return [number]
    case 8:
      let (page, number) = twins.make()
      try navigator.present(page)
      twins.plain.sheets.append([number])
      return [number]
    case 9:
      navigator.dismiss()
      _ = twins.plain.sheets.popLast()
    case 10:
      let (page, number) = twins.make()
      let index = Int.random(in: 0...twins.plain.tabs.count, using: &numbers)
      try navigator.insert(.init("\(number)", root: page), at: index)
      twins.plain.insert(number, at: index)
      return [number]
    case 11:
      guard twins.plain.tabs.count > 1 else { break }
      let index = Int.random(in: twins.plain.tabs.indices, using: &numbers)
      try navigator.removeTab(at: index)
      twins.plain.remove(at: index)
    default:
      let index = Int.random(in: twins.plain.tabs.indices, using: &numbers)
      try navigator.select(index)
      twins.plain.selected = index
    }
    return []
  }
}

extension Navigator {
  fileprivate func isPresented(_ page: LifecycleViewModel) -> Bool {
    tree.presentations.contains { $0.screens[0].model === page }
  }
}
