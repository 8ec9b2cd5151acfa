import REPLKit
import Testing
@testable import Workshop

/// A person walks through the app at the prompt.
@MainActor
@Suite struct PhotoAppTests {
  @MainActor
  private final class Walk {
    let workshop: Workshop
    let session: Session
    private let said: Said

    @MainActor
    private final class Said { var lines: [String] = [] }

    init() async {
      let said = Said()
      let clock = SessionClock(.manual)
      workshop = Workshop(data: nil, clock: clock)
      session = Session(catalog: workshop.catalog, models: workshop.models, clock: clock) {
        said.lines.append(TextRenderer(style: .plain).text($0))
      }
      self.said = said
      await workshop.furnish(session)
    }

    /// What the prompt answers to statements.
    func say(_ text: String) async -> [String] {
      said.lines = []
      await session.run(SourceText(text))
      return said.lines
    }

    func end() async {
      await session.close()
      await workshop.close()
    }
  }

  // L21 and L26: tabs come and go, and a URL runs a command of a page that is there.
  @Test func tabsComeAndGoAndAURLRunsACommand() async {
    let walk = await Walk()
    _ = await walk.say("let app = PhotoApp(); :show app")
    _ = await walk.say("app.addTab(\"about\", route: \"/about\"); app.select(2)")
    #expect(await walk.say("app.path") == [#""About""#])
    _ = await walk.say("app.removeTab(at: 2)")
    #expect(await walk.say("app.tabNames") == [#"["photos", "books"]"#])
    _ = await walk.say("app.open(\"demo:///photos/3\"); app.visible.caption = \"dusk\"")
    _ = await walk.say("app.call(\"demo://photo/save?id=3\")")
    #expect(await walk.say("app.visible.savedCaption") == [#""dusk""#])
    await walk.end()
  }

  // D22: a command says where to go, by a condition, and the app goes there.
  @Test func theNextPhotoIsWhereTheCommandSays() async {
    let walk = await Walk()
    _ = await walk.say("let app = PhotoApp(); :show app")
    _ = await walk.say("app.tabs[0].next(); app.tabs[0].next()")
    #expect(await walk.say("app.path") == [#""Photos ▸ Photo 2""#])
    for _ in 0..<9 { _ = await walk.say("app.tabs[0].next()") }
    #expect(await walk.say("app.path") == [#""Photos ▸ About""#])
    await walk.end()
  }

