import Bindings
import Foundation
import Testing
import ViewModels

private struct NoSuchPhoto: Error {}

@MainActor
@Suite(.ownGraph) struct NavigatorRoutesTests {
  private let navigator: Navigator
  private let photos = NamedPage("photos")

  init() throws {
    var router = Router(scheme: "demo")
    router.add("/photos", named: "photos") { _ in NamedPage("photos") }
    router.add("/photos/{id}", named: "Photo") { match in
      let id: Int = try match.value("id")
      guard id > 0 else { throw NoSuchPhoto() }
      return NamedPage("\(id)")
    }
    router.add("/photos/new", named: "new") { _ in NamedPage("new") }
    router.add("/photos/{id}/people/{name}") { match in
      let size: Int? = try match.route.parameters["size"] == nil ? nil : match.value("size")
      return NamedPage(try match.value("name") + (size.map { " \($0)" } ?? ""))
    }
    router.add("/login", named: "login") { _ in NamedPage("login") }
    navigator = try Navigator(
      tabs: [
        .init("photos", root: photos, route: "/photos"),
        .init("books", root: NamedPage("books"), route: "/books"),
      ], router: router)
    navigator.show()
  }

  @Test(arguments: [
    ("demo:///photos", "photos* | books"),
    ("demo://photos/3", "photos 3* | books"),
    ("/photos/3", "photos 3* | books"),
    ("DEMO:///photos/3/people/Ada?size=2", "photos 3 Ada 2* | books"),
    ("/photos/3/people/%E5%88%98%2F%E6%B4%8B", "photos 3 刘/洋* | books"),
    ("/photos/3/people/刘洋", "photos 3 刘洋* | books"),
    ("/photos/new", "photos new* | books"),
    ("/login", "photos login* | books"),
    ("demo://photo/push?id=3", "photos 3* | books"),
    ("demo://PHOTO/Present?id=3", "photos* | books [3]"),
    ("demo://login/present", "photos* | books [login]"),
  ])
  func aURLLeadsToItsScreens(url: String, shape: String) throws {
    try navigator.open(url)
    #expect(navigator.shape == shape)
    #expect(navigator.visible?.isActive == true && navigator.visible?.state == .loaded)
  }

  /// What stands after the question mark may be a password, and errors are shown and logged.
  @Test(arguments: [
    "http://me:sesame@a/photos?token=sesame", "demo://photo/push?id=x&token=sesame",
    "/nowhere?token=sesame", "/photos/3/x?token=sesame", "/photos/0?token=sesame",
    "/photos/x?token=sesame", "/photos/3/people?sesame#sesame", "demo://detial/push?token=sesame",
    "demo://photo/push?token=sesame", "%zz?token=sesame", "demo://photo/push?id=sesame",
    "demo://me:x/sesame@host/y", "demo://me:sesame/x@host/y", "demo://me:sesame@ho st:x/y",
    "demo://me:sesame?x@host/y", "demo://me:x?sesame@host", "demo://me:sesame#x@host",
    "//me:sesame/x@host", "me:sesame@host/y", "me:x/sesame@host", "me:sesame?x@host",
    "demo:sesame@host", "me:sesame//x@host", "demo://me:sesame%40host/y",
    "demo://me:sesame?x%40host/y", "demo://photo/present?id=sesame",
    "demo://me%3Asesame%40host/y", "demo://me%3Asesame%40host/push", "http://x?\u{301}sesame=1",
    "http://x?\u{FE0F}sesame=1", "demo://me:sesame@\u{301}ho st:x/y",
  ])
  func noErrorQuotesAQuery(url: String) {
    let actions: [() throws -> Void] = [
      { try navigator.open(url) }, { try navigator.addTab("new", route: url) },
    ]
    for action in actions {
      do {
        try action()
        Issue.record("\(url) leads somewhere")
      } catch {
        var text = "\(error)"
        dump(error, to: &text)
        #expect(!text.contains("sesame"), "\(text)")
      }
    }
  }

