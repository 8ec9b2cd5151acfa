import Bindings
import Testing
import ViewModels

/// A photo that is told by URLs what to do.
@MainActor
@ViewModel
private final class Photo: LifecycleViewModel {
  enum Size: String, Codable, CaseIterable { case small, large }
  struct Torn: Error {}

  let id: Int
  var caption: String = ""
  var isLocked: Bool = false
  var isOpen: Bool { !isLocked }

  init(id: Int) {
    self.id = id
    super.init()
    title = "\(id)"
  }

  @Command(enabled: \.isOpen) func write(_ text: String, size: Size = .small, times: Int? = nil)
    -> String
  {
    caption = String(repeating: text, count: times ?? 1)
    return "\(id) \(size.rawValue) \(caption)"
  }

  @Command func fade(_ animated: Bool = false) -> String { "\(id) \(animated)" }

  @Command func fetch() async throws -> Route {
    await Task.yield()
    return "/photos/9"
  }

  @Command func remove(_ id: Int = 0, count: Int = 1) -> String { "\(self.id): \(id), \(count)" }

  @Command func tag(_ first: String = "a", _ second: String = "b", by author: String = "c")
    -> String
  { "\(first) \(second) \(author)" }

  @Command func wait() async throws {
    for await _ in AsyncStream<Void>(unfolding: { await Task.yield() }) {
      try Task.checkCancellation()
    }
  }

  @Command func tear() throws { throw Torn() }

  @Command func secret() {}

  @Secure @Command func unlock(_ code: String) -> String { "opened by \(code)" }
}

/// Commands of live screens by URL, and commands that say where to go.
@MainActor
@Suite(.ownGraph) struct NavigatorCallsTests {
  private let navigator: Navigator

  init() throws {
    var router = Router(scheme: "demo")
    let commands: Set<String> = [
      "write", "fetch", "tear", "nothing", "unlock", "remove", "wait", "tag", "fade",
    ]
    router.add("/photos/{id}", named: "photo", commands: commands) {
      Photo(id: try $0.value("id"))
    }
    navigator = Navigator(root: NamedPage("home"), router: router)
    navigator.show()
    try navigator.open("demo://photo/push?id=1")
    try navigator.open("demo://photo/push?id=2")
  }

  private func photo(_ index: Int) throws -> Photo {
    try #require(navigator.stack[index] as? Photo)
  }

  private func error(_ url: String) async -> (any Error)? {
    do {
      _ = try await navigator.call(url)
      return nil
    } catch { return error }
  }

  @Test func aURLRunsACommandOfTheScreenInFrontAndAnswers() async throws {
    let answer = try await navigator.call("demo://photo/write?text=dusk&times=2&size=large")
    #expect(answer as? String == "2 large duskdusk")
    #expect(try photo(2).caption == "duskdusk" && photo(1).caption.isEmpty)
    #expect(try await navigator.call("demo://PHOTO/fetch") as? Route == "/photos/9")
  }

