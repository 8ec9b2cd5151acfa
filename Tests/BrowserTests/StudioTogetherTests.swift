import Models
import TerminalTestSupport
import Testing

extension BrowserTests {
  /// Several browsers and a terminal at one session, which come and go.
  @Suite struct StudioTogetherTests {
    @Test func twoWindowsAndTheTerminalStayEqual() async throws {
      try await ServedProgram.run { served in
        let one = try await served.open()
        let other = try await served.open()
        try await served.enter("let form = LoginForm()", in: one)
        try served.type(#"form.phone = "777""#)
        for window in [one, other] {
          try await window.wait("document.getElementById('form.phone').value === '777'")
        }
        // What is half typed at the terminal is still there behind the entry of a browser.
        served.terminal.type("form.ph")
        try served.terminal.wait("a draft") { $0.text.last?.hasPrefix("❯ form.ph") == true }
        try await other.type(Key.selectAll + "888" + Key.tab, into: "[id='form.phone']")
        try served.wait(for: #"form.phone = "888""#)
        try served.terminal.wait("the draft") { $0.text.last?.hasPrefix("❯ form.ph") == true }
        for window in [one, other] {
          try await window.wait("document.getElementById('form.phone').value === '888'")
          try await window.wait(for: #"❯ form.phone = "888""#, in: "log")
        }
        // The step of an entry may come a turn later than its words.
        for window in [one, other] {
          try await window.wait(for: #"form.phone = "888""#, in: "steps")
        }
        for part in ["log", "steps", "names"] {
          let text = "document.getElementById('\(part)').innerText"
          #expect(try await one.value(text) == other.value(text))
        }
      }
    }

    @Test func aReloadedPageGoesOnAndTheEndOfServingIsSeen() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let form = LoginForm()", in: window)
        try await window.reload()
        try await window.wait(for: "❯ let form = LoginForm()", in: "log")
        try await window.wait("document.getElementById('form.phone')")
        try await served.enter(":lang zh", in: window)
        try await window.wait(for: "时间线", in: "past")
        try served.type(":serve off")
        try await window.wait(for: "未连接", in: "state")
      }
    }

    @Test func theEndOfTheProgramIsSeen() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        served.terminal.type(":quit\r")
        try served.terminal.wait("the question") {
          $0.text.joined().contains("1 browser will be disconnected.")
        }
        served.terminal.type(":quit\r")
        #expect(try served.terminal.waitForExit() == .status(0))
        try await window.wait(for: "not connected", in: "state")
      }
    }

    @Test func theSpeakersNotesAreOnThePageWhileATalkIsHeld() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        served.terminal.type(":present login\r")
        try await window.wait(for: "Talk login, step 1 of 6", in: "talk")
        try await window.wait(for: "A login page has two fields", in: "talk")
        try await window.wait(for: "❯ let form = LoginForm()", in: "talk")
        try await window.wait(for: "Next step: What depends on what", in: "talk")
        served.terminal.type("any keys")
        try served.terminal.wait("keys of the talk") { $0.text.last == "❯ let form" }
        served.terminal.type("\r")
        // A talk that shows a screen later has none on the page before.
        try await window.wait(for: "❯ let form = LoginForm()", in: "log")
        #expect(try await !window.holds("document.getElementById('form.phone')"))
        try served.terminal.wait("the end of the step") {
          $0.text.last?.hasPrefix("The end of this step") == true
        }
        served.terminal.type("\t")
        try await window.wait(for: "Talk login, step 2 of 6", in: "talk")
        try await window.wait(for: "Nobody sets isPhoneValid.", in: "talk")
      }
    }

    #if os(Linux)
      @Test func anOpenPageLeavesAProgramAtRest() async throws {
        try await ServedProgram.run { served in
          let window = try await served.open()
          try await served.enter("let form = LoginForm()", in: window)
          try await window.wait("document.querySelector('#graph svg')")
          #expect(try served.terminal.waitForRest().count == 1)
          #expect(try await window.holds("document.getElementById('form.phone')"))
        }
      }
    #endif
  }
}
