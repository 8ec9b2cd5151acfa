import Testing

@testable import LineEditor

@Suite struct KeyNamesTests {
  private func names(_ keys: Key...) -> [String?] {
    var names = KeyNames()
    return keys.map { names.name(of: $0) }
  }

  @Test func keysAreNamedAsTheHelpNamesThem() {
    let known = Set(LineEditor.keys.flatMap(\.keys))
    for (key, name) in [
      (Key.scalar("\r"), "Enter"), (.scalar("\t"), "Tab"), (.scalar("\u{3}"), "Ctrl-C"),
      (.scalar("\u{12}"), "Ctrl-R"), (.scalar("\u{7F}"), "Backspace"), (.named(.escape), "Esc"),
      (.named(.pageUp), "PageUp"), (.named(.forcedEnter), "Alt-Enter"), (.named(.up), "Up"),
      (.named(.wordLeft), "Ctrl-Left"), (.named(.backTab), "Shift-Tab"),
    ] {
      #expect(names(key) == [name])
      #expect(known.contains(name), "\(name)")
    }
  }

  @Test func altIsOneKey() {
    #expect(names(.scalar("\u{1B}"), .scalar("s")) == [nil, "Alt-s"])
  }

  @Test func ofTextOnlyThatItComesIsTold() {
    #expect(
      names(.scalar("a"), .scalar("密"), .paste("b"), .named(.up), .scalar("c")) == [
        "", nil, nil, "Up", "",
      ])
  }
}
