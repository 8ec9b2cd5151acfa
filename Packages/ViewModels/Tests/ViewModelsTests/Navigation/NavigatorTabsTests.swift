import Bindings
import Testing
import ViewModels

/// Tabs that come and go while an app runs.
@MainActor
@Suite(.ownGraph) struct NavigatorTabsTests {
  private let navigator: Navigator
  private let photos = NamedPage("photos")

  init() throws {
    var router = Router()
    router.add("/drafts") { _ in NamedPage("drafts") }
    navigator = try Navigator(
      tabs: [.init("photos", root: photos), .init("books", root: NamedPage("books"))],
      router: router)
    navigator.show()
  }

  @Test func aTabComesAnywhereAndTheSelectedOneStays() throws {
    try navigator.push(NamedPage("3"))
    try navigator.insert(.init("front", root: NamedPage("front")), at: 0)
    try navigator.insert(.init("back", root: NamedPage("back")))
    #expect(navigator.shape == "front | photos 3* | books | back")
    #expect(navigator.tabNames == ["front", "photos", "books", "back"])
    try navigator.select("back")
    #expect(navigator.visible?.title == "back" && navigator.visible?.state == .loaded)
  }

  @Test func aTabThatGoesEndsWithItsScreensAndItsNeighbourIsSelected() throws {
    let three = NamedPage("3")
    try navigator.push(three)
    try navigator.removeTab("photos")
    #expect(navigator.shape == "books*" && navigator.visible?.isActive == true)
    #expect(photos.isEnded && three.isEnded && navigator.children.count == 1)
    try navigator.insert(.init("last", root: NamedPage("last")))
    try navigator.select("last")
    try navigator.removeTab(at: 1)
    #expect(navigator.shape == "books*")
  }

  @Test func aTabBeforeTheSelectedOneGoesAndTheSelectionStays() throws {
    try navigator.select("books")
    try navigator.removeTab("photos")
    #expect(navigator.shape == "books*")
  }

  @Test func whatDoesNotFitChangesNothing() throws {
    expectError(.duplicateTab, from: navigator) {
      try navigator.insert(.init("books", root: NamedPage("x")))
    }
    for index in [-1, 3] {
      expectError(.noTab, from: navigator) {
        try navigator.insert(.init("x", root: NamedPage("x")), at: index)
      }
    }
    expectError(.inUse, from: navigator) { try navigator.insert(.init("x", root: photos)) }
    expectError(.noTab, from: navigator) { try navigator.removeTab("x") }
    for index in [-1, 2] {
      expectError(.noTab, from: navigator) { try navigator.removeTab(at: index) }
    }
    try navigator.removeTab("books")
    expectError(.empty, from: navigator) { try navigator.removeTab("photos") }
    let plain = Navigator(root: NamedPage("home"))
    expectError(.noTab, from: plain) { try plain.insert(.init("x", root: NamedPage("x"))) }
    navigator.end()
    expectError(.ended, from: navigator) { try navigator.insert(.init("x", root: photos)) }
  }

  @Test func thePlacesOfANewTabAreTold() throws {
    let error = #expect(throws: ViewModelError.self) {
      try navigator.insert(.init("x", root: NamedPage("x")), at: 3)
    }
    #expect(error?.message == "There is no tab 3. Write a number from 0 to 2.")
    #expect(error?.available == .positions(count: 3, asked: 3))
  }

  @Test func aNavigatorWithoutTabsSaysSo() throws {
    let plain = Navigator(root: NamedPage("home"))
    let error = #expect(throws: ViewModelError.self) { try plain.select("x") }
    #expect(error?.message == "There is no tab 'x': the navigator has no tabs.")
  }

  @Test func aTabsRootMayBeARoute() throws {
    try navigator.addTab("drafts", route: "/drafts")
    #expect(navigator.shape == "photos* | books | drafts")
    try navigator.select("drafts")
    #expect(navigator.location == "/drafts")
    expectError(.unknownRoute, from: navigator) { try navigator.addTab("x", route: "/x") }
    expectError(.duplicateTab, from: navigator) {
      try navigator.addTab("drafts", route: "/drafts")
    }
  }

  @Test func aChangeThatFailsTakesTheNewTabBack() throws {
    struct Failure: Error {}
    let page = NamedPage("new")
    expectError(.noTab, from: navigator) {
      try navigator.change {
        try navigator.insert(.init("new", root: page), at: 0)
        try navigator.removeTab("books")
        try navigator.select("nowhere")
      }
    }
    #expect(navigator.shape == "photos* | books" && !page.isEnded && page.parent == nil)
  }

  @Test func aSnapshotKnowsTheTabsThatCame() throws {
    try navigator.addTab("drafts", route: "/drafts")
    try navigator.select("drafts")
    let snapshot = navigator.snapshot()
    try navigator.select(0)
    try navigator.restore(snapshot)
    #expect(navigator.selectedIndex == 2)
    try navigator.removeTab("drafts")
    expectError(.noTab, from: navigator) { try navigator.restore(snapshot) }
  }

  @Test func theNeighbourOfTabsThatGoTogetherIsSelected() throws {
    let pages = ["a", "b", "c", "d"].map { NamedPage($0) }
    let navigator = try Navigator(tabs: pages.map { .init($0.title ?? "", root: $0) })
    try navigator.select("b")
    let other = NamedPage("other")
    navigator.change { for page in pages[0...1] { other.addChild(page) } }
    #expect(navigator.shape == "c* | d")
    try navigator.select("d")
    navigator.change { other.addChild(pages[3]) }
    #expect(navigator.shape == "c*")
  }
}
