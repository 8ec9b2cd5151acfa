import Models
import TerminalTestSupport
import Testing

extension BrowserTests {
  /// The page at the read-only address.
  @Suite struct StudioReadOnlyPageTests {
    @Test func everythingIsSeenAndNothingCanBeActedOn() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        let reader = try await served.open(at: served.readOnlyAddress)
        try await reader.wait(for: "read-only", in: "permission")
        #expect(try await window.holds("document.getElementById('permission').hidden"))
        try await served.enter("let form = LoginForm()", in: window)
        try served.type(#"form.phone = "777""#)
        try await reader.wait("document.getElementById('form.phone').value === '777'")
        try await reader.wait(for: #"❯ form.phone = "777""#, in: "log")
        try await reader.wait("document.querySelectorAll('#steps button').length === 1")
        let acts = "#screen :is(button, input, select), #travel :is(button, input), #steps button"
        #expect(
          try await reader.holds(
            "[...document.querySelectorAll('\(acts)')].every((one) => one.matches(':disabled'))"))
        #expect(try await reader.holds("document.querySelectorAll('\(acts)').length > 6"))
        #expect(try await reader.holds("!document.getElementById('line').checkVisibility()"))
        #expect(try await window.holds("document.getElementById('line').checkVisibility()"))
        // What only looks still works.
        try await reader.wait("document.querySelector(\"g[data-path='form.output']\")")
        try await reader.click("g[data-path='form.output'] text")
        try await reader.wait(for: "form.output", in: "node")
        #expect(try await reader.value("document.querySelectorAll('#node button').length") == 1)
        #expect(try await reader.complaints() == [])
      }
    }

    @Test func whoIsOneTooManyReadsWhyAndConnectsWhenOneLeaves() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await window.run(
          """
          const address = "\(served.readOnlyAddress)socket".replace("http:", "ws:");
          window.readers = Array.from({ length: 12 }, () => new WebSocket(address));
          """)
        try await window.wait("readers.every((one) => one.readyState === WebSocket.OPEN)")
        let late = try await served.open(
          at: served.readOnlyAddress, until: "all places are taken")
        try await late.wait(for: "Conversation", in: "conversation-title")
        #expect(try await late.holds("!document.body.innerText.includes('notConnected')"))
        try await window.run("readers[0].close()")
        try await late.wait(for: "read-only", in: "permission")
        try await late.wait("state.textContent === 'connected'")
      }
    }

    /// Whoever changes the page gets no further: the session refuses what it sends.
    @Test func aPageThatWasTamperedWithIsRefused() async throws {
      try await ServedProgram.run { served in
        let reader = try await served.open(at: served.readOnlyAddress)
        try served.type("let form = LoginForm()")
        try await reader.wait("document.getElementById('form.phone')")
        try await reader.run(
          """
          for (const acts of document.querySelectorAll("fieldset")) acts.disabled = false;
          document.getElementById("prompt").hidden = false;
          """)
        try await reader.type(Key.selectAll + "+777" + Key.tab, into: "[id='form.phone']")
        try await reader.wait(for: "✗ this address is read-only", in: "screen")
        try await reader.type(#"form.phone = "+888""# + Key.enter, into: "#line")
        try await reader.wait(for: "this address is read-only", in: "log")
        try served.type(#"expect form.phone == "186""#)
        // The terminal shows an address of random digits, too; no address has a plus sign.
        let shown = served.terminal.screen.transcript.joined(separator: "\n")
        #expect(!shown.contains("+888") && !shown.contains("+777"))
        #expect(shown.contains("❯ expect") && !shown.contains("error"))
      }
    }
  }
}