  @Test(
    arguments: [
      ("", .badURL, "'' is no URL. Write it as demo:///photos."),
      (
        "http://a/photos", .badURL,
        "'http://a/photos' begins with http; this program's URLs begin with demo."
      ),
      ("/photos/3/x", .unknownRoute, "Nothing is at /photos/3/x. /photos/3 is known."),
      (
        "/nowhere", .unknownRoute,
        "Nothing is at /nowhere. Known are /photos, /photos/new, /photos/{id}, "
          + "/photos/{id}/people/{name}, /login."
      ),
      (
        "/photos/x", .badParameter, "'id' of /photos/x is 'x', which is no Int."
      ),
      ("/photos/0", .notMade, "The screen of /photos/0 could not be made: NoSuchPhoto()"),
      ("demo://photo/push?id=x", .badParameter, "'id' of /photos/{id} is no Int."),
      (
        "demo://photo/push?id=0", .notMade,
        "The screen of /photos/{id} could not be made: NoSuchPhoto()"
      ),
      (
        "demo://photo/push?id=new", .badParameter,
        "With these parameters, the address of photo is that of new. Give other parameters."
      ),
      ("demo://photo/push", .badParameter, "photo needs 'id'. Add ?id= and its value."),
      ("demo://photo/push?id=", .badParameter, "photo needs 'id'. Add ?id= and its value."),
      (
        "demo://detial/push", .unknownRoute,
        "No screen is named 'detial'. Known are photos, new, photo, login."
      ),
      (
        "demo://photo/pop", .atRoot,
        "The screen that is seen is the root of its stack; there is no way back."
      ),
      ("demo://photo/dismiss", .notPresenting, "Nothing is presented that could be dismissed."),
      (
        "demo://photo/popto?id=4", .notInStack,
        "No photo with these parameters is in the stack in front."
      ),
    ] as [(String, ViewModelError.Code, String)])
  func aURLThatLeadsNowhereSaysWhyAndChangesNothing(
    url: String, code: ViewModelError.Code, message: String
  ) throws {
    expectError(code, from: navigator) { try navigator.open(url) }
    let error = #expect(throws: ViewModelError.self) { try navigator.open(url) }
    #expect(error?.message == message)
  }

  @Test func actionsActOnTheStackInFront() throws {
    for id in 1...3 { try navigator.open("demo://photo/push?id=\(id)") }
    try navigator.open("demo://photo/popto?id=2")
    #expect(navigator.shape == "photos 1 2* | books")
    try navigator.open("demo://photo/pop")
    #expect(navigator.shape == "photos 1* | books")
    try navigator.open("demo://login/present")
    try navigator.open("demo://photo/push?id=9")
    #expect(navigator.shape == "photos 1* | books [login 9]")
    try navigator.open("demo://photo/poptoroot")
    try navigator.open("demo://login/dismiss")
    #expect(navigator.shape == "photos 1* | books")
    try navigator.open("demo://photos/popto")
    #expect(navigator.shape == "photos* | books")
  }

  // L26: URLs of the sibling kit say whether the change is animated.
  @Test func howAChangeLooksIsNoPartOfTheScreen() throws {
    try navigator.open("demo://photo/push?id=1&animated=NO")
    #expect(navigator.location == "/photos/1")
    try navigator.open("demo://photo/push?id=2")
    try navigator.open("demo://photo/popto?id=1&animated=YES")
    #expect(navigator.shape == "photos 1* | books")
    let one = navigator.visible
    try navigator.open("demo:///photos/1?animated=true")
    #expect(navigator.visible === one && navigator.location == "/photos/1")
    try navigator.open("demo://photos/2?animated=NO&size=3")
    #expect(navigator.location == "/photos/2?size=3")
    try navigator.addTab("one", route: "/photos/1?animated=NO")
    #expect(navigator.tree.tabs.last?.top.route == "/photos/1")
  }

  @Test func whatIsThereAlreadyStaysAndTheRestIsExchanged() throws {
    try navigator.open("/photos/3/people/Ada")
    let three = try #require(navigator.stack[1] as? NamedPage)
    let ada = try #require(navigator.visible)
    try navigator.select(1)
    try navigator.open("/photos/3/people/Alan")
    #expect(navigator.stack[0] === photos && navigator.stack[1] === three && three.loads == 0)
    #expect(ada.isEnded && navigator.shape == "photos 3 Alan* | books")
    try navigator.open("/photos/4/people/Alan")
    #expect(three.isEnded && navigator.shape == "photos 4 Alan* | books")
  }

