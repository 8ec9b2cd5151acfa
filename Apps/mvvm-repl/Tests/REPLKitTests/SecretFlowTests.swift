import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// What is computed of a secret is one, a mistake on the way tells nothing of it, and what goes into a secret place is
/// one from then on.
@MainActor
@Suite(.ownGraph) struct SecretFlowTests {
  let conversation = Conversation()

  nonisolated static let mistakes = [
    "[1][Int(f.pin)]", "[1][Int(f.pin)!]", "1...Int(f.pin)!", "[[\"a\": 1]] | sorted \"\\(f.pin)\"",
    "[\"a\": 1] | sorted f.pin", "[1] | prefix f.pin", "[1, 2, 3][f.pin.count]", "f.pin[0..<99]",
    "(f.pin.count)...3", "[1].map { [2][Int(f.pin)!] }", "let d = { [1][Int(f.pin)!] }; d",
    "let d = { f.age > 40 ? [1][Int(f.pin)!] : 0 }\nwatch d\nf.age = 50\n:vars\nwhy d",
    "[\"\\(f.pin)\": 1].x", "[f.pin: 1].keys", "[f.pin: 1]", "f.pin + [1][Int(f.pin)!]",
    "try? [1][Int(f.pin)!]", "[1] | json > f.pin", "f.age = Int(f.pin)!",
    "wait until [1][Int(f.pin)!] == 1",
    "watch [1][Int(f.pin)!]", "bind [1][Int(f.pin)!] -> f.age", "whatif f.age = [1][Int(f.pin)!]",
    "decode Nobody from f.pin", "print([1][Int(f.pin)!])", "expect f.age emits [[1][Int(f.pin)!]]",
    "let n = Int(f.pin)!\n9000000 - n\nn + 1\n[n]\n1...n\n[0][n]\nn / 0",
  ]

  @Test(arguments: mistakes)
  func aMistakeTellsNothingOfASecret(text: String) async {
    await conversation.say("let f = Form(); f.pin = \"4711471\"")
    var said: [String] = []
    for line in text.split(separator: "\n") { said += await conversation.say(String(line)).lines }
    for line in [":export md", ":log 50", ":timeline", ":results"] {
      said += await conversation.say(line).lines
    }
    let answers = said.filter { !$0.contains("❯") }.joined(separator: "\n")
    #expect(!answers.contains("4711471"), "\(answers)")
    #expect(!answers.contains("4288529"), "\(answers)")
    #expect(!answers.contains("has 7"), "\(answers)")
  }

