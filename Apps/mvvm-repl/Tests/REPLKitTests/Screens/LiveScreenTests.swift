import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// `:screen`: one picture is printed where nobody looks on, each change is drawn where a host does.
@MainActor
@Suite(.ownGraph) struct LiveScreenTests {
  let conversation = Conversation { catalog, _ in
    catalog.add(ListViewModel.self)
    catalog.add(AskingPage.self) { AskingPage() }
  }

  init() { for word in conversation.session.screenWords { conversation.session.add(word) } }

  @MainActor
  private final class Host {
    private(set) var pictures: [ScreenPicture?] = []

    init(_ session: Session) { session.host.screens.onChange = { [weak self] in self?.take($0) } }

    private func take(_ picture: ScreenPicture?) { pictures.append(picture) }

    var last: ScreenPicture? { pictures.last ?? nil }
  }

  @Test func aPipeGetsOnePicture() async {
    await conversation.say("let form = Form()")
    let said = await conversation.say(":screen form")
    #expect(said.lines.first == " Form")
    #expect(said.lines.contains { $0.hasPrefix("  name     [ann  ") })
    #expect(!said.lines.joined().contains("1234"))
    #expect(await conversation.say("form.age = 3").lines.isEmpty)
    #expect(await conversation.say(":screen").lines == ["the screen of form is off"])
    #expect(
      await conversation.say(":screen off").lines == [
        "nothing is on the screen; :screen app draws app"
      ])
    #expect(await conversation.say(":screen form.age").lines[0].contains("is not a view-model"))
    #expect(await conversation.say(":screen nobody").status == .runtimeError)
  }

  @Test func jsonHasThePictureAsAValue() async throws {
    await conversation.say("let form = Form()")
    let picture = try conversation.session.picture(of: "form")
    var renderer = JSONRenderer()
    let lines = renderer.lines(.screen(path: "form", picture), from: nil, at: .zero)
    #expect(lines.count == 1 && lines[0].contains(#""kind":"screen","path":"form""#))
    #expect(
      lines[0].contains(#""path":"form.age","#) && lines[0].contains(#""statement":"form.clear()""#)
    )
    let value = try DynamicValue(encoding: picture)
    #expect(try value.decode(as: ScreenPicture.self) == picture)
  }

  @Test func aLiveScreenFollowsOnceABatchUntilItIsOff() async {
    let host = Host(conversation.session)
    await conversation.say("let form = Form()")
    await conversation.say("form.name = \"bob\"")
    #expect(host.pictures.isEmpty)
    await conversation.say(":screen form")
    #expect(host.pictures.count == 1)
    await conversation.say("form.clear()")
    #expect(host.pictures.count == 2)
    #expect(host.last?.fields.map(\.value) == [.string(""), .int(0), .string("••••••••")])
    #expect(host.last?.buttons.first { $0.title == "save" }?.reason?.isEmpty == false)
    await conversation.say(":screen off; form.age = 50")
    #expect(host.pictures.count == 3 && host.last == nil)
  }

  /// Counts what the graph runs and what makers make: no clock.
  @Test func aScreenThatIsOffCostsNothing() async {
    let host = Host(conversation.session)
    var made = 0
    conversation.session.host.screens.makers.amend { _, _ in made += 1 }
    await conversation.say("let list = ListViewModel()")
    for number in 0..<45 { await conversation.say("list.add(\"\(number)\")") }
    let observers = { Graph.current.nodes.count { $0.kind == .observer } }
    let before = observers()
    await conversation.say("list.scroll(to: 30); list.remove(at: 44)")
    #expect(made == 0 && observers() == before)
    await conversation.say(":screen list")
    #expect(observers() > before)
    let drawn = made
    await conversation.say("list.scroll(to: 30)")
    #expect(made > drawn)
    await conversation.say(":screen off")
    let (last, pictures) = (made, host.pictures.count)
    #expect(observers() == before)
    await conversation.say("list.scroll(to: 0); list.remove(at: 0); list.select(at: 0)")
    #expect(made == last && host.pictures.count == pictures && observers() == before)
  }

  @Test(arguments: [true, false])
  func anotherViewModelOfTheNameIsDrawnAndWhatIsGoneStaysGone(hasHost: Bool) async {
    let host = hasHost ? Host(conversation.session) : nil
    await conversation.say("let form = Form(); form.age = 7; :screen form")
    await conversation.say("let form = Form()")
    if let host { #expect(host.last?.fields[1].value == .int(30)) }
    #expect(
      await conversation.say("let form = 3").lines == [
        "the screen of form is off", "'form' was a Form before",
      ])
    await conversation.say("let form = Form()")
    if let host { #expect(host.pictures.last == .some(nil)) }
    #expect(
      await conversation.say(":screen off").lines == [
        "nothing is on the screen; :screen app draws app"
      ])
  }

  /// [quirk] A page that is left does not take its screen away without a word.
  @Test func aScreenWhosePathLeadsNowhereSaysSoOnce() async throws {
    let host = Host(conversation.session)
    let app = Navigator(root: Leaf("A"))
    try app.push(Leaf("B"))
    conversation.session.define("app", app)
    await conversation.say(":screen app.stack[1]")
    #expect(host.last?.title == "B")
    let told = "app.stack[1] leads to no view-model any more, so its screen is empty"
    #expect(await conversation.say("app.pop()").lines.filter { $0 == told }.count == 1)
    #expect(await conversation.say("app.stack.count").lines == ["1"])
    try app.push(Leaf("C"))
    #expect(host.last?.title == "C")
    #expect(await conversation.say("app.pop()").lines.contains(told))
  }

  /// [quirk] The texts of a screen follow the language at once.
  @Test func aScreenSpeaksTheLanguageOfTheSession() async throws {
    let host = Host(conversation.session)
    await conversation.say("let form = Form(); form.name = \"\"; :screen form")
    let follower = try conversation.session.follow("form") {}
    let english = try #require(host.last)
    #expect(follower.picture == english)
    await conversation.say(":lang zh")
    let chinese = try #require(host.last)
    #expect(chinese != english && follower.picture == chinese)
    #expect(chinese.buttons.contains { $0.reason?.contains("为 false") == true }, "\(chinese)")
  }

  /// [quirk] A lesson that ends brings the screen back that was on before.
  @Test func aLessonPutsTheScreenAside() async throws {
    let host = Host(conversation.session)
    try conversation.offer(
      "# One\n\n## Do it\n\n- [ ] done: `false`\n\n> Hint\n\n```mvvm solution\n1\n```")
    await conversation.say("let form = Form(); let page = ListViewModel(); :screen page")
    await conversation.say(":lesson 1")
    #expect(host.pictures.last == .some(nil))
    await conversation.say("let form = Form(); :screen form")
    let said = await conversation.say(":lesson stop")
    #expect(host.last?.title == "ListViewModel", "\(said.lines)")
    #expect(await conversation.say("page.isActive").lines == ["true"])
    await conversation.say(":screen off; :lesson 1; let form = Form(); :screen form; :lesson stop")
    #expect(host.pictures.last == .some(nil))
  }

  @Test func aPageWhoseNameIsGoneIsCovered() async {
    await conversation.say("let list = ListViewModel(); let page = list; :screen page")
    await conversation.say("let page = 3")
    #expect(await conversation.say("list.isActive").lines == ["false"])
  }

  @Test func aScreenPlaysThePage() async {
    let host = Host(conversation.session)
    await conversation.say("let one = ListViewModel(); let two = ListViewModel()")
    await conversation.say(":screen one")
    #expect(await conversation.say("one.isActive").lines == ["true"])
    await conversation.say(":screen two")
    #expect(await conversation.say("one.isActive").lines == ["false"])
    #expect(await conversation.say("two.isActive").lines == ["true"])
    await conversation.say(":hide two")
    #expect(host.last == nil)
    #expect(await conversation.say(":screen off").status == .ok)
    await conversation.say(":screen two; :screen off")
    #expect(await conversation.say("two.isActive").lines == ["false"])
  }

  @Test func aListTellsWhatIsInSightAndTurnsItsPages() async {
    let host = Host(conversation.session)
    await conversation.say("let list = ListViewModel()")
    for number in 0..<45 { await conversation.say("list.add(\"\(number)\")") }
    await conversation.say(":screen list")
    #expect(host.last?.sections[0].rows.count == 20)
    await conversation.say("list.scroll(to: 41)")
    #expect(host.last?.sections[0].rows.first?.text.plain == "40")
    #expect(host.last?.extent?.page == 3)
    #expect(await conversation.say("list.lastEvent").lines[0].contains("didPage 2"))
    await conversation.say("list.clear()")
    #expect(host.last?.sections.flatMap(\.rows).isEmpty == true)
    await conversation.say(":screen off")
  }

  @Test func aPageThatTakesThePlaceOfAnotherAppearsAndTheOtherIsCovered() async {
    _ = Host(conversation.session)
    await conversation.say("let old = ListViewModel(); let list = old; :screen list")
    #expect(await conversation.say("old.isActive").lines == ["true"])
    await conversation.say("let list = ListViewModel()")
    #expect(await conversation.say("old.isActive; list.isActive").lines == ["false", "true"])
    await conversation.say(":screen off")
    #expect(await conversation.say("old.isActive; list.isActive").lines == ["false", "false"])
  }

  @Test func aListThatGoesOffTheScreenHearsThatItsRowsDo() async {
    let host = Host(conversation.session)
    await conversation.say("let list = ListViewModel(); list.add(\"a\"); :screen list")
    #expect(await conversation.say("list.lastEvent").lines[0].contains("willDisplay"))
    await conversation.say(":screen off")
    #expect(await conversation.say("list.lastEvent").lines[0].contains("didEndDisplaying"))
    await conversation.say(":screen list; let list = ListViewModel()")
    #expect(host.last != nil)
  }

  @Test func whatTheScreenTellsAListIsNoStepThatCouldBeUndone() async {
    _ = Host(conversation.session)
    await conversation.say("let list = ListViewModel(); var n = 1")
    for number in 0..<45 { await conversation.say("list.add(\"\(number)\")") }
    await conversation.say(":screen list; n = 2; list.scroll(to: 41)")
    #expect(await conversation.say("list.lastEvent").lines[0].contains("didPage"))
    #expect(
      await conversation.say("undo").lines == [
        "passed over: the later list.scroll(to: 41) changed no value here", "undone: n = 2",
      ])
  }

  @Test func whatAListHearsWhenTheScreenIsOffIsNoStepEither() async {
    _ = Host(conversation.session)
    await conversation.say("let list = ListViewModel(); var n = 1; list.add(\"a\")")
    await conversation.say(":screen list")
    await conversation.say("n = 2; :screen off")
    #expect(await conversation.say("list.lastEvent").lines[0].contains("didEndDisplaying"))
    #expect(await conversation.say("undo").lines == ["undone: n = 2"])
  }

  @Test func theGraphDoesNotShowWhatDrawsTheScreen() async {
    _ = Host(conversation.session)
    await conversation.say("let list = ListViewModel(); var n = 1; watch n; :screen list")
    let drawn = await conversation.say(":graph tree").lines.joined(separator: "\n")
    #expect(drawn.contains("watch n"))
    #expect(!drawn.contains(":screen") && !drawn.contains("rows in sight"), "\(drawn)")
  }

  @Test func aScreenThatIsOffByTheTimeItHasLoadedIsNotDrawn() async {
    let next = Conversation { catalog, clock in
      catalog.add(SlowScreen.self) { SlowScreen(clock: clock) }
    }
    for word in next.session.screenWords { next.session.add(word) }
    next.session.clock.set(.manual)
    await next.say("let page = SlowScreen()")
    let drawing = Task { await next.say(":screen page").lines }
    while next.session.host.screens.live == nil { await Task.yield() }
    next.session.host.screens.end()
    #expect(await drawing.value == [])
  }

  @Test func aReplayGoesAsBefore() async {
    _ = Host(conversation.session)
    await conversation.say(":record; let form = Form(); :screen form; form.age = 3; :screen off")
    #expect(
      await conversation.say(":replay").lines == [
        "replayed 4 statements; the results were the same"
      ])
  }

  @Test func aSessionThatEndsTakesItsScreenAway() async {
    let host = Host(conversation.session)
    await conversation.say("let form = Form(); :screen form")
    await conversation.session.close()
    #expect(host.pictures.last == .some(nil))
  }

  @Test func aCommandThatAsksOnTheScreenGoesOnInTheBackground() async {
    let host = Host(conversation.session)
    conversation.session.host.hasPerson = true
    conversation.session.host.patience = .zero
    await conversation.say(":record; let page = AskingPage(); :screen page")
    let said = await conversation.say(#"page.prompts.alert("Sure?", buttons: ["Yes", "No"])"#)
    #expect(
      said.lines.first
        == #"job #1: page.prompts.alert("Sure?", buttons: ["Yes", "No"]) runs in the background"#)
    #expect(host.last?.questions.map(\.caption) == ["Sure?"])
    await conversation.say("page.prompts.choose(1); wait all")
    #expect(host.last?.questions.isEmpty == true)
    #expect(
      await conversation.say(":replay").lines == [
        "replayed 5 statements; the results were the same"
      ])
  }

  @Test func anotherProgramGoesOnWithTheScreen() async {
    await conversation.say("let list = ListViewModel(); :screen list")
    let carried = conversation.session.carried()
    let next = Conversation { catalog, _ in catalog.add(ListViewModel.self) }
    for word in next.session.screenWords { next.session.add(word) }
    let host = Host(next.session)
    _ = await next.session.take(carried)
    #expect(host.last != nil)
    #expect(await next.say("list.isActive").lines == ["true"])
    await next.say(":screen off")
    #expect(host.last == nil)
  }

  // L30: an app's own overlay, empty notice and retry, whatever the page.
  @Test func anAppChangesTheOverlayOrTheEmptyNoticeOfEveryPage() async {
    let makers = conversation.session.host.screens.makers
    makers.amend { _, picture in picture.busy?.message = "Rowing" }
    makers.amend { _, picture in if picture.empty?.image == nil { picture.empty?.image = "owl" } }
    await conversation.say("let list = ListViewModel()")
    let loading = await conversation.say("list.page.isLoading = true; :screen list").lines
    #expect(loading.contains { $0.contains("◌ Rowing") }, "\(loading)")
    let plain = await conversation.say("list.page.isLoading = false; :screen list").lines
    #expect(!plain.contains { $0.contains("Rowing") || $0.contains("owl") })
    let picture = makers.picture(
      of: EmptyPage(),
      ScreenContext(
        path: "page", language: .english, makers: makers,
        windows: ListWindows(renderers: .text()), depth: 0))
    #expect(picture.empty?.image == "owl" && picture.empty?.title == "No mail")
  }

  @Test func aMakerOfOnesOwnIsUsedForSubclassesToo() async {
    conversation.session.host.screens.makers.register(ListViewModel.self) { _, context in
      ScreenPicture(title: "own at \(context.path)")
    }
    await conversation.say("let list = ListViewModel()")
    #expect(await conversation.say(":screen list").lines.first == " own at list")
  }
}

/// A page without content.
@MainActor
@ViewModel
private final class EmptyPage: LifecycleViewModel {
  let page: PageState = PageState()

  init() {
    super.init()
    page.emptyState = .init(title: "No mail")
  }
}
