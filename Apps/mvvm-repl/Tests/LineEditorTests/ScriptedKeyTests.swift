import Testing

@testable import LineEditor

/// What the keys do while a script is typed.
@Suite struct ScriptedKeyTests {
  private func key(_ key: Key, behind typed: String = "let ", of script: String = "let 手👍 = 1")
    -> ScriptedKey
  { ScriptedKey(key, behind: typed, of: script) }

  @Test(arguments: [Key.scalar("x"), .scalar(" "), .scalar("中"), .paste("much more")])
  func anyCharacterTypesTheNextOne(_ pressed: Key) {
    #expect(key(pressed) == .types("手"))
    #expect(key(pressed, behind: "let 手") == .types("👍"))
    #expect(key(pressed, behind: "let 手👍 = 1") == .nothing)
  }

  @Test func enterTypesTheRest() {
    #expect(key(.scalar("\r")) == .hands(rest: "手👍 = 1"))
    #expect(key(.named(.forcedEnter), behind: "let 手👍 = 1") == .hands(rest: ""))
    #expect(key(.scalar("\r"), behind: "", of: "") == .passes)
  }

  @Test func whatIsNoBeginningOfTheScriptDoesNotCount() {
    #expect(key(.scalar("x"), behind: "half") == .types("l"))
    #expect(key(.scalar("\r"), behind: "half") == .hands(rest: "let 手👍 = 1"))
  }

  @Test func keysLeaveAndGoOn() {
    #expect(key(.scalar("\t")) == .passes)
    for leaving in [Key.named(.escape), .scalar("\u{3}"), .scalar("\u{4}")] {
      #expect(key(leaving) == .leaves)
    }
    #expect(key(.scalar("\u{7F}")) == .erases)
    #expect(key(.scalar("\u{C}")) == .clears)
    #expect(key(.scalar("\u{1A}")) == .suspends)
    for meaningless in [Key.named(.up), .named(.pageDown), .scalar("\u{12}"), .scalar("\u{1B}")] {
      #expect(key(meaningless) == .nothing)
    }
  }
}
