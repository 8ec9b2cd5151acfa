import Testing

/// `:stub` as one types it: requests of the workshop's own client, answered without its server.
@MainActor
@Suite struct StubTests {
  @Test func aStubAnswersAndTheServerIsNotAsked() async {
    let lines = await said(
      #":stub /posts/{id} -> {"id": 7, "title": "a, then b"}"#, #"net.get("/posts/1").title"#,
      #"net.get("/posts/1/2") ?? 0"#, ":server log")
    #expect(lines[0] == #"stub #1: GET /posts/{id} -> 200 {"id": 7, "title": "a, then b"}"#)
    #expect(lines[1] == #""a, then b""#)
    #expect(!lines.contains { $0.contains("GET /posts/1 ") })
  }

  @Test func theSecretOfAStubIsMaskedOnTheScreen() async {
    let lines = await said(
      #":stub POST /x -> 200 {"token": "abcd1234x", "id": 7}, then 401"#, ":stub",
      #"net.post("/x", body: 1)"#)
    #expect(lines.contains { $0.contains("POST /x -> 200") } && !lines.joined().contains("abcd1"))
  }

  /// However short: by the name of its key.
  @Test func theSecretOfAStubIsInNothingThatTellsOfIt() async {
    let lines = await said(
      #":stub POST /x -> 200 {"token": "abc", "tokens": ["qzx", 7], "id": 7}"#, ":stub", ":log 50",
      ":export md", ":export test")
    #expect(lines[0] == #"stub #1: POST /x -> 200 {"token": "…", "tokens": ["…", "…"], "id": 7}"#)
    #expect(!lines.joined().contains("abc") && !lines.joined().contains("qzx"), "\(lines)")
  }

  @Test(arguments: [
    (":stub GTE /x -> 200", ":stub GET /x -> 200?"), (":stub /x -> timeot", ":stub /x -> timeout?"),
    (":stub /x -> 200 {} afer 1s", ":stub /x -> 200 {} after 1s?"),
    (":stub /x -> 503 then 200", ":stub /x -> 503, then 200?"),
    (":stub X => 200", ":stub /X -> 200?"), (":stub POST x/y -> 200", ":stub POST /x/y -> 200?"),
    (":stub GET /x = 200 [1]", ":stub GET /x -> 200 [1]?"),
    (":stub GTE /x => 200", ":stub GET /x -> 200?"),
    (#":stub PSOT /x -> {"token": "abc"}"#, #":stub POST /x -> {"token": "…"}?"#),
  ])
  func aSlipIsMended(typed: String, meant: String) async {
    let lines = await said(typed)
    #expect(lines.first?.hasSuffix("Did you mean \(meant)") == true, "\(lines)")
  }

  @Test func answersComeOneAfterTheOtherAndTheLastStays() async {
    let lines = await said(
      ":stub POST /x -> 409, then 200 [1], then true", #"try? net.post("/x", body: 1)"#,
      #"net.post("/x", body: 1)"#, #"net.post("/x", body: 1)"#, #"net.post("/x", body: 1)"#,
      ":stub")
    #expect(
      Array(lines.dropFirst()) == [
        "nil", "[1]", "true", "true", "Stubs",
        "  #1  POST /x  409, then 200 [1], then 200 true  ×4",
      ])
  }

  @Test(arguments: [
    ("timeout", "in time"), ("offline", "no network"), ("refused", "cannot be reached"),
    ("lost", "connection was lost"), ("503", "503"),
  ])
  func failuresAreFailures(word: String, told: String) async {
    let lines = await said(":stub POST /x -> \(word)", #"net.post("/x", body: 1)"#)
    #expect(lines[1].contains(told), "\(lines)")
  }

  @Test func aFailureSaysWhereTheAnswerIs() async {
    let lines = await said(
      "let form = LoginForm(); form.phone = \"18612345678\"; form.password = \"passw0rd\"",
      ":stub POST /login -> 503", "form.signIn()", "net.log.last[\"status\"]",
      ":stub off all; :stub /x -> 404 {\"error\": \"why\"}", "net.get(\"/x\")")
    let help = "  help: net.log lists the requests and what became of them."
    #expect(lines.contains("error E302: form.signIn failed: The server answered 503."), "\(lines)")
    #expect(lines.count { $0 == help } == 1 && lines.contains("503"), "\(lines)")
  }

  @Test func theDelayIsOnTheSessionsClock() async {
    let lines = await said(
      ":clock manual", #":stub POST /x -> 200 1 after 3s"#, #"net.post("/x", body: 1) &"#,
      "advance 2999ms", ":jobs", "advance 1ms", "wait all")
    #expect(lines.contains { $0.contains("net.post(\"/x\", body: 1)  for 3s") })
    #expect(lines.last == "✓ job #1: net.post(\"/x\", body: 1)  1")
  }

  @Test func aStubAnswersWhateverTheNetworkIsLike() async {
    let lines = await said(":network offline", ":stub /x -> 200 5", #"net.get("/x")"#)
    #expect(lines.last == "5")
  }

  @Test func neitherAnOldAnswerNorAStubsOwnIsKept() async {
    let lines = await said(
      #"net.get("/posts/1").id"#, #":stub /posts/1 -> {"id": "mine"}"#, #"net.get("/posts/1").id"#,
      ":stub off /posts/1", #"net.get("/posts/1").id"#)
    #expect(
      lines == [
        "1", #"stub #1: GET /posts/1 -> 200 {"id": "mine"}"#, #""mine""#,
        "ended: stub #1 GET /posts/1", "1",
      ])
  }

  @Test func aStubOfTheSameRequestTakesItsPlaceAndOffEndsThem() async {
    let lines = await said(
      ":stub /x -> 1", ":stub GET /x -> 2", ":stub /y -> 404", #"net.get("/x")"#, ":stub off #9",
      ":stub off #2", ":stub off", ":stub", ":stub off all")
    #expect(lines[3] == "2")
    #expect(lines.contains { $0.contains("there is no stub '#9'") })
    #expect(
      lines.suffix(4).map { $0.prefix(22) } == [
        "ended: stub #2 GET /x", "ended: stub #3 GET /y", "There are no stubs. Tr",
        "There are no stubs.",
      ])
  }

  @Test(arguments: [
    ":stub /x", ":stub x -> 1", ":stub EAT /x -> 1", ":stub /x ->", ":stub /x -> {\"a\": }",
    ":stub /x -> 200 after soon", ":stub /x -> 1 later", ":stub /x -> timeout, then",
    ":stub GET /a /b -> 1", ":stub off /z", ":stub off EAT /x",
    ":stub /x -> 999", ":stub /x/{ -> 200", ":stub /x/{} -> 200", ":stub /x} -> 200",
  ])
  func aWrongStubIsToldWithARightOne(line: String) async {
    let lines = await said(line, ":stub")
    #expect(lines.first?.contains("error E204: ") == true)
    #expect(lines.contains { $0.contains("Write ") || $0.contains("Type :stub") })
    #expect(lines.last?.hasPrefix("There are no stubs.") == true)
  }

  @Test func aRehearsalOfSigningInSendsNothingButAsksStubs() async {
    let lines = await said(
      "let form = LoginForm(); form.phone = \"18612345678\"; form.password = \"passw0rd\"",
      "wait until form.rememberedPhone == form.phone", ":server log", "whatif form.signIn()",
      #":stub POST /login -> {"phone": "18612345678", "nickname": "Ann"}, then 503"#,
      "whatif form.signIn()", "whatif form.signIn()", "form.user", "net.log.count", ":server log")
    let rehearsed = lines.firstIndex {
      $0.hasPrefix("form.signIn() would run; what comes of it depends on an answer")
    }
    #expect(rehearsed != nil)
    #expect(!lines.contains("Nothing would change."))
    #expect(lines.contains { $0.contains("not done: POST /login was not sent") })
    #expect(lines.count { $0 == "form.signIn() would run and return \"Ann\"" } == 2)
    #expect(lines.contains { $0.hasPrefix("  form.user") && $0.hasSuffix("\"Ann\"  ⟵ nil") })
    #expect(lines.suffix(3) == ["nil", "0", "server: no requests yet"])
  }
}
