import Foundation
import REPLKit
import Testing
import ViewModels

@testable import REPLStudio

/// What a browser is sent, and what it can do.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct StudioGuestTests {
  let host = StudioHost.open()

  func guest() async throws -> StudioGuest {
    let guest = try #require(host.studio.welcome())
    #expect(await guest.message()["kind"] == "hello")
    return guest
  }

  static func look(seen: Int = 0) -> StudioLook {
    var look = StudioLook(seen: seen)
    look.screen = "form"
    look.graph = "form.greeting"
    look.marbles = "form.name"
    return look
  }

  @Test func theFirstMessageHasTheVersionAndTheWordsOfThePage() async throws {
    let hello = try await #require(host.studio.welcome()).message()
    #expect(hello["version"] == 1 && hello["language"] == "en" && hello["program"] == "test")
    guard case .object(let words)? = hello["words"] else { throw Missing() }
    #expect(words["undo"] == "Undo")
  }

  @Test func aPersonIsAskedBeforeBrowsersAreDisconnected() throws {
    var questions: [String?] = []
    host.studio.onGuests = { [host] in questions.append(host.session.leavingQuestion) }
    let guest = try #require(host.studio.welcome())
    host.studio.remove(guest)
    #expect(questions.count == 2 && questions.last == .some(nil), "\(questions)")
    let asked = questions.first.flatMap(\.self) ?? ""
    #expect(asked.contains("1 browser will be disconnected."), "\(questions)")
  }

  struct Missing: Error {}

  @Test func aPullBringsAllThatIsLookedAt() async throws {
    await host.type("let form = SignUp()")
    await host.type(#"form.name = "bob""#)
    let news = try await guest().pull(Self.look())
    #expect(news.texts.contains("let form = SignUp()"))
    guard case .object(let picture)? = news["picture"]?["picture"],
      case .array(let fields)? = picture["fields"], case .object(let name)? = fields.first
    else { throw Missing() }
    #expect(name["path"] == "form.name" && name["value"] == "bob")
    guard case .object(let drawing)? = news["graph"]?["drawing"],
      case .string(let svg)? = drawing["svg"]
    else { throw Missing() }
    #expect(svg.contains(#"data-path="form.greeting""#))
    #expect(news["timeline"]?["position"] == 1)
    #expect(news["names"]?["names"] != nil && news["marbles"]?["lines"] != .array([]))
  }

  @Test func aBrowserIsToldWhyItsEntryWaits() async throws {
    host.studio.onEntry = {}  // A host that is in the middle of something.
    host.studio.reasonToWait = { Message(verbatim: "a statement is begun") }
    let guest = try await guest()
    #expect(await guest.pull()["running"]?["text"] == "")
    await guest.take(#"{"kind":"statement","id":1,"text":"1 + 1"}"#)
    #expect(await guest.pull()["running"]?["text"] == "a statement is begun")
    #expect(host.studio.nextEntry() == "1 + 1")
    host.studio.begin("1 + 1")
    #expect(await guest.pull()["running"]?["text"] == "1 + 1")
  }

  @Test func theSpeakersNotesAreThereWhileATalkIsHeld() async throws {
    host.session.host.typesTalks = true
    host.session.offer(
      try TalkList([("sums.md", "# Sums\n## One\nSay hello.\n```mvvm\n1 + 1\n```\n## Two")]))
    let guest = try await guest()
    #expect(await guest.pull(StudioLook(seen: 0))["talk"] == ["kind": "talk"])
    await host.type(":present sums")
    #expect(host.session.nextTalkTurn() == .waits("1 + 1"))
    let notes = await guest.pull(StudioLook(seen: 0))["talk"]
    #expect(notes?["notes"] == ["Say hello."] && notes?["statement"] == "1 + 1")
    #expect(notes?["title"] == "One" && notes?["next"] == "Two")
    let reader = try #require(host.studio.welcome(.readOnly))
    let seen = await reader.pull(StudioLook(seen: 0))["talk"]
    #expect(seen?["title"] == "One" && seen?["row"] == notes?["row"])
    for name in ["notes", "before"] { #expect(seen?[name] == []) }
    for name in ["statement", "next"] { #expect(seen?[name] == "") }
  }

  @Test func aScreenThatATalkShowsLaterIsNotShownBefore() async throws {
    host.session.host.typesTalks = true
    let steps = "```mvvm\nlet form = SignUp()\n:screen form\n:screen off\n```"
    host.session.offer(try TalkList([("views.md", "# Views\n## One\n\(steps)\n## Two")]))
    let guest = try await guest()
    await host.type(":present views")
    var (look, isShown) = (StudioLook(seen: 0), false)
    look.screen = "form"
    for (statement, isSeen) in [
      ("let form = SignUp()", false), (":screen form", true), (":screen off", true),
    ] {
      #expect(host.session.nextTalkTurn() == .waits(statement))
      host.session.take(.enter)
      await host.type(statement)
      // What has not changed is not sent again.
      if let picture = await guest.pull(look)["picture"] {
        isShown = picture["picture"] != nil && picture["picture"] != .null
      }
      #expect(isShown == isSeen, "\(statement)")
    }
  }

  @Test func theTimelineHasTheStatementsAroundThePresent() async throws {
    let guest = try await guest()
    await host.type("let form = SignUp()")
    for age in 1...250 { await host.type("form.age = \(age)") }
    func timeline() async -> (
      numbers: [DynamicValue?], position: DynamicValue?, before: DynamicValue?, later: DynamicValue?
    ) {
      let message = await guest.pull()["timeline"]
      guard case .array(let steps)? = message?["steps"] else { return ([], nil, nil, nil) }
      let numbers = [steps.first, steps.last].map { step -> DynamicValue? in
        if case .object(let members)? = step { members["number"] } else { nil }
      }
      return (numbers, message?["position"], message?["before"], message?["later"])
    }
    let newest = await timeline()
    #expect(newest.numbers == [51, 250] && newest.before == 50)
    #expect(newest.position == 200 && newest.later == 0)
    await host.type(":goto #120")
    let middle = await timeline()
    #expect(middle.numbers == [21, 220] && middle.before == 20)
    #expect(middle.position == 100 && middle.later == 30)
    await host.type(":goto #20")
    let early = await timeline()
    #expect(early.numbers == [1, 200] && early.before == nil)
    #expect(early.position == 20 && early.later == 50)
  }

  @Test func aStatementRunsAtThePromptAndItsEndIsTold() async throws {
    let guest = try await guest()
    let good = await guest.ask(["kind": "statement", "id": 1, "text": "let form = SignUp()"])
    #expect(good["status"] == 0 && good["problem"] == nil)
    #expect(host.told.first?.hasPrefix("SignUp") == true)
    let wrong = await guest.ask(["kind": "statement", "id": 2, "text": "form.age = true"])
    #expect(wrong["status"] == 3)
    let unread = await guest.ask(["kind": "statement", "id": 3, "text": "let ="])
    #expect(unread["status"] == 65)
  }

  @Test func entriesTellWhereTheyCameFrom() async throws {
    let guest = try await guest()
    await host.type("let form = SignUp()")
    await host.type("watch form.greeting")
    _ = await guest.ask(["kind": "statement", "id": 1, "text": "form.rename(\"bob\")"])
    let news = await guest.pull()
    let entries = news.filter { $0["isEntry"] == true }
    #expect(entries.map { $0["from"] } == ["prompt", "prompt", "browser"])
    let change = try #require(news.last { $0["kind"] == "record" && $0["isEntry"] == false })
    #expect(change["cause"] == entries.last?["id"] && change["from"] == "browser")
  }

  @Test func whatATimerOrTheNetworkWokeTellsThat() async throws {
    let guest = try await guest()
    for line in [
      "let form = SignUp()", ":clock manual", "watch form.name", "form.remind() &", "advance 1s",
      "form.fetch() &", "advance 1s", "form.rename(\"bob\")",
    ] { await host.type(line) }
    let news = await guest.pull()
    func change(_ text: String) -> [String: DynamicValue]? {
      news.first { message in
        guard message["isEntry"] == false, case .string(let told)? = message["text"] else {
          return false
        }
        return told.contains("form.name") && told.contains(text)
      }
    }
    func entry(_ text: String) -> [String: DynamicValue]? {
      news.last { $0["isEntry"] == true && $0["text"] == .string(text) }
    }
    #expect(change("reminded")?["from"] == "timer")
    #expect(change("reminded")?["cause"] == entry("form.remind() &")?["id"])
    #expect(change("fetched")?["from"] == "network")
    #expect(change("fetched")?["cause"] == entry("form.fetch() &")?["id"])
    #expect(change("bob")?["from"] == "prompt")
  }

  @Test func aFieldIsSetByTheStatementThatIsTypedForIt() async throws {
    await host.type("let form = SignUp()")
    let guest = try await guest()
    let answer = await guest.ask([
      "kind": "set", "id": 1, "screen": "form", "path": "form.name",
      "text": #"a "quoted" \(name) 名"#,
    ])
    #expect(answer["status"] == 0)
    let texts = await guest.pull().texts
    #expect(texts.contains(#"form.name = "a \"quoted\" \\(name) 名""#))
    await host.type(#"expect form.name == "a \"quoted\" \\(name) 名""#)
    #expect(host.told.allSatisfy { !$0.contains("error") })
  }

  @Test func aValueThatDoesNotFitIsRefusedInWords() async throws {
    await host.type("let form = SignUp()")
    let guest = try await guest()
    let text = await guest.ask([
      "kind": "set", "id": 1, "screen": "form", "path": "form.age", "text": "old",
    ])
    #expect(text["problem"] == "a whole number is expected" && text["status"] == nil)
    host.session.language = .chinese
    let large = await guest.ask([
      "kind": "set", "id": 2, "screen": "form", "path": "form.age",
      "text": "99999999999999999999",
    ])
    #expect(large["problem"] != nil && large["problem"] != text["problem"])
    for (screen, path) in [
      ("form", "form.gone"), ("gone", "gone.age"), ("", ""), ("form.age", "x"),
    ] {
      let answer = await guest.ask([
        "kind": "set", "id": 3, "screen": .string(screen), "path": .string(path), "text": "1",
      ])
      #expect(answer["problem"] != nil && answer["status"] == nil)
    }
  }

  @Test func aButtonThatAsksIsPressedWithItsValues() async throws {
    await host.type("let form = SignUp()")
    let guest = try await guest()
    let statement = try #require(
      host.session.picture(of: "form").buttons.first { $0.title == "rename" }?.statement)
    let answer = await guest.ask([
      "kind": "call", "id": 1, "screen": "form", "statement": .string(statement),
      "texts": ["eve"],
    ])
    #expect(answer["status"] == 0)
    await host.type(#"expect form.greeting == "Hello, eve""#)
    #expect(host.told.allSatisfy { !$0.contains("error") })
    let wrong = await guest.ask([
      "kind": "call", "id": 2, "screen": "form", "statement": .string(statement), "texts": [],
    ])
    #expect(wrong["problem"] == "that is no longer on the screen")
  }

  @Test func secretsAreInNothingThatIsSent() async throws {
    await host.type("let form = SignUp()")
    let guest = try await guest()
    await guest.take(
      #"{"kind":"set","id":1,"screen":"form","path":"form.pin","text":"open sesame"}"#)
    await guest.take(#"{"kind":"statement","id":2,"text":"form.pin = \"open sesame\"; form"}"#)
    await guest.take(#"{"kind":"statement","id":3,"text":"form.pin; why form.pin"}"#)
    _ = await guest.ask(["kind": "statement", "id": 4, "text": "watch form.pin"])
    let news = await guest.pull(Self.look())
    #expect(news.texts.contains(#"form.pin = "…""#))
    for message in news { #expect(!"\(message)".contains("sesame")) }
    #expect(!host.told.joined().contains("sesame"))
  }

  @Test func aSlowBrowserGetsTheNewestPictureAndNoQueue() async throws {
    await host.type("let form = SignUp()")
    let guest = try await guest()
    _ = await guest.pull(Self.look())
    await guest.take(#"{"kind":"pull","seen":1000000,"screen":"form"}"#)
    for age in 0..<2_000 { await host.type("form.age = \(age)") }
    let news = await guest.turn()
    #expect(news.count < 10)
    #expect("\(news["picture"] ?? [:])".contains("1999"))
  }

  @Test func aBrowserThatDoesNotReadIsNotReadEither() async throws {
    let guest = try await guest()
    let requests = Task {
      for number in 0..<1_000 {
        await guest.take(#"{"kind":"complete","id":\#(number),"text":"wat","cursor":3}"#)
      }
      return true
    }
    var answers = 0
    while answers < 1_000, await guest.message()["kind"] == "completion" { answers += 1 }
    #expect(await requests.value && answers == 1_000)
  }

  @Test func twoBrowsersAndTheTerminalSeeTheSame() async throws {
    let (one, other) = (try await guest(), try await guest())
    _ = await one.ask(["kind": "statement", "id": 1, "text": "let form = SignUp()"])
    _ = await other.ask([
      "kind": "set", "id": 1, "screen": "form", "path": "form.name", "text": "kim",
    ])
    await host.type("undo; redo")
    // The line of time of marbles goes on to the present.
    var look = Self.look()
    look.marbles = nil
    let (first, second) = (await one.pull(look), await other.pull(look))
    #expect(!first.isEmpty && first == second)
    #expect("\(first["picture"] ?? [:])".contains("Hello, kim"))
  }

  @Test func aBrowserThatComesBackGoesOnWhereItWas() async throws {
    let first = try await guest()
    await host.type("1")
    let before = await first.pull()
    guard case .int(let seen)? = before.last(where: { $0["kind"] == "record" })?["id"] else {
      throw Missing()
    }
    first.close()
    await host.type("2")
    let after = try await guest().pull(StudioLook(seen: seen))
    #expect(after.texts == ["2", "2"])
    for _ in 0..<StudioLog.limit { await host.type("3") }
    let late = try await guest()
    let news = await late.pull(StudioLook(seen: seen + 2))
    guard case .int(let count)? = news["gap"]?["count"] else { throw Missing() }
    #expect((1...StudioLog.limit).contains(count))
    #expect(news.first { $0["kind"] == "record" }?["id"] == .int(seen + 2 + count + 1))
    #expect(news.texts.count == 100)
  }

  @Test func pullsThatCrossBringNothingTwice() async throws {
    await host.type("let form = SignUp()")
    let guest = try await guest()
    let first = await guest.pull()
    let second = await guest.pull(Self.look())
    #expect(first.texts.count == 2 && second["picture"] != nil)
    #expect(second.texts.isEmpty)
  }

  @Test func whatIsLookedAtAgainIsSentAgain() async throws {
    await host.type("let form = SignUp()")
    await host.type("let other = SignUp()")
    let guest = try await guest()
    _ = await guest.pull(Self.look())
    // The page has dropped what it does not look at; both requests are read before one is answered.
    await guest.take(
      #"{"kind":"pull","seen":4,"screen":"other","graph":"other.greeting","marbles":"other.name"}"#)
    await host.type("1")
    let news = await guest.pull(Self.look())
    #expect(news["picture"]?["path"] == "form")
    #expect(news["graph"]?["path"] == "form.greeting")
    #expect(news["marbles"]?["paths"] == "form.name")
  }

  @Test func nothingIsWorkedOutWhileNobodyIsThere() async throws {
    #expect(host.session.onActivity == nil)
    let guest = try await guest()
    await host.type("let form = SignUp()")
    _ = await guest.pull(Self.look())
    #expect(host.session.onActivity != nil)
    guest.close()
    #expect(host.session.onActivity == nil)
    for _ in 0..<10 { await Task.yield() }
    let revision = host.studio.revision
    await host.type("form.age = 1")
    for _ in 0..<10 { await Task.yield() }
    #expect(host.studio.revision == revision)
  }

  @Test func aScreenIsDrawnOnceForATurnHoweverManyChangesThereWere() async throws {
    await host.type("let form = SignUp()")
    var drawn = 0
    host.session.host.screens.makers.register(SignUp.self) { form, context in
      drawn += 1
      return context.schemaPicture(of: form)
    }
    let guest = try await guest()
    var look = StudioLook(seen: 0)
    look.screen = "form"
    _ = await guest.pull(look)
    #expect(drawn == 1)
    for age in 0..<100 { await host.type("form.age = \(age)") }
    #expect(drawn == 1)
    let picture = await guest.pull(look)["picture"]
    #expect(drawn == 2)
    #expect(picture.map { "\($0)".contains("99") } == true)
  }

  @Test func whyUndoAndARecordingGoAcrossBrowserAndTerminal() async throws {
    let guest = try await guest()
    await host.type("let form = SignUp()")
    _ = await guest.ask([
      "kind": "set", "id": 1, "screen": "form", "path": "form.name", "text": "kim",
    ])
    await host.type("why form.greeting")
    #expect(host.told.last?.contains(#"form.name = "kim""#) == true)
    _ = await guest.ask(["kind": "statement", "id": 2, "text": "undo"])
    await host.type(#"expect form.name == "ann""#)
    await host.type("redo")
    _ = await guest.ask(["kind": "statement", "id": 3, "text": "form.age = 41"])
    let before = host.told.count
    await host.type(":replay")
    #expect(host.told.count > before)
    #expect(host.told.allSatisfy { !$0.contains("error") })
    await host.type(#"expect form.age == 41; expect form.name == "kim""#)
    #expect(host.told.allSatisfy { !$0.contains("error") })
  }
}
