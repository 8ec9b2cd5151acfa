import Testing

/// Each verb of `store`, as one types it.
@MainActor
@Suite struct StoreVerbTests {
  private let filled = #"store.putAll(["a": 1, "b/1": 2, "b/2": 3, "b%": 4, "c": 5])"#

  @Test func manyArePutAtOnce() async {
    let lines = await said(filled, "store.count", #"store["b/2"]"#)
    #expect(lines.suffix(2) == ["5", "3"])
  }

  // S36: values expire by the session's clock.
  @Test func aValueExpiresWhenTheClockIsAdvanced() async {
    let lines = await said(
      ":clock manual", #"store.put("a", 1, seconds: 60)"#, #"store.put("b", 2)"#,
      "store.all[0].expires != nil", #"store.all[1].keys.contains("expires")"#, "advance 59s",
      #"store.get("a")"#,
      "advance 2s", #"store.get("a")"#, #"store.page().map { $0.id }"#)
    #expect(
      lines.filter { ["true", "false", "nil"].contains($0) } == ["true", "false", "nil"], "\(lines)"
    )
    #expect(lines.contains("1") && lines.last == #"["b"]"#, "\(lines)")
  }

  @Test func rowsComeInPages() async {
    let lines = await said(
      filled, "store.page(limit: 2).map { $0.id }", "let page = store.page(limit: 2)", "page[1].id",
      #"store.page(limit: 2, after: "b%")[0].id"#, #"store.page(after: "b/2").count"#,
      #"store.page(after: "c").count"#, #"store.page(after: "a", prefix: "b/")[0].value"#,
      #"store.page(prefix: "b/", after: "b/1").count"#, "store.page(limit: 0)")
    #expect(lines.contains(#""b%""#) && lines.contains(#""b/1""#), "\(lines)")
    #expect(lines.contains("1") && lines.contains("0") && lines.contains("2"))
    #expect(lines.contains { $0.contains("1 to 1000") })
  }

  @Test func idsAndPrefixesAreDeletedExactly() async {
    let lines = await said(
      filled, #"store.deleteIDs(["a", "nobody", "c"])"#, #"store.deletePrefix("b%")"#,
      #"store.deletePrefix("b/")"#, "store.count", #"store.deletePrefix("")"#)
    #expect(lines.contains { $0.hasSuffix("clear() deletes them all") }, "\(lines)")
    #expect(lines.filter { Int($0) != nil } == ["2", "1", "2", "0"])
  }

  @Test func aTableIsDroppedAndTheFirstOneIsNot() async {
    let lines = await said(
      #"store.use("notes")"#, #"store.put("k", 1)"#, #"store.drop("notes")"#, "store.table",
      #"store.drop("notes")"#, #"store.drop("default")"#, "store.tables.count",
      #"net.get("/posts/1").id"#, #"store.drop("responses")"#, #"net.get("/posts/1").id"#,
      #"store.use("default")"#, "store.tables.count")
    #expect(lines.contains(#""default""#), "\(lines)")
    #expect(lines.filter { $0 == "true" || $0 == "false" } == ["true", "false", "true"])
    #expect(lines.contains { $0.contains("cannot be dropped") })
    #expect(lines.suffix(5).filter { Int($0) != nil } == ["1", "1", "2"])
  }

  @Test func secretsAreNotPutByTheNewVerbsEither() async {
    let lines = await said(
      "let form = LoginForm()", "form.password = \"hunter2hunter2\"",
      "store.putAll([\"a\": form.password])", "store.count", "store.all")
    #expect(lines.contains("0") && !lines.joined().contains("hunter2"), "\(lines)")
  }

  /// Not the one that watches, whose following may hear of the commit first.
  @Test func theStatementThatPutsIsTheReason() async {
    var statements = [#"watch store["x"]"#, "watch store.count"]
    for number in 1...40 {
      let put = [
        #"store.put("x", \#(number))"#, #"store["x"] = \#(number)"#,
        #"store.putAll(["x": \#(number), "y": \#(number)])"#,
      ][number % 3]
      statements += [put, #"why store["x"]"#]
    }
    statements += [#"store.delete("x")"#, #"why store["x"]"#]
    let lines = await said(statements)
    #expect(!lines.contains { $0.contains("you typed watch") }, "\(lines)")
    #expect(lines.count { $0.contains("you typed store") } == 41, "\(lines)")
  }

  /// Each phone number is kept by the form in the background, in a table that begins with the first one.
  @Test func whatAStatementBeganToKeepIsThereForTheNextOne() async {
    let phones = (0..<10).flatMap { [#"form.phone = "1861234567\#($0)""#, "store.count"] }
    let lines = await said(["let form = LoginForm()", #"store.use("logins")"#] + phones)
    #expect(lines.filter { Int($0) != nil } == (1...10).map(String.init))
    let tables = await said(
      "let form = LoginForm()", #"form.phone = "18612345678""#, "store.tables.map { $0.name }")
    #expect(tables.last == #"["default", "logins", "latest.models"]"#)
  }

  @Test func aShelfAndAResponseAreSeenAtOnce() async {
    let lines = await said(
      #"store.use("responses")"#, #"net.get("/posts/3").id"#, "store.count",
      #"net.get("/posts/4").id"#, "store.count")
    #expect(lines.filter { Int($0) != nil } == ["3", "1", "4", "2"])
  }
}
