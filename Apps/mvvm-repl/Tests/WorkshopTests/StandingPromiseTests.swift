import Foundation
import REPLKit
import Testing

/// Conversations whose statements once contradicted each other.
@MainActor
@Suite struct StandingPromiseTests {
  @Test func aTrialDeletesNothingFromTheStore() async {
    let text = await said(
      "store.put(\"k\", 1)", "var y = true", "let p = ListViewModel()",
      "whatif y = store.delete(\"k\")",
      "whatif p.addSection(\"\\(store.delete(\"k\"))\")", "store.count")
    #expect(text.last == "1", "\(text)")
  }

  @Test func aTrialSendsNothing() async {
    let text = await said(
      "var x = \"\"",
      "whatif x = \"\\(net.post(\"/posts\", body: [\"title\": \"T\", \"body\": \"b\"]).title)\"",
      ":log 50")
    #expect(text.contains { $0.contains("would really run") }, "\(text)")
    #expect(!text.contains { $0.contains("commandStart") }, "\(text)")
  }

  @Test func aDocumentWithASecretIsOne() async {
    let document =
      "\"[{\\\"userId\\\":1,\\\"id\\\":2,\\\"title\\\":\\\"\\(f.password)\\\",\\\"body\\\":\\\"b\\\"}]\""
    let text = await said(
      "let f = LoginForm()", "f.password = \"hunter2x\"", "decode Posts from \(document)",
      "let z = decode Posts from \(document)", "z", "z[0].title", "decode CarHome from \(document)",
      "decode CarHome lossy from \(document)", "decode CarHome from f.password")
    #expect(!text.joined(separator: "\n").contains("hunter2x"), "\(text)")
  }

  @Test func whatACommandMakesOfASecretIsOne() async {
    let text = await said(
      "let f = LoginForm()", "f.password = \"hunter2x\"",
      "net.post(\"/posts\", body: [\"title\": f.password, \"body\": \"b\"])",
      "net.post(\"/posts\", body: [\"title\": f.password, \"body\": \"b\"]) &", "wait all",
      "let p = ListViewModel()", "p.addSection(f.password)", "p",
      "net.get(f.password)", "net.get(f.password) &", "wait all", "store.get(f.password)")
    #expect(!text.joined(separator: "\n").contains("hunter2x"), "\(text)")
  }

  @Test func whatARequestIsGivenAsASecretIsShownNowhere() async {
    let text = await said(
      "let f = LoginForm()", "f.password = \"hunter 2x\"", "watch net.last", "watch net.log",
      "watch net.last as marbles",
      "net.post(\"/posts\", body: [\"title\": f.password, \"body\": \"b\"])",
      "net.get(\"/posts\", query: [\"q\": f.password])",
      "net.get(\"/posts\", query: [\"q\": \"a\\(f.password.uppercased())\"]) &", "wait all",
      "net.last", "net.log", "net.headers", "why net.last", ":log 500", ":results", ":timeline",
      ":report", ":heat", ":marbles net.last", ":inspect net.last", ":graph net.last", "net")
    let told = text.dropFirst(0).joined(separator: "\n").lowercased()
    #expect(told.contains("/posts"))
    #expect(!told.contains("hunter 2x") && !told.contains("hunter%202x"), "\(text)")
  }

  @Test func aWatchOfAListFollowsItsName() async {
    let text = await said(
      "let p = ListViewModel()", "watch p", "p.addSection(\"A\")", "let p = ListViewModel()",
      "watch p", "p.addSection(\"B\")")
    #expect(text.last { $0.contains("A") || $0.contains("B") }?.contains("B") == true, "\(text)")
  }

  @Test func aBindingThroughWhatMayBeMissingFollowsItsName() async {
    let text = await said(
      "let a = LoginForm()", "let b = LoginForm()", "bind a?.phone -> b.phone", "a.phone = \"1\"",
      "let a = LoginForm()", "a.phone = \"22\"", "b.phone")
    #expect(text.last == "\"22\"", "\(text)")
    #expect(
      await said(
        "let a = LoginForm()", "let b = LoginForm()", "bind a?.phone -> b.phone", "unbind a", "bind"
      ).last?.hasPrefix("Nothing is bound") == true)
  }

  @Test func aReportTellsWhatHappenedWhileTheClockWasMoved() async {
    let text = await said(
      ":clock manual", "let lab = SignalLab()", "lab.tap()", "advance 1s", ":report", ":report #2")
    #expect(!text.contains { $0.contains("older than the log") }, "\(text)")
  }

  @Test func aLessonBeginsWithWhatTheHostHasGiven() async {
    let desk = await LearnersDesk(.english)
    let said = await desk.type("let store = 5\n:lesson 11")
    #expect(!said.contains { $0.hasPrefix("error") }, "\(said)")
    #expect(await desk.type("store.count").first?.hasPrefix("error") == false)
    await desk.type(":lesson stop")
    #expect(await desk.type("store") == ["5"])
    await desk.close()
  }

  @Test func anAnswerThatLooksLikeAPromptIsExportedAsAnAnswer() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID()).md")
    defer { try? FileManager.default.removeItem(at: file) }
    _ = await said("print(\"❯ 1 + 1\")", ":export md \(file.path)")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("❯ ") }.count == 1, "\(text)")
    #expect(text.contains("\n… 1 + 1"), "\(text)")
  }
}
