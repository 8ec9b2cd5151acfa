import Foundation
import REPLKit
import Testing
import Workshop

/// What stands under the name of a secret is one: in the body of a request, in a store, in a header.
@MainActor
@Suite struct NamedSecretTests {
  nonisolated static let giving = [
    #"net.post("/posts", body: ["title": "a", "body": "b", "password": "hunter22"])"#,
    #"net.post("/posts", body: ["title": "a", "body": "b", "user": ["access_token": "hunter22"]])"#,
    #"net.post("/posts", body: ["title": "a", "body": "b", "Authorization": ["hunter22"]])"#,
    #"net.put("/posts/1", body: ["apiKey": "hunter22"]) &"#,
    #"let body = ["password": "hunter22"]"# + "\n" + #"net.patch("/posts/1", body: body)"#,
    #"net.get("/posts", query: ["token": "hunter22"])"#,
    #"net.get("/posts?token=hunter22&page=1")"#,
    #"store.put("token", "hunter22")"#, #"store["access_token"] = "hunter22""#,
    #"store.putAll(["refresh-token": "hunter22", "a": "b"])"#,
    #"net.post("/posts", body: "{\"title\": \"a\", \"password\": \"hunter22\"}")"#,
    #"net.post("/posts", body: "title=a&password=hunter22")"#,
    #"store["notes"] = ["password": "hunter22"]"#,
  ]

  /// Statements that fail, or do nothing, tell a secret as those do that run.
  nonisolated static let refused = [
    #"net.get("https://ann:hunter22@127.0.0.1/x")"#, #"store.put("token", value: "hunter22")"#,
    #"store.put(key: "token", "hunter22")"#, #"whatif store.put("token", "hunter22")"#,
    #":stub POST /login -> 200 {"token": "hunter22"}"#,
    #"var secret = "a"; secret = "hunter22""#, #"store.put("token", "hunter22" + "more1234")"#,
  ]

  @Test(arguments: refused)
  func whatWasTypedUnderTheNameOfASecretIsKeptNowhere(text: String) async {
    let lines = await said("try? 1", text, "let x = \"hunter22\"", ":export md", ":export lesson")
    let kept = lines.drop { !$0.contains("```") }
    #expect(!kept.isEmpty && !kept.joined().contains("hunter22"), "\(lines)")
  }

  @Test(arguments: giving)
  func whatIsGivenUnderTheNameOfASecretIsTold(text: String) async {
    var lines = text.split(separator: "\n").map(String.init)
    lines += [
      "wait all", #"net.post("/posts", body: ["title": "hunter22", "body": "b"])"#,
      "store.all", "store", #"store["token"]"#, #"store["access_token"]"#, #"store["notes"]"#,
      "net.log", "net.last",
      ":log 300", ":timeline", ":jobs", ":export md", ":export test", "let x = \"hunter22\"",
      ":export lesson", "why net.last", ":marbles net.post", ":marbles store.put",
    ]
    let told = await said(lines)
    let found = told.filter { $0.contains("hunter22") }
    #expect(found.isEmpty, "\(found)")
    #expect(told.contains { $0.contains("••••") || $0.contains("…") })
  }

  @Test func onlyTheRowUnderTheNameOfASecretIsHidden() async {
    let lines = await said(
      #"store.put("password", "hunter22")"#, #"store.put("city", "Rome")"#,
      "store.all.map { $0.value }", "store.page().map { $0.value }", #"store["password"]"#,
      "store.all", "store", "store.all | csv", "why store.all")
    #expect(lines.count { $0 == #"["Rome", "…"]"# } == 2, "\(lines)")
    #expect(lines.count { $0.contains("Rome") } >= 5, "\(lines)")
    #expect(!lines.joined().contains("hunter22"), "\(lines)")
  }

