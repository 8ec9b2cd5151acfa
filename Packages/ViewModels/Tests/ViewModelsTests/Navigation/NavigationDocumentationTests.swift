import Bindings
import Foundation
import Testing
import ViewModels

@ViewModel
private final class Home: LifecycleViewModel {}

@ViewModel
private final class Detail: LifecycleViewModel {
  let id: Int
  init(id: Int) {
    self.id = id
    super.init()
  }
}

@ViewModel
private final class CityPicker: LifecycleViewModel, AnswerProviding {
  private(set) var answer: String?
  @Command func pick(_ city: String) { answer = city }
}

@ViewModel
private final class Letter: LifecycleViewModel, BackHandling {
  var draft = ""
  func shouldPop() -> Bool { draft.isEmpty }
}

/// The samples of the article on navigation, as they are written there.
@MainActor
@Suite(.ownGraph) struct NavigationDocumentationTests {
  @Test func theWaysOfTheArticle() throws {
    let home = Home()
    let navigator = Navigator(root: home)
    try navigator.push(Detail(id: 3))
    try navigator.push(Letter())
    navigator.back()
    try navigator.pop(to: home)
    try navigator.present(CityPicker())
    navigator.dismiss()
    try navigator.change {
      navigator.dismissAll()
      navigator.popToRoot()
      try navigator.push(Detail(id: 1))
      try navigator.push(Detail(id: 2))
    }
    #expect(navigator.path == "Home ▸ Detail ▸ Detail")
    do { try navigator.open("demo:///photos/x") } catch { #expect(error.code == .unknownRoute) }
    var drawn: [ObjectIdentifier] = []
    func draw(_ model: LifecycleViewModel?) {
      if let model { drawn.append(ObjectIdentifier(model)) }
    }
    let token = navigator.$tree.observe { tree in draw(tree.visible?.model) }
    #expect(drawn.count == 1)
    token.cancel()
  }

  @Test func aTabBarOfTheArticle() throws {
    let navigator = try Navigator(tabs: [
      .init("photos", root: Home(), route: "/photos"),
      .init("books", root: Home(), route: "/books"),
    ])
    try navigator.select("books")
    try navigator.select(0)
    navigator.router.add("/photos/{id}", named: "photo") { Detail(id: try $0.value("id")) }
    try navigator.open("demo:///photos/3")
    try navigator.open("demo://photo/push?id=4")
    let route: Route = "/photos/5"
    try navigator.push(Detail(id: 5), route: route)
    let data = try JSONEncoder().encode(navigator.snapshot())
    navigator.popToRoot()
    try navigator.restore(JSONDecoder().decode(NavigationSnapshot.self, from: data))
    #expect(navigator.stack.compactMap { ($0 as? Detail)?.id } == [3, 4, 5])
  }

  @Test func theAnswerOfTheArticle() async throws {
    let navigator = Navigator(root: Home())
    let asking = Task {
      let city = try await navigator.present(asking: CityPicker())
      return city
    }
    while !navigator.isPresenting { await Task.yield() }
    (navigator.visible as? CityPicker)?.pick("Paris")
    #expect(try await asking.value == "Paris")
  }
}