  @Test func aURLOfWhereOneIsChangesNothing() throws {
    try navigator.open("/photos/3")
    var updates = 0
    let token = navigator.$tree.observe { _ in updates += 1 }
    try navigator.open("/photos/3")
    #expect(updates == 1 && navigator.location == "/photos/3")
    token.cancel()
  }

  @Test func screensOfAPathThatFailsAreEnded() throws {
    var made: [NamedPage] = []
    navigator.router.add("/photos/{id}") { _ in
      made.append(NamedPage("made"))
      return made[made.count - 1]
    }
    navigator.router.add("/photos/{id}/people/{name}") { _ in throw NoSuchPhoto() }
    expectError(.notMade, from: navigator) { try navigator.open("/photos/3/people/x") }
    #expect(made.count == 1 && made[0].isEnded)
  }

  @Test func aNavigatorWithoutRoutesSaysSo() {
    let navigator = Navigator(root: NamedPage("home"))
    let error = #expect(throws: ViewModelError.self) { try navigator.open("/x") }
    #expect(
      error?.message
        == "Nothing is at /x. No screens are known: add them to the navigator's router.")
  }

  @Test func aSnapshotIsReadableAndLeadsBack() throws {
    try navigator.open("/photos/3/people/Ada?size=2")
    try navigator.select("books")
    try navigator.open("demo://login/present")
    try navigator.push(NamedPage("without a route"))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(navigator.snapshot())
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"presentations":[["/login"]],"selected":"books","tabs":[{"name":"photos","routes":["#
        + #""/photos/3","/photos/3/people/Ada?size=2"]},{"name":"books","routes":[]}]}"#)
    navigator.dismissAll()
    try navigator.open("/photos/3")
    let three = navigator.visible
    var updates = 0
    let token = observe { updates += navigator.path.isEmpty ? 0 : 1 }
    try navigator.restore(JSONDecoder().decode(NavigationSnapshot.self, from: data))
    #expect(navigator.shape == "photos 3 Ada 2 | books* [login]" && updates == 2)
    #expect(navigator.tree.tabs[0].screens[1].model === three)
    token.cancel()
  }

  @Test(
    arguments: [
      (#"{"tabs":[{"name":"cars","routes":[]}],"presentations":[]}"#, .noTab),
      (#"{"tabs":[{"name":"photos","routes":["/x"]}],"presentations":[]}"#, .unknownRoute),
      (#"{"tabs":[],"presentations":[[]]}"#, .empty),
      (#"{"tabs":[],"selected":"cars","presentations":[]}"#, .noTab),
    ] as [(String, ViewModelError.Code)])
  func aSnapshotThatDoesNotFitChangesNothing(text: String, code: ViewModelError.Code) throws {
    try navigator.open("demo://login/present")
    let snapshot = try JSONDecoder().decode(NavigationSnapshot.self, from: Data(text.utf8))
    expectError(code, from: navigator) { try navigator.restore(snapshot) }
  }

  @Test(arguments: ["/", "/a", "/a/b%20c", "/a%2Fb?x=1&y=a%26b", "/%E5%9F%8E%E5%B8%82", "/a?x="])
  func aRouteIsItsText(text: String) throws {
    let route = try #require(Route(text))
    #expect(route.description == text && Route(route.description) == route)
    #expect(try JSONDecoder().decode(Route.self, from: JSONEncoder().encode(route)) == route)
  }

  @Test func aMakerThatGivesTheNavigatorOrWhatItIsInIsRefused() throws {
    let app = NamedPage("app")
    app.addChild(navigator)
    navigator.router.add("/me") { [navigator] _ in navigator }
    navigator.router.add("/app") { _ in app }
    for url in ["/me", "demo:///app", "/photos"] {
      _ = try? navigator.open(url)
      #expect(navigator.shape == "photos* | books" && !navigator.isEnded && !app.isEnded)
    }
    expectError(.inUse, from: navigator) { try navigator.open("/me") }
    expectError(.inUse, from: navigator) { try navigator.open("/app") }
  }

  @Test(arguments: ["http://a/b", "//a/b", "demo:/a"])
  func aURLWithMoreThanAPathIsNoRoute(text: String) {
    #expect(Route(text) == nil)
  }
}