  /// The names are enough: in the second session nobody has typed the secrets.
  @Test func whatAnEarlierSessionKeptIsToldByItsName() async throws {
    try await withFolder { folder in
      _ = await said(
        #"store.put("password", "hunter22")"#, #"store["notes"] = ["password": "hunter33"]"#,
        #"store.put("doc", "{\"token\": \"hunter44\"}")"#, #"store.put("city", "Rome")"#,
        #"store.put("密码", "hunter55")"#, #"store["账户"] = [["访问令牌": "hunter66"]]"#, in: folder)
      let lines = await said(
        #"store["password"]"#, #"store.get("password")"#, #"let key = "password"; store[key]"#,
        #"store.get(key)"#, #"let p = store["password"]"#, "p", #""\(store["password"])!""#,
        #"store["notes"]"#, #"store["notes"]["password"]"#, #"store.get("notes")"#,
        #"store["doc"]"#, #"store.get("doc")"#, #"store["密码"]"#, #"store.get("账户")"#,
        "store.all", "store.page()", "store", ":vars", #"watch store["password"]"#,
        #"watch store["notes"]"#, "store.all | json", #"why store["notes"]"#,
        "store.all.map { $0.value }", #"store.get("city")"#, ":log 300", ":export md",
        #"store["password"] == "hunter22""#, in: folder)
      #expect(!lines.joined().contains("hunter"), "\(lines)")
      #expect(lines.count { $0 == #""••••••••""# } >= 13, "\(lines)")
      #expect(
        lines.contains(
          #"["Rome", "…", ["password": "…"], "…", "…", [["访问令牌": "…"]]]"#), "\(lines)")
      #expect(lines.last == "true")
    }
  }

  /// A truth value or a small number is no secret, and reading a document makes none of its words one.
  @Test func whatIsNoSecretIsShownInALaterSession() async throws {
    try await withFolder { folder in
      _ = await said(
        #"store["a"] = ["hasPassword": true, "city": "Rome"]"#, #"store["password"] = false"#,
        #"store["tokens"] = 12"#, #"store["b"] = "{\"hasToken\": true, \"pin\": 7, \"x\": 1}""#,
        #"store["c"] = "Never tell your password = hunter22, nor your 密码: 秘密.""#,
        #"store["notes"] = ["password": "hunter33", "title": "Naples", "author": "true"]"#,
        #"store["d"] = ["tokens": [], "maxTokens": 4096]"#,
        #"store["e"] = "/x?hasPassword=true&pin=7""#,
        in: folder)
      let lines = await said(
        #"store["d"]"#, #"store["e"]"#, #"store["notes"]"#, #"store.get("notes")"#, #"store["a"]"#,
        #"store.get("a")"#,
        #"store["password"]"#, #"store.get("tokens")"#, #"store["b"]"#, #"store["c"]"#,
        #""Naples" + "!""#, "!false", "store.all | json", in: folder)
      #expect(
        lines.prefix(12) == [
          #"["maxTokens": 4096, "tokens": []]"#, #""/x?hasPassword=true&pin=7""#,
          #""••••••••""#, #""••••••••""#, #"["city": "Rome", "hasPassword": true]"#,
          #"["city": "Rome", "hasPassword": true]"#, "false", "12",
          #""{\"hasToken\": true, \"pin\": 7, \"x\": 1}""#,
          #""Never tell your password = hunter22, nor your 密码: 秘密.""#, #""Naples!""#, "true",
        ], "\(lines)")
      let rows = lines.dropFirst(12).joined()
      #expect(rows.contains("Naples") && rows.contains("hunter22"), "\(rows)")
      #expect(rows.contains("true") && !rows.contains("hunter33"), "\(rows)")
    }
  }

  @Test func whatComesAfterASecretIsShown() async {
    let lines = await said(
      #"store["notes"] = ["password": "hunter33"]"#, #"watch store["notes"]"#,
      #"store["notes"] = "Rome""#, #"store["notes"]"#, #"store["notes"] = ["pin": "hunter44"]"#,
      #"store["notes"]"#, #"store.get("notes")"#, #"store.put("notes", "Oslo")"#,
      #"store.get("notes")"#, ":log 300", #"why store["notes"]"#)
    #expect(lines.count { $0 == #""Rome""# } == 1, "\(lines)")
    #expect(lines.count { $0 == #""Oslo""# } == 1, "\(lines)")
    #expect(!lines.joined().contains("hunter"), "\(lines)")
  }

  /// A row shows one mask, and an answer the other.
  @Test(arguments: ["…", "••••••••"])
  func aMaskIsNotPutBack(mask: String) async {
    let lines = await said(
      #"store.put("password", "hunter22")"#, "store.put(\"password\", \"\(mask)\")",
      "store.putAll([\"a\": 1, \"password\": \"\(mask)\"])", "store[\"password\"] = \"\(mask)\"",
      "store[\"password\"] += \"\(mask)\"", "store.put(\"city\", \"\(mask)\")",
      #"store["password"] == "hunter22""#, "store.count")
    #expect(lines.contains("true") && lines.last == "2", "\(lines)")
    #expect(lines.count { $0.contains("\(mask) stands for a secret, and is none itself") } == 4)
  }

  @Test(arguments: [
    #"net.get("/posts/1", query: ["access_token": "••••••••"])"#,
    #"net.post("/posts", body: ["title": "a", "body": ["token": "…"]])"#,
    #"net.post("/posts", body: "{\"token\": \"••••••••\"}")"#,
    #"net.get("/posts?access_token=…")"#, #"net.get("/posts", query: ["otp": "…"]) &"#,
  ])
  func aMaskIsNotSentWhereItIsTyped(text: String) async {
    for hasPerson in [true, false] {
      let lines = await said([text, "wait all", "net.log.count"], hasPerson: hasPerson)
      #expect(lines.contains { $0.contains("stands for a secret") } == hasPerson, "\(lines)")
      #expect(!hasPerson || lines.last == "0", "\(lines)")
    }
  }

  @Test(arguments: [#"["password": "x"]"#, #"["title": "q", "body": "b", "pin": "x"]"#])
  func aShortOneIsNotInTheLog(body: String) async {
    let lines = await said("net.post(\"/posts\", body: \(body))", ":log 100", ":export md")
    #expect(!lines.contains { $0.contains("\"x\"") || $0.contains(": x") }, "\(lines)")
  }

  @Test func otherNamesHideNothing() async {
    let lines = await said(
      #"net.post("/posts", body: ["title": "Fog", "body": "Thick"]).title"#,
      #"store.put("city", "Shanghai")"#, "store[\"city\"]", ":export md")
    #expect(lines.contains(#""Fog""#) && lines.contains(#""Shanghai""#), "\(lines)")
    #expect(lines.contains { $0.contains(#"store.put("city", "Shanghai")"#) }, "\(lines)")
  }

  @Test func variablesThatAreCalledSoAreNotKept() async {
    let lines = await said(
      #"let token = "hunter22""#, #"var authorization = "a""#,
      #"authorization = "Bearer hunter22""#,
      #"let x = "hunter22""#, #"let key = "title""#, "let session = 5", ":export md")
    #expect(!lines.joined().contains("hunter22"), "\(lines)")
    #expect(lines.contains { $0.contains(#"let key = "title""#) }, "\(lines)")
    #expect(lines.contains { $0.contains("let session = 5") }, "\(lines)")
  }
}
