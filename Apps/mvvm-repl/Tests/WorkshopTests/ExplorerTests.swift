import Foundation
import REPLKit
import Testing
import ViewModels
@testable import Workshop

/// `net`, `store`, `:network` and `:server` as one types them, on the workshop's real server and store.
@MainActor
@Suite struct ExplorerTests {
  @Test func anEndpointIsExploredWithItsTimings() async {
    let lines = await said(
      #"net.get("/posts/7").id"#, "net.last", "net.timings.totalMs > 0",
      #"net.headers["ETag"] != nil"#,
      "net.log.count")
    #expect(lines[0] == "7")
    #expect(lines[1].contains("GET http://127.0.0.1:"))
    #expect(lines[1].contains("/posts/7 200 "))
    #expect(lines[1].contains(" ms"))
    #expect(Array(lines[2...]) == ["true", "true", "1"])
  }

  @Test func aQueryIsTypedAsItReads() async {
    let lines = await said(
      #"net.get("/books?q=基础").books.count"#, #"net.get("/books", query: ["q": "绑定"]).books.count"#)
    #expect(lines == ["2", "1"])
  }

  @Test func aChildIsShownByItsNameAndNoCaseOfAnEnumeration() async {
    let lines = await said("let posts = PostTable()")
    #expect(lines.contains { $0.hasSuffix("  PageState") })
    #expect(lines.contains { $0.hasSuffix("  .number") })
  }

  @Test func aCaseThatThereIsNotIsToldTheOnesThatThereAre() async {
    let lines = await said("let posts = PostTable()", "posts.sort = .titel", "posts.sort")
    #expect(lines.contains("error E201: Order has no case 'titel'"))
    #expect(lines.contains("  help: Did you mean '.title'?  posts.sort = .title"))
    #expect(lines.last == ".number")
  }

  @Test func whatIsNotTranslatedStaysAsItIs() async {
    let lines = await said(":lang zh", #"net.get("/posts/0")"#)
    #expect(lines.contains { $0.contains("The server answered 404: {") })
  }

  @Test func whatTheServerRefusesIsToldAndLogged() async {
    let lines = await said(#"net.get("/posts/0")"#, "net.log[0].status")
    #expect(lines.contains { $0.contains("404") })
    #expect(lines.last == "404")
  }

  @Test func whatTheServerSaysAboutAMistakeIsTold() async {
    let lines = await said(
      #":stub POST /x -> 400 {"error": "no title"}"#, #":stub GET /x -> 400 {"error": "no rows"}"#,
      #"net.post("/x", body: 1)"#, #"net.get("/x")"#, #"net.stream("/x")"#)
    #expect(lines.count { $0.contains(#"The server answered 400: {"error":"#) } == 3, "\(lines)")
    #expect(lines.count { $0.contains("no title") } == 2)
    #expect(lines.count { $0.contains("no rows") } == 3)
  }

  @Test func theGraphIsOfWhatOneHasMade() async {
    #expect(await said(":graph") == ["There is nothing to draw yet: nothing has been made."])
    let lines = await said("let n = { net.log.count }", ":graph tree")
    #expect(lines.contains { $0.contains("net.log") }, "\(lines)")
    #expect(!lines.contains { $0.contains("net.last") || $0.contains("store.") }, "\(lines)")
  }

  @Test func whatAPageLoadsByItselfHasItsBarInTheReport() async {
    let lines = await said(
      "let posts = PostTable()", ":show posts", "wait until posts.total > 0", ":report posts")
    #expect(lines.contains("you typed :show posts"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("posts.page  ━") && $0.contains("✓  ") }, "\(lines)")
    // What a command loads stands in its own row alone.
    let fetched = await said("let posts = PostTable()", "posts.fetch()", ":report posts")
    #expect(fetched.contains { $0.hasPrefix("posts.fetch()  ━") }, "\(fetched)")
    #expect(!fetched.contains { $0.hasPrefix("posts.page  ") }, "\(fetched)")
  }

  @Test func viewModelsAreDrawnByTheirTypesAndObjectsByTheirValues() async {
    let lines = await said("let app = PhotoApp()", ":graph app tree")
    #expect(lines.contains("visible = PhotoList"), "\(lines)")
    #expect(lines.contains("children = [PhotoList, BookList]"), "\(lines)")
    #expect(lines.contains { $0.hasSuffix(#"tree = "photos: PhotoList | books: BookList""#) })
    #expect(lines.contains("state = .initialized"))
    let posts = await said("let posts = PostTable()", ":graph posts tree")
    #expect(posts.contains("page = PageState"), "\(posts)")
  }

  @Test func aWrongCachePolicyNamesTheRightOnes() async {
    let lines = await said(#"net.get("/posts/1", cache: "sometimes")"#)
    #expect(lines.contains { $0.contains("cacheOnly") })
  }

  @Test func offlineTheCacheStillAnswersIfAsked() async {
    let lines = await said(
      #"net.get("/posts/1").id"#, ":network offline", #"net.get("/posts/2")"#,
      #"net.get("/posts/1", cache: "cacheOnly").id"#, ":network wifi", #"net.get("/posts/2").id"#)
    #expect(lines.first == "1")
    #expect(lines.contains("network: offline"))
    #expect(lines.contains { $0.contains("There is no network") })
    #expect(lines.suffix(3) == ["1", "network: wifi", "2"])
  }

  @Test func responsesOutliveTheProgram() async throws {
    try await withFolder { folder in
      let server = WorkshopServer()
      let address = try await server.start()
      @MainActor func run(_ statement: String) async -> [String] {
        var lines: [String] = []
        let workshop = Workshop(data: folder, api: address)
        let session = Session(catalog: workshop.catalog) {
          lines.append(TextRenderer(style: .plain).text($0))
        }
        await workshop.furnish(session)
        await session.run(SourceText(statement))
        await session.close()
        await workshop.close()
        return lines
      }
      #expect(await run(#"net.get("/posts/3").id"#) == ["3"])
      await server.stop()
      #expect(await run(#"net.get("/posts/3", cache: "cacheOnly").id"#) == ["3"])
    }
  }

  /// A client encodes some characters of an address, and not others.
  @Test(arguments: ["hunter2&go!", "a&hunter+x", "hunter/2&x", "hunter%41", "hunter 密码&2"])
  func aSecretIsKnownHoweverItIsEncoded(secret: String) async {
    let said = await said(
      "let f = LoginForm(); f.password = \"\(secret)\"",
      #"let a = net.get("posts?q=" + f.password)"#,
      #"let b = net.get("posts", query: ["q": f.password])"#,
      ":server log", "net.last", "net.log", ":log 100")
    let told = said.joined(separator: "\n")
    let decoded = told.removingPercentEncoding ?? told
    let plain = secret.removingPercentEncoding ?? secret
    #expect(!told.contains(secret) && !decoded.contains(plain), "\(told)")
    #expect(told.contains("GET /…"), "\(told)")
  }

  @Test func whatIsSentBesideASecretIsNone() async {
    let said = await said(
      #"let f = LoginForm(); f.password = "s3cretpin"; let d = LoginForm()"#,
      #"net.post("posts", body: ["title": f.password, "userId": 1, "body": "ordinary"]).id"#,
      #"net.get("posts/2").id"#, #"store.put("k", ["title": 5])"#, #"store.get("k")"#,
      #"d.phone = "subtitle ordinary 1""#, "why d.phone", "store.count", ":server log")
    let told = said.joined(separator: "\n")
    for text in ["2", "[\"title\": 5]", "1"] { #expect(said.contains(text), "\(told)") }
    #expect(told.contains("d.phone is \"subtitle ordinary 1\""), "\(told)")
    #expect(told.contains("GET /posts/2") && !told.contains("s3cretpin"), "\(told)")
  }

  /// The server keeps the title of a post, and the table reads it.
  @Test func whatTheServerKeepsOfASecretIsMaskedInATable() async {
    let said = await said(
      #"let f = LoginForm(); f.password = "s3cretpin"; let p = PostTable()"#,
      #"net.patch("posts/1", body: ["title": f.password]).id"#, "p.fetch()", "p.cells[0].text",
      "p", "p.cells | json", "p.cells[0]", "why p.cells[0].text", "watch p", ":screen p",
      "p.sections[0]", ":graph p.cells[0]", "let c = p.cells[0]; c", ":export md", ":log 100",
      #"p.filter = "s3c""#, "p", ":timeline", #"net.get("posts/1")"#, #"net.get("posts/1").title"#)
    #expect(!said.joined(separator: "\n").contains("s3cretpin"), "\(said)")
    #expect(said.contains { $0.contains("#2") }, "\(said)")
  }

  /// Whoever asks for a value has not put it.
  @Test func aValueOfTheStoreDoesNotFollowFromTheQuestion() async {
    let said = await said(
      #"store.put("x", 1)"#, #"why store["x"]"#, #"store["x"]"#, #"why store["x"]"#,
      #"store["x"] = 2"#, #"why store["x"]"#)
    let told = said.joined(separator: "\n")
    #expect(!told.contains("typed why") && !told.contains("since then"), "\(told)")
    #expect(told.contains(#"because you typed store["x"] = 2"#), "\(told)")
  }

  @Test func whatComesFromTheStoreIntoASecretPlaceIsASecret() async {
    let said = await said(
      #"let f = LoginForm()"#, #"store.put("k", "hunter2x1")"#, #"f.password = store.get("k")"#,
      #"print("-")"#, #"store.get("k")"#, #"store["k"]"#, "store", "store.all", ":graph store",
      ":log 100", ":timeline", ":export md", ":results", "why store.last", ":marbles store.get",
      #"watch store["k"]"#)
    let told = said.drop { $0 != "-" }.joined(separator: "\n")
    #expect(!told.isEmpty && !told.contains("hunter2x1"), "\(said)")
  }

  @Test(arguments: [
    "store[f.password]", "watch store[f.password]", "let d = { store[f.password] }\nd",
    "let k = f.password; store[k]", "store[f.password + \"\"]", "expect store[f.password] == 1",
  ])
  func aKeyThatIsASecretIsNotTold(statements: String) async {
    let said = await said(
      [#"let f = LoginForm(); f.password = "s3cretpin""#]
        + statements.split(separator: "\n").map(String.init)
        + [
          #"store.put("a", 1)"#, ":log 100", ":graph store", ":timeline", ":report",
          "why store.all",
        ])
    #expect(!said.joined().contains("s3cretpin"), "\(said)")
  }

  @Test func nothingOfARequestWithASecretIsKept() async throws {
    try await withFolder { folder in
      let said = await said(
        #"let f = LoginForm(); f.password = "s3cretpin""#,
        #"net.get("/posts/3?p=\(f.password)").id"#,
        #"net.get("/posts/3", query: ["p": f.password]).id"#,
        #"net.get("/posts", query: ["p": f.password], cache: "storedElseLoad").count"#,
        ":server log", #"store.use("responses")"#, "store.ids", "store.all", in: folder)
      #expect(!said.joined().contains("s3cretpin"), "\(said)")
      for file in try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      {
        #expect(try Data(contentsOf: file).range(of: Data("s3cretpin".utf8)) == nil, "\(file)")
      }
    }
  }

  @Test func theBodyOfAKeptResponseIsKeptAsItCame() async throws {
    try await withFolder { folder in
      #expect(await said(#"net.get("/posts/3").id"#, in: folder) == ["3"])
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      let contents = try files.map { try Data(contentsOf: $0) }
      // A post begins with a brace and its first key; so does its base64, with other letters.
      #expect(contents.contains { $0.range(of: Data(#""userId""#.utf8)) != nil })
      #expect(!contents.contains { $0.range(of: Data(#""data":"ey"#.utf8)) != nil })
    }
  }

  @Test func theFlakyNetworkFailsTheSameRequestsInEveryRun() async {
    let statements = (0..<6).map { #"net.get("/posts/\#($0 + 1)", cache: "ignoreCache").id"# }
    func outcomes() async -> [String] {
      var outcomes: [String] = []
      for statement in statements {
        let lines = await said(":network flaky 60%", statement)
        #expect(lines.first == "network: wifi, flaky: 60% of the requests fail")
        outcomes.append(lines[1].hasPrefix("error") ? "failed" : lines[1])
      }
      return outcomes
    }
    // What the seed decides for each path, the client's retries included.
    let expected = ["failed", "2", "3", "4", "failed", "failed"]
    #expect(await outcomes() == expected)
    #expect(await outcomes() == expected)
  }

  @Test(arguments: [
    ":network fast", ":network flaky lots", ":network flaky 120%", ":server explode",
    ":server delay soon", ":server delay 2h", ":server limit 0", ":server fail -1%",
  ])
  func aWrongWordIsToldWithTheRightOnes(_ line: String) async {
    let lines = await said(line)
    #expect(
      lines.contains { $0.contains("Write :") || $0.contains("Write 2") || $0.contains("0% to") })
  }

  @Test func theServerIsSlowedAndLogsItsRequests() async {
    let lines = await said(
      ":server log", ":server delay 1ms", ":server fail 100%", #"net.get("/posts/1")"#,
      ":server normal", #"net.get("/posts/1").id"#, ":server log", ":server stop")
    #expect(lines[0] == "server: no requests yet")
    #expect(lines.contains { $0.hasPrefix("server: http://127.0.0.1:") && $0.contains("1 ms") })
    #expect(lines.contains { $0.contains("100% fail") })
    #expect(lines.contains { $0.contains("GET /posts/1 500") })
    #expect(lines.contains { $0.contains("GET /posts/1 200") })
    #expect(lines.last == "server: stopped; the next request starts it again")
  }

  @Test func aValueIsPutWatchedSetAndDeleted() async {
    let lines = await said(
      #"store.put("city", "上海")"#, #"store["city"]"#, #"watch store["city"]"#,
      #"store["city"] = "北京""#, "store.count", "store.ids", #"store["city"] = nil"#,
      #"store.get("city")"#, "store.count")
    #expect(lines.contains(#""上海""#))
    #expect(lines.contains { $0.contains("北京") && $0.contains("⟵") })
    #expect(lines.contains(#"["city"]"#))
    #expect(Array(lines.suffix(2)) == ["nil", "0"])
  }

  @Test func tablesAreKeptApartAndCounted() async {
    let lines = await said(
      #"store.put("a", 1)"#, #"store.use("notes")"#, #"store.put("b", [1, 2])"#,
      "store.all[0].value",
      "store.ids", #"store.use("default")"#, "store.ids", #"store.tables[1].name"#)
    #expect(lines.contains("[1, 2]"))
    #expect(Array(lines.suffix(3)) == [#"["a"]"#, #"~ [0]  "a"  ⟵ "b""#, #""notes""#])
  }

  @Test func whatTheFormKeepsIsSeenInTheStore() async {
    let lines = await said(
      "let form = LoginForm()", #"store.use("latest.models")"#, #"watch store["logins"]"#,
      #"form.phone = "18612345678""#, "form.remember()", #"store["logins"]"#)
    #expect(lines.last == #""18612345678""#, "\(lines)")
  }

  @Test func eachLoginIsKeptByItsNumberAndTheLastOneIsKnown() async {
    let lines = await said(
      "let form = LoginForm()", #"form.phone = "18612345678""#, "form.remember()",
      #"form.phone = "18612345679""#, "form.remember()", #"store.use("latest.models")"#,
      #"store["logins"]"#, #"store.use("logins")"#, "store.ids.count",
      #"store["18612345678"].phone"#,
      #"store.delete("18612345678")"#, "store.ids.count")
    #expect(lines.contains(#""18612345679""#) && lines.contains(#""18612345678""#), "\(lines)")
    #expect(lines.contains("2") && lines.last == "1", "\(lines)")
  }

  @Test(arguments: [
    #"store[1]"#, #"store.put(1, 2)"#, #"store.put("a", 1, seconds: 0)"#, #"store.use("")"#,
    #"store.put("a", 1, seconds: 9.3e18)"#, #"store.put("a", 1, seconds: 1e30)"#,
  ])
  func wrongUseIsToldAndChangesNothing(_ statement: String) async {
    let lines = await said(statement, "store.count")
    #expect(lines.count > 1)
    #expect(lines.last == "0")
  }

  /// What is said of a request on a slow network in the background, on a clock that stands still.
  ///
  /// `goOn` is given the session and what has been said so far.
  private func slowRequest(
    _ goOn: (Session, () -> String) async -> Void
  ) async -> String {
    let clock = SessionClock(.manual)
    let workshop = Workshop(data: nil, clock: clock)
    var text = ""
    let session = Session(catalog: workshop.catalog, clock: clock) {
      text += TextRenderer(style: .plain).text($0) + "\n"
    }
    await workshop.furnish(session)
    await session.run(SourceText(":network slow\nnet.get(\"/posts/7\") &"))
    await goOn(session) { text }
    await session.close()
    await workshop.close()
    return text
  }

  @Test func aSlowNetworkWaitsOnTheSessionsClock() async {
    let answer = "\"id\": 7"
    let text = await slowRequest { session, said in
      #expect(!said().contains(answer))
      // The request itself is real, so nobody knows when it comes to wait on the clock.
      while !said().contains(answer) { await session.run(SourceText("advance 1s")) }
    }
    #expect(!text.contains("cancelled"))
  }

  @Test func whatWaitsOnAManualClockIsCancelledWhenTheSessionCloses() async {
    let text = await slowRequest { _, _ in }
    #expect(text.contains("cancelled") && !text.contains("\"id\": 7"))
  }

  @Test func valuesOutliveTheProgram() async throws {
    try await withFolder { folder in
      _ = await said(#"store.put("kept", ["a": 1.5])"#, in: folder)
      #expect(await said(#"store["kept"]["a"]"#, in: folder) == ["1.5"])
    }
  }

  @Test func aStoreThatCannotBeOpenedIsAProblemAndNetStillWorks() async throws {
    try await withFolder { folder in
      try Data("this is no database, and longer than a header of one would be".utf8)
        .write(to: folder.appending(path: "workshop.store"))
      let lines = await said(#"store.put("a", 1)"#, #"net.get("/posts/1").id"#, in: folder)
      #expect(lines.first?.hasPrefix("problem: the store cannot be opened") == true)
      #expect(lines.last == "1")
    }
  }
}

/// A replay touches nothing outside of itself, and begins as the recording did.
@MainActor
@Suite struct ReplayTests {
  @Test func aReplayBeginsWithWhatTheStoreHeld() async throws {
    try await withFolder { url in
      _ = await said("store.put(\"k\", 7)", in: url)
      let lines = await said(
        "store.get(\"k\")", "store.put(\"k\", 8)", "let form = LoginForm()", ":replay",
        "store.get(\"k\")", in: url)
      #expect(lines.contains("replayed 3 statements; the results were the same"), "\(lines)")
      #expect(lines.last == "8")
    }
  }

  @Test func aReplaySendsNothingToTheServer() async {
    let lines = await said(
      "net.post(\"/posts\", body: [\"title\": \"a\"])", ":replay", "net.log.count", ":server log")
    #expect(lines.contains("replayed 1 statement; the results were the same"), "\(lines)")
    #expect(lines.contains("1"))
    #expect(lines.count { $0.contains("POST /posts") } <= 1)
  }

  @Test func secretsAreNotPutIntoTheStore() async {
    let lines = await said(
      "let form = LoginForm()", "form.password = \"hunter2hunter2\"",
      "store.put(\"a\", form.password)", "store[\"b\"] = form.password", "store.count",
      "form.output",
      "form | json", "form")
    #expect(!lines.joined().contains("hunter2"))
    #expect(lines.contains("0"))
  }
}
