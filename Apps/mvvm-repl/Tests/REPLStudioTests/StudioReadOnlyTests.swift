import REPLKit
import Testing
import ViewModels

@testable import REPLStudio

/// A browser with the read-only address: it is sent everything, and whatever it asks for changes nothing.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct StudioReadOnlyTests {
  let host = StudioHost()

  private func reader() async throws -> StudioGuest {
    host.studio.open()
    let guest = try #require(host.studio.welcome(.readOnly))
    let hello = await guest.message()
    #expect(hello["kind"] == "hello" && hello["permission"] == "readOnly")
    return guest
  }

  /// Sends a request that is refused in words, and changes nothing.
  private func expectRefusal(of request: [String: DynamicValue]) async throws {
    let guest = try await reader()
    await host.type("let form = SignUp()")
    await host.type(#"form.name = "bob""#)
    let told = host.told
    await guest.take(JSONRenderer.line(.object(request)))
    let answer = await guest.message()
    #expect(answer["kind"] == "answer" && answer["id"] == request["id"] ?? 0)
    #expect(
      answer["problem"] == "this address is read-only: it shows everything, and changes nothing")
    #expect(answer["status"] == nil)
    #expect(!host.studio.hasEntry && host.told == told)
    host.session.language = .chinese
    await guest.take(JSONRenderer.line(.object(request)))
    #expect(await guest.message()["problem"] == "此网址是只读的：可以看到一切，不能更改任何内容")
  }

  @Test func aStatementIsRefused() async throws {
    try await expectRefusal(of: ["kind": "statement", "id": 1, "text": "form.age = 5"])
  }

  @Test func aFieldOfAScreenIsNotSet() async throws {
    try await expectRefusal(
      of: ["kind": "set", "id": 2, "screen": "form", "path": "form.age", "text": "41"])
  }

  @Test func aButtonOfAScreenIsNotPressed() async throws {
    try await expectRefusal(
      of: ["kind": "statement", "id": 3, "text": #"form.rename("kim")"#])
  }

  @Test func aButtonThatAsksForValuesIsNotPressed() async throws {
    try await expectRefusal(
      of: [
        "kind": "call", "id": 4, "screen": "form", "statement": "form.rename()", "texts": ["kim"],
      ])
  }

  @Test(arguments: ["undo", "redo", ":goto start", ":goto #1"])
  func theTimelineIsNotMoved(statement: String) async throws {
    try await expectRefusal(of: ["kind": "statement", "id": 5, "text": .string(statement)])
  }

  @Test func nothingIsWatched() async throws {
    try await expectRefusal(of: ["kind": "statement", "id": 6, "text": "watch form.age"])
  }

  @Test(arguments: [":lesson 1", ":task", ":hint", ":check", ":solution", ":lesson stop"])
  func aLessonIsNotTouched(statement: String) async throws {
    try await expectRefusal(of: ["kind": "statement", "id": 7, "text": .string(statement)])
  }

  @Test(arguments: [":serve off", ":serve on 0.0.0.0", ":quit", "why form.age", ":show form &"])
  func noOtherWordIsTaken(statement: String) async throws {
    try await expectRefusal(of: ["kind": "statement", "id": 8, "text": .string(statement)])
  }

  @Test func whatRunsIsNotCancelled() async throws {
    try await expectRefusal(of: ["kind": "cancel"])
  }

  /// A kind that somebody adds is an act until its place in ``StudioRequest/isAct`` says otherwise: that switch has no
  /// default, and this list has every kind.
  @Test func allThatIsNoActIsLooking() {
    let all: [StudioRequest] = [
      .pull(StudioLook()), .statement(id: 1, text: ""), .set(id: 2, screen: "", path: "", text: ""),
      .call(id: 3, screen: "", statement: "", texts: []), .complete(id: 4, text: "", cursor: 0),
      .cancel,
    ]
    #expect(all.filter { !$0.isAct } == [all[0], all[4]])
    #expect(all.map(\.id) == [0, 1, 2, 3, 4, 0])
  }

  @Test func everythingIsSeen() async throws {
    let guest = try await reader()
    await host.type("let form = SignUp()")
    await host.type(#"form.name = "bob""#)
    var look = StudioLook()
    (look.screen, look.graph, look.marbles) = ("form", "form.greeting", "form.name")
    let news = await guest.pull(look)
    #expect(news.texts.contains(#"form.name = "bob""#))
    #expect(news["picture"]?["picture"] != .null && news["graph"]?["drawing"] != .null)
    #expect(news["marbles"]?["lines"] != .array([]) && news["timeline"]?["position"] == 1)
    let found = await guest.ask(["kind": "complete", "id": 1, "text": "form.gr", "cursor": 7])
    #expect(found["kind"] == "completion")
  }

  /// What a browser looks at is a path; nothing that is written in its place is run.
  @Test(arguments: [
    #"form.rename("eve")"#, "form.age = 5", "{ form.age }", "SignUp()", "let x = 1", ":serve off",
    "form; form.age = 5", "form\nform.age = 5", "svg form /tmp/graph.svg",
    "form svg /tmp/graph.svg",
  ])
  func lookingRunsNothing(path: String) async throws {
    let guest = try await reader()
    await host.type("let form = SignUp()")
    let before = await guest.pull()
    let told = host.told
    var look = StudioLook(seen: 2)
    (look.screen, look.graph, look.marbles) = (path, path, path)
    _ = await guest.pull(look)
    #expect(host.told == told)
    #expect(host.session.timeline(most: 9).steps.isEmpty)
    #expect(await host.type("expect form.age == 30") == .ok)
    #expect(await guest.pull(StudioLook(seen: 2))["names"] == nil && before["names"] != nil)
  }

  @Test func aPathThatIsTooLongIsNotLookedAt() async throws {
    let guest = try await reader()
    for member in ["screen", "graph", "marbles"] {
      let path = String(repeating: "form ", count: 300)
      await guest.take(
        JSONRenderer.line(.object(["kind": "pull", "seen": 0, member: .string(path)])))
      #expect(await guest.message()["problem"] == "the program did not understand the page")
    }
    #expect(await !guest.pull().isEmpty)
  }

  /// The address that allows everything is shown by `:serve`, and whatever is shown is sent.
  @Test func theOtherSecretIsInNothingThatIsSent() async throws {
    let place = try await host.studio.start()
    let guest = try #require(host.studio.welcome(.readOnly))
    await host.type(":serve")
    await host.type("let form = SignUp()")
    await host.type("form.name = \"\(place.token)\"")
    var look = StudioLook()
    (look.screen, look.graph, look.marbles) = ("form", "form.greeting", "form.name")
    let hello = await guest.message()
    let news = await guest.pull(look)
    #expect(news.texts.contains { $0.contains("Whoever has the address") })
    for message in [hello] + news {
      #expect(!JSONRenderer.line(.object(message)).contains(place.token))
    }
    // Whoever may do everything sees what the terminal shows.
    let other = try #require(host.studio.welcome())
    _ = await other.message()
    #expect(await other.pull(look).texts.contains { $0.contains(place.token) })
    await host.studio.stop()
  }

  @Test func readersLeaveRoomForTheOthers() throws {
    host.studio.open()
    let readers = (0..<Studio.mostGuests).compactMap { _ in host.studio.welcome(.readOnly) }
    #expect(readers.count == Studio.mostReaders)
    #expect(host.studio.welcome() != nil)
    readers[0].close()
    #expect(host.studio.welcome(.readOnly) != nil)
  }

  @Test func theReadOnlyAddressOpensAReadOnlyConnection() async throws {
    try await host.serve { place in
      let reader = ServedPlace(place.place, permission: .readOnly)
      #expect(try await reader.answer(to: reader.request()).hasPrefix("HTTP/1.1 200"))
      let connection = try await reader.join()
      defer { connection.close() }
      try await connection.send(frame: #"{"kind":"statement","id":7,"text":"let form = SignUp()"}"#)
      let answer = String(decoding: try await connection.frame().bytes, as: UTF8.self)
      #expect(answer.contains(#""id":7"#) && answer.contains("read-only"))
      #expect(host.told.isEmpty)
      // Neither secret opens more with the other one's name or with both.
      for token in [place.token + reader.token, reader.token + place.token, reader.token + "0"] {
        let head = try await place.answer(to: place.handshake(token: token))
        #expect(head.hasPrefix("HTTP/1.1 403"))
      }
    }
  }
}
