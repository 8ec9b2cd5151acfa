import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// Going back to an earlier position: by the screens themselves, as long as they are there.
@MainActor
@Suite(.ownGraph) struct NavigatorPositionTests {
  private let navigator: Navigator

  init() throws {
    navigator = try Navigator(tabs: [
      .init("a", root: NamedPage("a")), .init("b", root: NamedPage("b")),
    ])
  }

  @Test func whatHasComeSinceEndsAsOneChange() throws {
    let start = navigator.tree.position
    let (detail, sheet) = (NamedPage("detail"), NamedPage("sheet"))
    try navigator.push(detail)
    try navigator.select(1)
    try navigator.present(sheet)
    var changes = 0
    let token = navigator.$tree.observe { _ in changes += 1 }
    changes = 0
    try navigator.goBack(to: start)
    #expect(changes == 1 && navigator.tree.position == start)
    #expect(detail.isEnded && sheet.isEnded)
    #expect(navigator.selectedIndex == 0 && navigator.visible === navigator.tabs[0])
    try navigator.goBack(to: start)
    #expect(changes == 1)
    token.cancel()
  }

  @Test func theScreensThatStayAreTheSame() throws {
    let detail = NamedPage("detail")
    try navigator.push(detail)
    let there = navigator.tree.position
    try navigator.select(1)
    try navigator.push(NamedPage("other"))
    try navigator.goBack(to: there)
    #expect(navigator.visible === detail && !detail.isEnded)
    #expect(navigator.tree.tabs.map(\.screens.count) == [2, 1])
    #expect(navigator.tabNames == ["a", "b"])
  }

  @Test func whatHasLeftDoesNotComeBack() throws {
    try navigator.push(NamedPage("detail"))
    let there = navigator.tree.position
    navigator.pop()
    let now = navigator.tree.position
    #expect(throws: ViewModelError.self) { try navigator.goBack(to: there) }
    #expect(navigator.tree.position == now)
    // Nor does a tab.
    let tabs = navigator.tree.position
    try navigator.removeTab(at: 1)
    #expect(throws: ViewModelError.self) { try navigator.goBack(to: tabs) }
    #expect(navigator.tabNames == ["a"])
  }

  @Test func aPositionKeepsNoScreenAlive() throws {
    weak var gone: NamedPage?
    let position = try {
      let page = NamedPage("page")
      gone = page
      try navigator.push(page)
      return navigator.tree.position
    }()
    navigator.pop()
    #expect(gone == nil && position != navigator.tree.position)
  }

  @Test func whatAChangeHasTakenAwayComesBackWithinIt() throws {
    let (detail, sheet) = (NamedPage("detail"), NamedPage("sheet"))
    try navigator.push(detail)
    try navigator.present(sheet)
    let there = navigator.tree.position
    try navigator.change {
      navigator.dismiss()
      navigator.pop()
      try navigator.push(NamedPage("other"))
      try navigator.goBack(to: there)
    }
    #expect(navigator.visible === sheet && !detail.isEnded && !sheet.isEnded)
    #expect(navigator.tree.position == there && navigator.children.count == 4)
  }
}
