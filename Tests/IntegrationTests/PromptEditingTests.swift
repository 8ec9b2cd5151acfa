import Foundation
import TerminalTestSupport
import Testing

/// What the prompt shows while one types: the menu, signatures, documentation, values and themes.
@Suite(.ownThread) struct PromptEditingTests {
  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  @Test func theMenuTellsKindTypeValueAndMeaningOfWhatFits() throws {
    let terminal = try fixture.start()
    try terminal.enter("let a = LoginForm()")
    terminal.type("\u{0C}")
    try terminal.enter("let b = LoginForm()")
    terminal.type("a.phone = b.\t")
    try terminal.wait("the menu") { screen in
      screen.text.contains {
        $0.hasPrefix(" phone") && $0.contains("var") && $0.contains("String = \"186\"")
          && $0.contains("The mobile number as typed.")
      }
    }
    let rows = terminal.screen.text
    #expect(!rows.contains { $0.hasPrefix(" password ") || $0.hasPrefix(" clear()") })
    terminal.type("\u{15}bind a.phone -> \t")
    try terminal.wait("only targets of its type") { screen in
      screen.text.filter { $0.hasPrefix(" b.") }.map { $0.prefix { $0 != "v" } } == [
        " b.password  ", " b.phone     ",
      ]
    }
  }

