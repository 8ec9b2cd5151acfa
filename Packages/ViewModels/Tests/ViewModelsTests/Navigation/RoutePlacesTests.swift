import Bindings
import Testing
import ViewModels

/// Two places of which one pattern fits the routes of the other.
@MainActor
@Suite(.ownGraph) struct RoutePlacesTests {
  private func navigator() -> Navigator {
    let navigator = Navigator(root: NamedPage("root"))
    navigator.router.add("/photos/{id}", named: "photo") {
      NamedPage("photo \(try $0.value("id", as: String.self))")
    }
    navigator.router.add("/photos/new", named: "editor") { _ in NamedPage("editor") }
    navigator.router.add("/help", named: "help") { _ in NamedPage("help") }
    return navigator
  }

  @Test func popToStopsAtAScreenOfTheNameOnly() throws {
    let navigator = navigator()
    for url in ["app://photo/push?id=3", "app://editor/push", "app://help/push"] {
      try navigator.open(url)
    }
    try navigator.open("app://photo/popto")
    #expect(navigator.titles == ["root", "photo 3"])
  }

  @Test func popToOfANameThatIsNotThereChangesNothing() throws {
    let navigator = navigator()
    for url in ["app://editor/push", "app://help/push"] { try navigator.open(url) }
    expectError(.notInStack, from: navigator) { try navigator.open("app://photo/popto") }
    #expect(navigator.titles == ["root", "editor", "help"])
  }

  @Test func aScreenIsNotPushedOntoTheRouteOfAnother() throws {
    let navigator = navigator()
    expectError(.badParameter, from: navigator) { try navigator.open("app://photo/push?id=new") }
    expectError(.badParameter, from: navigator) { try navigator.open("app://photo/present?id=new") }
    #expect(navigator.titles == ["root"])
    try navigator.open("app://photo/push?id=newer")
    try navigator.open("app://editor/push")
    let other = self.navigator()
    try other.restore(navigator.snapshot())
    #expect(other.titles == navigator.titles)
  }
}