  @Test func aMistakeInWhatIsBesideASecretIsTold() async {
    await conversation.say("let f = Form()")
    #expect(await conversation.say("f.pin.count + f.nobody").lines.joined().contains("nobody"))
    #expect(await conversation.say("f.pin * 2").lines.first?.contains("String and Int") == true)
    #expect(await conversation.say("f.pin.cuont").lines.joined().contains("count"))
    #expect(
      await conversation.say("f.pin == \"\" ? 1 : [1][5]").lines.first?.contains("element 5")
        == true)
  }

  nonisolated static let ways = [
    "let x = \"hunter2x\"\nlet y = x\nf.pin = y", "let x = \"hunter2x\"\nlet d = { x }\nf.pin = d",
    "\"hunter2x\"\nf.pin = $1", "\"hunter2x\"\nf.pin = _", "let x = \"hunter2x\"\nx\nf.pin = $1",
    "let a = [\"hunter2x\"]\nf.pin = a[0]", "var v = \"hunter2x\"\nvar w = \"\"\nw = v\nf.pin = w",
    "let x = \"hunter2x\"\nlet y = \"\\(x)\"\nlet z = y + \"\"\nf.pin = z",
    "let x = \"hunter2x\"\nbind x -> f.pin", "var v = \"hunter2x\"\nbind v <-> f.pin",
    "let o = [\"k\": \"hunter2x\"]\nlet p = o\nf.pin = p.k",
    "let x = \"hunter2x\"; let y = x; f.pin = y",
  ]

  @Test(arguments: ways)
  func whatGoesIntoASecretPlaceIsASecretWhereverItCameFrom(text: String) async throws {
    await conversation.say("let f = Form()")
    var concealed: [String] = []
    conversation.session.host.onConceal = { redact in
      concealed = text.split(separator: "\n").map { redact(String($0)) }
    }
    for line in text.split(separator: "\n") { await conversation.say(String(line)) }
    #expect(!concealed.joined().contains("hunter2x"), "\(concealed)")
    try await withFolder { folder in
      var said = await conversation.say(
        ":vars\n:results\n:timeline\n:export md\n:save \(folder)/a.mvvm"
      ).lines
      for name in conversation.session.scope.variables.keys.sorted() where name != "f" {
        said += await conversation.say(name).lines
      }
      said.append(try String(contentsOfFile: "\(folder)/a.mvvm", encoding: .utf8))
      #expect(!said.joined(separator: "\n").contains("hunter2x"), "\(said)")
    }
  }

  nonisolated static let made = [
    "let p = \"hunter2x\"\nlet both = [p]\nlet upper = p.uppercased()\nf.pin = p",
    "let p = \"hunter2x\"\nvar v = \"\\(p)!\"\nlet o = [\"k\": [v, v.uppercased()]]\nf.pin = p",
    "let p = \"hunter2x\"\n[p, p.uppercased()]\nlet q = _[1]\nf.pin = p",
    "\"hunter2x\"\nlet q = [$1.uppercased()]\nf.pin = $1",
    "let p = \"hunter2x\"\nlet upper = { p.uppercased() }\nlet q = upper\nf.pin = p",
  ]

  /// What was computed of it before shows it no more than what is computed of it later.
  @Test(arguments: made)
  func whatWasMadeOfASecretBeforeItWasOneIsASecret(text: String) async {
    await conversation.say("let f = Form(); let shown = \"visible\"; let others = [shown]")
    for line in text.split(separator: "\n") { await conversation.say(String(line)) }
    var said = await conversation.say(":vars\n:results\n:export md\n$1\n$2").lines
    for name in conversation.session.scope.variables.keys.sorted() where name != "f" {
      said += await conversation.say(name).lines
    }
    let answers = said.joined(separator: "\n")
    #expect(!answers.lowercased().contains("hunter2x"), "\(answers)")
    #expect(said.contains("[\"visible\"]") && said.contains("\"visible\""), "\(answers)")
  }

  /// What stands is called as it was typed, without the secrets in it.
  @Test func noWatchOrBindingIsCalledByASecret() async {
    await conversation.say("let f = Form()")
    let said = await conversation.say(
      """
      bind "hunter2x" -> f.pin
      bind
      watch [f.name == "hunter2x", f.age]
      watch [f.name == "hunter2x", f.age] as table
      watch f.name when f.pin != "hunter2x"
      watch
      f.name = "y"
      :log
      :graph
      unwatch all
      unbind all
      """
    ).lines
    #expect(!said.joined().contains("hunter2x"), "\(said)")
    #expect(said.contains { $0.hasSuffix("\"…\" -> f.pin") }, "\(said)")
  }

  @Test func aVariableThatNoLongerHoldsASecretIsNone() async {
    await conversation.say("let f = Form(); var v = \"hunter2x\"; var w = [v]; w = [\"visible\"]")
    await conversation.say("f.pin = v")
    #expect(await conversation.say("w").lines == ["[\"visible\"]"])
  }

  @Test func aNumberOfWhichASecretWasMadeIsOne() async {
    await conversation.say("let f = Form(); let pin = 12345678")
    await conversation.say("f.pin = \"\\(pin)\"")
    let said = await conversation.say("pin\n:vars\n:export md").lines
    #expect(!said.joined(separator: "\n").contains("12345678"), "\(said)")
  }

  @Test(arguments: [
    "filter { $0 == f.pin }", "first { $0 == f.pin }", "sorted { $0 == f.pin && $1 != f.pin }",
  ])
  func whatIsChosenByASecretIsOne(choice: String) async {
    await conversation.say("let f = Form(); f.pin = \"hunter2x\"; let a = [\"x\", \"hunter2x\"]")
    #expect(await conversation.say("a.\(choice)").lines == ["\"••••••••\""])
    #expect(await conversation.say("f.name = a.\(choice)").lines[0].hasPrefix("error"))
    #expect(await conversation.say("a.filter { $0 == \"x\" }").lines == ["[\"x\"]"])
  }

  nonisolated static let partialWays = [
    "\"hunter2x\"\nf.pin = _ + \"1\"", "\"hunter2x\"\nf.pin = \"\\($1)!\"",
    "\"hunter2x\"\nlet y = _ + \"1\"\nf.pin = y", "let x = \"hunter2x\"\nx + \"1\"\nf.pin = $1",
    "let x = \"hunter2x\"\nx\n_ + \"1\"\n_ + \"2\"\nf.pin = _",
    "[\"hunter2x\"]\nf.pin = _[0] + \"1\"",
    "\"hunter2x and more\"\nf.pin = _[0..<8]", "\"hunter2x\"\nlet d = { _ + \"1\" }\nf.pin = d",
    "\"hunter2x\"\nbind $1 -> f.pin", "let x = \"hunter2x\"\nx\n1\nf.pin = $1.uppercased()",
  ]

  @Test(arguments: partialWays)
  func aResultOfWhichASecretWasMadeIsOne(text: String) async throws {
    await conversation.say("let f = Form()")
    for line in text.split(separator: "\n") { await conversation.say(String(line)) }
    try await withFolder { folder in
      var said = await conversation.say(
        ":vars\n:results\n:timeline\n:export md\n:log 50\n:save \(folder)/a.mvvm"
      ).lines
      for number in 1..<conversation.session.evaluator.results.count {
        said += await conversation.say("$\(number)").lines
      }
      said.append(try String(contentsOfFile: "\(folder)/a.mvvm", encoding: .utf8))
      #expect(!said.joined(separator: "\n").lowercased().contains("hunter2x"), "\(said)")
    }
  }

  /// However many results have come and gone between.
  @Test(arguments: [
    "let x = \"hunter2x\"\nx + \"1\"\nlet y = _ + \"2\"",
    "\"hunter2x\"\nlet x = { _ }\n$1 + \"1\"\nlet y = _ + \"2\"",
    "let x = \"hunter2x\"\nx\n_ + \"1\"\n_ + \"1\"\nvar y = \"\"\ny = _ + \"2\"",
    "\"hunter2x\"\nlet x = { $1 }\n$1 + \"1\"\nlet z = { _ }\nlet y = z + \"2\"",
  ])
  func aSourceOfLongAgoIsOne(text: String) async {
    await conversation.say("let f = Form()\n" + text)
    for number in 0..<(2 * Results.limit + 10) { await conversation.say("\(number)") }
    await conversation.say("f.pin = y")
    let said = await conversation.say("x\n:vars\n:export md").lines.joined(separator: "\n")
    #expect(!said.contains("hunter2x"), "\(said)")
  }

  /// What a text was added to again and again does not remember each of the results.
  @Test func sourcesThatAreGoneAreForgotten() async {
    await conversation.say("var v = \"\"; let x = \"x\"")
    for number in 0..<(4 * Results.limit) {
      await conversation.say(number.isMultiple(of: 2) ? "v = v + _ + x" : "\"a\"")
    }
    let sources = conversation.session.scope.origins["v"] ?? []
    #expect(sources.contains("x") && sources.count <= Results.limit + 2, "\(sources.count)")
  }

  @Test func aResultThatHasNoPartInASecretStaysOpen() async {
    await conversation.say("let f = Form()\n\"other\"\n\"hunter2x\"\nf.pin = _ + \"1\"")
    #expect(await conversation.say("$1").lines == ["\"other\""])
  }

  /// Each statement is looked at once for a secret that is given again and again.
  @Test func aSecretThatIsGivenAgainCostsNoMoreThanTheFirstTime() async {
    await conversation.say("let f = Form(); let p = \"hunter2x\"; var v = \"hunter3x\"")
    let recorder = conversation.session.voice.recorder
    for _ in 0..<20 { await conversation.say("f.pin = p; f.pin = v") }
    let before = recorder.looks
    for _ in 0..<20 { await conversation.say("f.pin = p; f.pin = v") }
    let early = recorder.looks - before
    for _ in 0..<200 { await conversation.say("f.pin = p; f.pin = v") }
    let middle = recorder.looks
    for _ in 0..<20 { await conversation.say("f.pin = p; f.pin = v") }
    #expect(recorder.looks - middle == early)
  }

  /// A result is known by its text alone, which may be everybody's.
  @Test(arguments: ["", "1", "abc", "true"])
  func aResultThatTellsNothingMakesNoSecretOfItsEquals(text: String) async {
    await conversation.say(
      "let f = Form()\nlet x = \"\(text)\"\nvar y = \"\(text)\"\n\"\(text)\"\nf.pin = _")
    #expect(await conversation.say("x").lines == ["\"\(text)\""])
    #expect(await conversation.say("y").lines == ["\"\(text)\""])
  }

  @Test func aSecretThatIsAWordOfTheLanguageMasksNoOtherWord() async {
    await conversation.say(":record\nlet f = Form()\nf.pin = \"false\"\n1 == 2")
    let document = await conversation.say(":export md").lines
    #expect(document.contains("false"), "\(document)")
  }

  @Test func whatOnlyChoseASecretStaysOpen() async {
    await conversation.say(
      "let f = Form(); let i = 1; let on = true; let a = [\"x\", \"hunter2x\"]")
    await conversation.say("f.pin = on ? a[i] : \"\"")
    #expect(await conversation.say("i\non").lines == ["1", "true"])
  }

  nonisolated static let typing: [(String, String)] = [
    ("expect [\"s3\"].contains(f.pin)", "expect [\"…\"].contains(f.pin)"),
    ("\"s3\".hasPrefix(f.pin)", "\"…\".hasPrefix(f.pin)"),
    ("[\"s3\"].contains { $0 == f.pin }", "[\"…\"].contains { $0 == f.pin }"),
    ("[\"s3\"] | grep f.pin", "[\"…\"] | grep f.pin"),
    ("[\"s3\": 1][f.pin]", "[\"…\": 1][f.pin]"),
    ("let a = \"s3\"; let b = a; f.pin = b", "let a = \"…\"; let b = a; f.pin = b"),
    ("f.save(f.pin)", "f.save(f.pin)"),
    ("\"shown\".hasPrefix(f.name)", "\"shown\".hasPrefix(f.name)"),
  ]

  @Test(arguments: typing)
  func whatIsComparedWithASecretIsNotKept(text: String, kept: String) {
    #expect(conversation.session.symbols.redacted(ParsedText(text)) == kept)
  }

  @Test func theMaskIsNoSecretOnlyWhereItIsTyped() async {
    await conversation.say("let f = Form(); var v = \"a\"; bind v -> f.pin")
    let said = await conversation.say("v = \"…\"")
    #expect(!said.lines.contains { $0.contains("stays as it is") })
    #expect(await conversation.say("f.pin == v").lines == ["true"])
  }

  @Test(arguments: ["…", "••••••••"])
  func aMaskThatIsTypedBackReplacesNoSecret(mask: String) async {
    await conversation.say("let f = Form(); f.pin = \"4711471\"; let m = \"\(mask)\"")
    for text in ["f.pin = \"\(mask)\"", "f.pin = m", "f.pin += m"] {
      #expect(
        await conversation.say(text).lines
          == ["f.pin stays as it is: \(mask) stands for a secret."])
    }
    #expect(await conversation.say("f.pin == \"4711471\"").lines == ["true"])
    // Elsewhere it is a text like another.
    #expect(await conversation.say("f.name = m; f.name").lines == ["\"\(mask)\""])
  }

  /// A file takes it as it is, as the note at its beginning says.
  @Test(arguments: ["…", "••••••••"])
  func aMaskForASecretArgumentIsRefusedWhereItIsTyped(mask: String) async throws {
    let courier = Conversation.withCourier()
    courier.session.host.hasPerson = true
    let text = "c.secret(\"\(mask)\")"
    let refused = await courier.say("let c = Courier(); \(text)").lines
    let told = "\(mask) stands for a secret, and is none itself"
    #expect(refused.contains { $0.contains(told) })
    await courier.say(":lang zh")
    #expect(await courier.say(text).lines.contains { $0.contains("\(mask) 代表机密值，它本身不是机密值") })
    await courier.say(":lang en")
    try await withFolder { folder in
      try text.write(toFile: "\(folder)/a.mvvm", atomically: false, encoding: .utf8)
      let loaded = await courier.say(":load \(folder)/a.mvvm").lines
      #expect(!loaded.isEmpty && !loaded.contains { $0.contains(told) }, "\(loaded)")
    }
  }

  @Test func aSecretThatChangesTwiceWithinAnIntervalIsShownOnceMore() async {
    conversation.session.clock.set(.manual)
    await conversation.say("let f = Form(); watch f.pin every 100ms")
    await conversation.say("f.pin = \"a\"\nf.pin = \"b\"")
    #expect(await conversation.say("advance 400ms").lines.count == 1)
    #expect(await conversation.say("advance 400ms").lines.isEmpty)
  }
}