  // L26: a word to the view is no argument, unless the command has such a parameter.
  @Test func howAChangeLooksIsAnArgumentOnlyWhereItIsAParameter() async throws {
    #expect(try await navigator.call("demo://photo/fade?animated=true") as? String == "2 true")
    #expect(
      try await navigator.call("demo://photo/write?text=x&animated=NO") as? String == "2 small x")
  }

  @Test func noURLRunsASecureCommand() async throws {
    let log = TraceLog()
    Graph.current.tracer = log
    let error = await error("demo://photo/unlock?code=1234")
    #expect((error as? ViewModelError)?.code == .unknownRoute)
    #expect(!log.records.contains { "\($0)".contains("opened by") })
    Graph.current.tracer = nil
  }

  @Test func theSelectedTabComesBeforeTheOthersAlsoBelowAPresentation() async throws {
    let tabs = try Navigator(
      tabs: [
        .init("a", root: NamedPage("a")), .init("b", root: Photo(id: 7), route: "/photos/7"),
      ], router: navigator.router)
    tabs.show()
    try tabs.open("demo://photo/push?id=7")
    try tabs.present(NamedPage("over"))
    _ = try await tabs.call("demo://photo/write?id=7&text=x")
    let photos = tabs.tree.tabs.map { ($0.screens.last?.model as? Photo)?.caption }
    #expect(photos == ["x", ""])
  }

  @Test func theParametersOfTheRouteSayWhichScreen() async throws {
    #expect(
      try await navigator.call("demo://photo/write?id=1&text=dawn") as? String == "1 small dawn")
    #expect(try photo(1).caption == "dawn" && photo(2).caption.isEmpty)
    #expect(await error("demo://photo/write?id=7&text=x").code == .notInStack)
  }

  @Test func aParameterOfTheRouteGoesToACommandThatHasOneOfItsName() async throws {
    #expect(try await navigator.call("demo://photo/remove?id=1&count=2") as? String == "1: 1, 2")
    #expect(try await navigator.call("demo://photo/remove") as? String == "2: 0, 1")
  }

  @Test func anArgumentGoesToTheParameterOfItsName() async throws {
    #expect(try await navigator.call("demo://photo/tag?second=x&first=y") as? String == "y x c")
    #expect(try await navigator.call("demo://photo/tag?second=x") as? String == "a x c")
    #expect(try await navigator.call("demo://photo/tag?author=x") as? String == "a b x")
    #expect(try await navigator.call("demo://photo/tag?first=y&author=x") as? String == "y b x")
  }

  @Test func whoDoesNotWaitAnyMoreStopsTheCommand() async throws {
    let photo = try photo(2)
    let navigator = navigator
    let task = Task { _ = try await navigator.call("demo://photo/wait") }
    while !photo.waitCommand.isExecuting { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!photo.waitCommand.isExecuting)
    let run = navigator.callCommand.execute("demo://photo/wait")
    while !photo.waitCommand.isExecuting { await Task.yield() }
    run.cancel()
    while photo.waitCommand.isExecuting { await Task.yield() }
    let result = await run.result
    if case .cancelled = result {} else { Issue.record("it was not cancelled: \(result)") }
  }

  @Test func aURLThatLeadsSomewhereIsFollowed() async throws {
    #expect(try await navigator.call("demo://photo/push?id=3") is Void)
    #expect(navigator.shape == "home 1 2 3*")
  }

  @Test(arguments: [
    ("demo://photo/secret", ViewModelError.Code.unknownRoute),
    ("demo://photo/nothing", .unknownRoute),
    ("demo://photo/write", .badParameter),
    ("demo://photo/write?text=x&times=many", .badParameter),
    ("demo://photo/write?text=x&color=red", .badParameter),
    ("demo://photo/write?text=x&size=huge", .badParameter),
    ("http://photo/write?text=x", .badURL),
  ])
  func aURLThatDoesNotFitRunsNothing(url: String, code: ViewModelError.Code) async throws {
    let found = await error(url)
    #expect(found.code == code, "\(String(describing: found))")
    #expect(try photo(2).caption.isEmpty && navigator.shape == "home 1 2*")
  }

  // The superfluous parameter may be a secret without a name.
  @Test func aParameterTooManyIsNotQuoted() async {
    let told = await error("demo://photo/write?text=x&sesame")
    #expect(
      "\(told as Any)".contains(
        "photo/write takes only 'id', 'text', 'size', 'times'. Leave the rest out."))
    let known = await error("demo://photo/fetch?id=2&sesame")
    #expect("\(known as Any)".contains("photo/fetch takes only 'id'. Leave the rest out."))
  }

  @Test func theCommandsOwnErrorAndItsConditionAreTold() async throws {
    #expect(await error("demo://photo/tear") is Photo.Torn)
    try photo(2).isLocked = true
    #expect((await error("demo://photo/write?text=x") as? Rejection)?.code == .disabled)
  }

  @Test func openingDoesNotRunCommands() throws {
    expectError(.badURL, from: navigator) { try navigator.open("demo://photo/write?text=x") }
    #expect(try photo(2).caption.isEmpty)
  }

  // D22: the result of a command is where the app goes.
  @Test func theRoutesOfACommandAreFollowed() async throws {
    let source = SignalSource<Route>()
    var refused: [ViewModelError.Code] = []
    let token = navigator.follow(source.signal) { refused.append($0.code) }
    source.send("/photos/5")
    #expect(navigator.shape == "home 5*")
    source.send("/nowhere")
    #expect(refused == [.unknownRoute] && navigator.shape == "home 5*")
    token.cancel()
    source.send("/photos/6")
    #expect(navigator.shape == "home 5*")
    navigator.follow(source.signal) { refused.append($0.code) }
    navigator.end()
    source.send("/photos/7")
    #expect(refused.count == 1)
  }
}

extension (any Error)? {
  fileprivate var code: ViewModelError.Code? { (self as? ViewModelError)?.code }
}