  @Test func theSignatureOfACallStandsBelowWithItsParameterMarked() throws {
    let terminal = try fixture.start()
    terminal.type("net.get(")
    try terminal.wait("the signature") { $0.text.contains { $0.hasPrefix("net.get(String") } }
    let row = try #require(
      terminal.screen.text.firstIndex { $0.hasPrefix("net.get(String") })
    #expect(terminal.screen.text(row: row, withAttribute: 4) == "String")
    terminal.type("\"/posts/7\")")
    try terminal.wait("no signature") { $0.text.last == "❯ net.get(\"/posts/7\")" }
  }

  @Test func altHExplainsTheNameAtTheCursorUntilTheNextKey() throws {
    let terminal = try fixture.start()
    try terminal.enter("let form = LoginForm()")
    terminal.type("form.phone\u{1B}h")
    try terminal.wait("the help") { screen in
      screen.text.contains("form.phone") && screen.text.contains("❯ form.phone")
        && screen.text.contains { $0.contains("phone: String") }
    }
    terminal.type("!")
    try terminal.wait("gone") { $0.text.last == "❯ form.phone!" }
  }

  /// A row that is wrapped twice leaves a word alone.
  @Test(arguments: [80, 100]) func altHFillsTheRows(columns: Int) throws {
    let terminal = try fixture.start(columns: columns)
    try terminal.enter("let form = LoginForm()")
    terminal.type("form\u{1B}h")
    try terminal.wait("the help") { screen in
      screen.text.last { $0.hasPrefix("❯") } == "❯ form" && screen.text.last != "❯ form"
    }
    let help = terminal.screen.text.drop { $0 != "❯ form" }
    let lonely = help.filter { $0.wholeMatch(of: /\s*[a-z]+/) != nil }
    #expect(lonely == [], "\(terminal.picture)")
  }

  @Test func altEShowsAValueWithoutRunningAnything() throws {
    let terminal = try fixture.start()
    try terminal.enter("let form = LoginForm()")
    terminal.type("form.phone = form.phone + \"1\"\u{1B}e")
    try terminal.wait("the new value") { $0.text.suffix(1) == ["\"1861\""] }
    terminal.type("\u{15}form.clear()\u{1B}e")
    try terminal.wait("the refusal") { screen in
      screen.text.contains { $0.hasPrefix("error E203") }
    }
    terminal.type("\u{15}form.phone\r")
    try terminal.wait("the old value") { $0.text.suffix(2) == ["\"186\"", PromptFixture.prompt] }
  }

  @Test func anEntryThatGoesOnSaysHowToDropIt() throws {
    let terminal = try fixture.start()
    terminal.type("let a = [1,\r")
    try terminal.wait("the way out") {
      $0.text.suffix(2) == ["...", "The statement waits for a value; Ctrl-C drops it."]
    }
    terminal.type("\u{03}")
    try terminal.wait("no entry") { screen in
      screen.text.suffix(2).first?.hasSuffix("^C") == true
        && !screen.text.contains { $0.contains("waits for") }
    }
    terminal.type("[1,\r2]")
    try terminal.wait("nothing to say") { $0.text.last == "... 2]" }
  }

  @Test func theThemeChangesAtOnceAndAtTheStart() throws {
    let terminal = try fixture.start()
    terminal.type("let x")
    try terminal.wait("text") { $0.text.last == "❯ let x" }
    #expect(terminal.screen.attributes(row: terminal.screen.cursor.row, column: 2).contains(98))
    terminal.type("\u{15}:theme mono\r")
    try terminal.wait("told") { $0.text.suffix(2) == ["theme = mono", PromptFixture.prompt] }
    for (word, state) in [
      (":theme", "theme = mono; choices: default, light, dark, presenter, mono"),
      (":panel", "panel = off; choices: on, off"), (":panel", "panel = off; choices: on, off"),
    ] {
      try terminal.enter(word)
      #expect(terminal.screen.text.suffix(2) == [state, PromptFixture.prompt])
    }
    terminal.type("let x")
    try terminal.wait("text") { $0.text.last == "❯ let x" }
    let look = terminal.screen.attributes(row: terminal.screen.cursor.row, column: 2)
    #expect(look == [1])

    let other = try fixture.start(["--theme", "presenter"])
    other.type("x")
    try other.wait("text") { $0.text.last == "❯ x" }
    #expect(other.screen.attributes(row: other.screen.cursor.row, column: 2) == [1])
    other.type("\u{15}:set theme default\r")
    try other.wait("told") { $0.text.suffix(2) == ["theme = default", PromptFixture.prompt] }
  }

  @Test func withoutColoursWeightRemains() throws {
    let terminal = try fixture.start(environment: ["NO_COLOR": "1"])
    terminal.type("let x = nothing.at\r")
    try terminal.wait("the mistake") { screen in
      screen.text.contains { $0.hasPrefix("error E") }
    }
    let text = String(decoding: terminal.output, as: UTF8.self)
    let hasColour = text.contains { $0 == "\u{1B}" } && text.contains(/\u{1B}\[[0-9;]*3[0-7]m/)
    #expect(!hasColour)
    #expect(text.contains("\u{1B}[1m"))
  }

  @Test func settingsAreListedAndMisspellingsMended() throws {
    let terminal = try fixture.start()
    try terminal.enter(":set")
    #expect(terminal.screen.text.contains { $0.contains("theme = default") })
    #expect(terminal.screen.text.contains { $0.contains("suggestions = on") })
    #expect(terminal.screen.text.contains { $0.contains("reflow = auto") })
    terminal.type(":set them mono\r")
    try terminal.wait("the correction") { $0.text.last == "❯ :set theme mono" }
    terminal.type("\u{1B}[C\r")
    try terminal.wait("set") { $0.text.suffix(2) == ["theme = mono", PromptFixture.prompt] }
  }

  @Test func suggestionsCanBeTurnedOff() throws {
    let terminal = try fixture.start()
    try terminal.enter("1 + 1")
    try terminal.enter(":set suggestions off")
    terminal.type("1 +")
    try terminal.wait("nothing behind it") { $0.text.last == "❯ 1 +" }
    terminal.type("\u{15}")
    try terminal.enter(":set suggestions on")
    terminal.type("1 +")
    try terminal.wait("the suggestion") { $0.text.last == "❯ 1 + 1" }
  }

  @Test func aValueIsCopiedToTheTerminalsClipboard() throws {
    let terminal = try fixture.start()
    try terminal.enter("[\"港\", \"a\"] | json | copy")
    let command = try #require(terminal.screen.systemCommands.first)
    let parts = command.split(separator: ";")
    #expect(parts.prefix(2) == ["52", "c"])
    let copied = Data(base64Encoded: String(parts[2])).map { String(decoding: $0, as: UTF8.self) }
    let value = try copied.map { try JSONDecoder().decode([String].self, from: Data($0.utf8)) }
    #expect(value == ["港", "a"])
    #expect(terminal.screen.text.contains { $0.hasPrefix("copied ") })
  }

  @Test func onlyWhatExistsIsSuggested() throws {
    let first = try fixture.start()
    try first.enter("let form = LoginForm()")
    try first.enter("form.phone.count")
    first.type("\u{4}")
    try first.waitForExit()
    let second = try fixture.start()
    second.type("form.p")
    try second.wait("nothing behind it") { $0.text.last == "❯ form.p" }
    second.type("\u{15}")
    try second.enter("let form = LoginForm()")
    second.type("form.p")
    try second.wait("the entry of the first run") { $0.text.last == "❯ form.phone.count" }
  }

  @Test func theOnlyNameThatCanBeMeantIsSuggested() throws {
    let terminal = try fixture.start()
    terminal.type("let x = Login")
    try terminal.wait("the rest of the type") { $0.text.last == "❯ let x = LoginForm()" }
    terminal.type("\u{1B}[C\r")
    try terminal.wait("taken") { screen in
      screen.text.contains("LoginForm") && screen.text.last == PromptFixture.prompt
    }
  }

  @Test func upBringsAMistakeBackWithTheCursorAtItsPlace() throws {
    let terminal = try fixture.start()
    try terminal.enter("\"手机\" + nobody + 2")
    terminal.type("\u{1B}[A")
    try terminal.wait("the entry") { screen in
      screen.text.last == "❯ \"手机\" + nobody + 2" && screen.cursor.column == 2 + 6 + 3
    }
    terminal.type("\u{15}")
    try terminal.enter("1 + 1")
    terminal.type("\u{1B}[A")
    try terminal.wait("at the end again") { screen in
      screen.text.last == "❯ 1 + 1" && screen.cursor.column == 7
    }
  }
}