  @Test func aPersonWalksThroughTheAppAndBack() async {
    let walk = await Walk()
    _ = await walk.say("let app = PhotoApp(); :show app")
    #expect(
      await walk.say("app.open(\"demo:///photos/3\")") == ["✓ app.open(\"demo:///photos/3\")"])
    #expect(await walk.say("app.path") == [#""Photos ▸ Photo 3""#])
    _ = await walk.say("app.open(\"demo://about/present\")")
    #expect(await walk.say("app.path") == [#""Photos ▸ Photo 3 [About]""#])
    _ = await walk.say("app.open(\"demo:///books/2\")")
    #expect(await walk.say("app.path") == [#""Books ▸ Book 2""#])
    #expect(await walk.say("app.visible.summary") == [#""从输入框到输出文字。""#])
    _ = await walk.say("app.select(0)")
    #expect(await walk.say("app.location") == [#""/photos/3""#])
    #expect(await walk.say("app.popToRoot()") == ["true"])
    #expect(await walk.say("app.pop()").joined().contains("canPop is false"))
    await walk.end()
  }

  @Test(arguments: ["-9223372036854775808", "9223372036854775807", "0", "-1"])
  func aLinkToNoBookOrPhotoIsRefused(number: String) async {
    let walk = await Walk()
    _ = await walk.say("let app = PhotoApp(); :show app")
    for place in ["books", "photos"] {
      let said = await walk.say("app.open(\"demo:///\(place)/\(number)\")").joined()
      #expect(said.contains("they are numbered 1 to"), "\(said)")
    }
    await walk.end()
  }

  @Test func aMemberThatTwoPagesHaveUnderOneNameIsListedOnce() async throws {
    let walk = await Walk()
    _ = await walk.say("let a = PhotoApp(); :show a\na.visible.show(3); a.back()")
    for word in [":timeline", "undo"] {
      let said = await walk.say(word).joined(separator: "\n")
      // The rest of the line is about this statement alone.
      let rest = try #require(said.split(separator: "a.back()").last)
      let last = try #require(rest.split(separator: "\n").first)
      let names = last.split { " ,()".contains($0) }.filter { $0.hasPrefix("a.") }
      #expect(!names.isEmpty && Set(names).count == names.count, "\(said)")
    }
    await walk.end()
  }

  /// [quirk] A page that was opened, a tab that was chosen and a row that was pressed are undone.
  @Test func aWayIsGoneBackByUndo() async {
    let walk = await Walk()
    _ = await walk.say("let a = PhotoApp(); :show a\na.open(\"/photos/3\")\na.select(1)")
    #expect(
      await walk.say("undo; a.path").suffix(2) == ["undone: a.select(1)", #""Photos ▸ Photo 3""#])
    #expect(await walk.say("redo; a.selectedIndex").last == "1")
    #expect(await walk.say("undo; undo; a.path").last == #""Photos""#)
    // The page has ended with that: it is not called done again.
    #expect(await walk.say("redo").joined().contains("cannot be redone: a.open(\"/photos/3\")"))
    #expect(await walk.say("a.path") == [#""Photos""#])
    _ = await walk.say("a.visible.show(2)\n:snapshot here\na.visible.caption = \"fog\"")
    #expect(await walk.say("undo; undo; a.path").last == #""Photos""#)
    _ = await walk.say("a.select(1)\n:restore here")
    #expect(await walk.say("a.path") != [#""Photos ▸ Photo 2""#])
    await walk.end()
  }

  @Test func aRowThatOpensAPageIsUndone() async {
    let walk = await Walk()
    _ = await walk.say("let t = TravelApp(); :show t\nt.visible.select(at: 0)")
    #expect(await walk.say("t.path") == [#""Menu ▸ travel""#])
    let said = await walk.say("undo; t.path")
    #expect(said.suffix(2) == ["undone: t.visible.select(at: 0)", #""Menu""#], "\(said)")
    await walk.end()
  }

  /// [quirk] What stands behind the same names elsewhere is no change of the screens.
  @Test func whatIfOneWentElsewhereTellsTheNavigatorAlone() async {
    let walk = await Walk()
    _ = await walk.say("let a = PhotoApp()")
    let said = await walk.say("whatif a.select(1)")
    #expect(said.contains { $0.contains("a.location") && $0.contains("/books") }, "\(said)")
    #expect(!said.contains { $0.contains("a.tabs[") || $0.contains("a.visible.") }, "\(said)")
    await walk.end()
  }

  /// [quirk] The copy that is tried stands where the person is; where it cannot, nothing is foretold.
  @Test func whatIfIsTriedWhereThePersonIs() async {
    let walk = await Walk()
    _ = await walk.say("let a = PhotoApp()\na.visible.show(3)")
    let said = await walk.say("whatif a.pop()")
    #expect(
      said.contains { $0.contains("a.path") && $0.contains("⟵ \"Photos ▸ Photo 3\"") }, "\(said)")
    _ = await walk.say("a.pop(); a.select(1)")
    let other = await walk.say("whatif a.visible.show(1)")
    #expect(other.contains { $0.contains("\"Books ▸ Book 1\"") }, "\(other)")
    _ = await walk.say("let t = TravelApp()\nt.visible.select(at: 0)")
    let travel = await walk.say("whatif t.pop()").joined()
    #expect(
      travel.contains("cannot be tried: a copy of t") || travel.contains("t.path"), "\(travel)")
    await walk.end()
  }

  /// What has ended does not come back.
  @Test func aPageThatWasLeftIsNotCalledUndone() async {
    let walk = await Walk()
    _ = await walk.say("let a = PhotoApp(); a.open(\"/photos/3\")\na.back()")
    for word in ["undo", ":goto start"] {
      let said = await walk.say(word).joined(separator: "\n")
      #expect(said.contains("cannot be undone: a.back(); a screen that was in a.tree has ended"))
    }
    #expect(await walk.say("a.path") == [#""Photos""#])
    await walk.end()
  }

  @Test func whatIsPickedComesBackToThePageThatAsked() async {
    let walk = await Walk()
    _ = await walk.say("let app = PhotoApp(); app.open(\"/photos/3\")")
    _ = await walk.say("app.visible.chooseCity() &")
    while await walk.say("app.path") != [#""Photos ▸ Photo 3 [Cities]""#] { await Task.yield() }
    #expect(
      await walk.say("app.visible.pick(\"Atlantis\")").joined().contains("no city 'Atlantis'"))
    _ = await walk.say("app.visible.pick(\"Kyoto\")")
    #expect(await walk.say("app.path").contains(#""Photos ▸ Photo 3""#))
    while !(await walk.say("app.visible.city").contains(#""Kyoto""#)) { await Task.yield() }
    await walk.end()
  }

  @Test func anUnsavedCaptionKeepsAPersonOnThePage() async {
    let walk = await Walk()
    _ = await walk.say("let app = PhotoApp(); app.open(\"/photos/3\")")
    _ = await walk.say("app.visible.caption = \"fog\"")
    #expect(await walk.say("app.back()") == ["false"])
    _ = await walk.say("app.visible.save()")
    #expect(await walk.say("app.back()") == ["true"])
    await walk.end()
  }

  @Test(arguments: [
    ("app.select(5)", "There is no tab 5. Write a number from 0 to 1."),
    ("app.open(\"demo:///photos/99\")", "no photo 99; they are numbered 1 to 50"),
    ("app.open(\"demo:///photo/3\")", "Nothing is at /photo/3. Known are /photos, /photos/{id}"),
    ("app.open(\"demo://foto/push\")", "No screen is named 'foto'. Known are photos, photo"),
  ])
  func whatDoesNotFitIsToldAndChangesNothing(line: String, answer: String) async {
    let walk = await Walk()
    _ = await walk.say("let app = PhotoApp()")
    #expect(await walk.say(line).joined().contains(answer))
    #expect(await walk.say("app.path") == [#""Photos""#])
    await walk.end()
  }

  @Test func theTitlesAreInTheLanguageOfTheSession() async {
    let walk = await Walk()
    _ = await walk.say(":lang zh\nlet app = PhotoApp(); app.open(\"/photos/3\")")
    #expect(await walk.say("app.path") == [#""照片 ▸ 照片 3""#])
    await walk.end()
  }

  @Test func aNegativeLimitIsNone() async {
    let lines = await said("let g = PhotoGrid()", "g.limit = -1", "g.refresh()", "g.count")
    #expect(lines.last == "0")
  }
}
