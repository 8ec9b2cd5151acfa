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

  @Command func save(quality: String) -> String { "\(id) \(quality)" }
}

@ViewModel
private final class CityPicker: LifecycleViewModel, AnswerProviding {
  private(set) var answer: String?
  @Command func pick(_ city: String) { answer = city }
}

private struct User: Sendable { var isNew: Bool }

@ViewModel
private final class Login: LifecycleViewModel {
  @Command func signIn() -> User { User(isNew: true) }
}

@ViewModel
private final class Private: LifecycleViewModel {}

/// A navigator that asks before it shows what is private.
private final class Guard: Navigator {
  var isSignedIn = false

  override func willPush(
    _ screen: LifecycleViewModel, over below: LifecycleViewModel
  ) throws(ViewModelError) {
    if screen is Private, !isSignedIn { throw ViewModelError(.badParameter, "Sign in first.") }
  }
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

  @Test func aCommandOfTheArticleRunsByURL() async throws {
    let (navigator, login, prompts) = (Navigator(root: Home()), Login(), Prompts())
    navigator.router.add("/photos/{id}", named: "photo", commands: ["save"]) {
      Detail(id: try $0.value("id"))
    }
    try navigator.open("demo:///photos/3")
    let answer = try await navigator.call("demo://photo/save?id=3&quality=best")
    #expect(answer as? String == "3 best")
    let routes = login.signInCommand.results.map { user -> Route in
      user.isNew ? "/welcome" : "/home"
    }
    navigator.follow(routes) { prompts.toast(failure: $0) }
    login.signInCommand.execute()
    #expect(prompts.toasts.count == 1)
  }

  @Test func whatIsPrivateIsRefused() throws {
    let navigator = Guard(root: Home())
    #expect(throws: ViewModelError.self) { try navigator.push(Private()) }
    navigator.isSignedIn = true
    try navigator.push(Private())
    #expect(navigator.visible is Private)
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
