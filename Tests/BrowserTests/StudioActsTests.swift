import Models
import TerminalTestSupport
import Testing

/// The session in a real browser, beside its terminal.
@Suite(
  .serialized, .ownThread, .timeLimit(.minutes(10)),
  .enabled(if: WebDriver.isThere, "Scripts/setup --tests installs chromedriver on Debian."))
enum BrowserTests {}

extension BrowserTests {
  /// What a person does on the page becomes a statement at the prompt.
  @Suite struct StudioActsTests {
    @Test func aFieldIsTypedInAndAButtonPressed() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let form = LoginForm()", in: window)
        try await window.wait("document.getElementById('form.phone')")
        try await window.type(
          Key.selectAll + "18612345678" + Key.tab, into: "[id='form.phone']")
        try served.wait(for: #"form.phone = "18612345678""#)
        try await window.type("open sesame" + Key.tab, into: "[id='form.password']")
        try served.wait(for: #"form.password = "…""#)
        try await window.wait("!document.querySelector(\"[data-key='form.clear()']\").disabled")
        let page = try await window.value("document.documentElement.outerHTML").string ?? ""
        #expect(page.contains("18612345678") && !page.contains("sesame"))
        #expect(!served.terminal.screen.transcript.joined().contains("sesame"))
        try await window.click("[data-key='form.clear()']")
        try served.wait(for: "form.clear()")
        try await window.wait("document.getElementById('form.phone').value === '186'")
      }
    }

    @Test func aValueThatLooksLikeMarkupIsText() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let form = LoginForm()", in: window)
        try await served.enter(
          ##"form.phone = "<img src=x onerror=document.title='hit'>""##, in: window)
        try await window.wait("document.getElementById('form.phone').value.startsWith('<img')")
        #expect(try await window.holds("document.querySelector('img') === null"))
        #expect(try await window.holds("document.title.startsWith('mvvm-repl')"))
        #expect(try await window.complaints() == [])
      }
    }

    @Test func aPickerAndAnAlertAreAnswered() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let page = CheckoutPage()", in: window)
        try await window.wait("document.querySelector(\"[data-key='page.chooseDelivery() &']\")")
        try await window.click("[data-key='page.chooseDelivery() &']")
        try await window.wait("document.querySelector('[role=alertdialog] select')")
        try await window.click("[data-key='page.prompts.pick']")
        try served.wait(for: "page.prompts.pick([0, 0], of: ")
        try await window.wait(
          "!document.querySelector(\"[data-key='page.submit() &']\").disabled")
        try await window.click("[data-key='page.submit() &']")
        try await window.wait(
          "document.querySelector('[role=alertdialog] [data-key^=\"page.prompts.choose(1, of:\"]')")
        try await window.wait(
          "document.querySelector('[role=alertdialog]').contains(document.activeElement)")
        try await window.click("[role=alertdialog] [data-key^='page.prompts.choose(1, of:']")
        try served.wait(for: "page.prompts.choose(1, of: ")
        try await window.wait("document.querySelector('[role=alertdialog]') === null")
        // The conversation is as high as the screen beside it, which has grown and shrunk: its end is in sight.
        try await window.wait(for: "✓ page.prompts.choose(1, of: ", in: "log")
        let log = "document.getElementById('log')"
        try await window.wait(
          "\(log).scrollHeight - \(log).scrollTop - \(log).clientHeight < 2")
      }
    }

    @Test func theTimelineIsDraggedAndANodeExplained() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let form = LoginForm()", in: window)
        for digit in ["1", "2", "3"] {
          try await served.enter("form.phone = \"\(digit)\"", in: window)
        }
        try await window.wait("document.getElementById('scrubber').value === '3'")
        try await window.dragToTheLeft("#scrubber")
        try served.wait(for: ":goto start")
        try await window.wait("document.getElementById('form.phone').value === '186'")
        try await window.wait("document.getElementById('scrubber').value === '0'")
        try await window.wait(for: "now: beginning", in: "present")
        try await window.click("#redo")
        try served.wait(for: "redo")
        try await window.wait("document.getElementById('form.phone').value === '1'")
        try await window.wait("document.querySelector(\"g[data-path='form.output']\")")
        try await window.click("g[data-path='form.output'] text")
        try await window.wait(for: "form.output", in: "node")
        try await window.click("#node button")
        try served.wait(for: "why form.output")
        try await window.wait(for: "form.phone", in: "log")
      }
    }

    @Test func inTheMiddleOfALongTimelineBothDirectionsAreOpen() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let form = LoginForm()", in: window)
        try await window.run(
          """
          import(new URL("studio.js", location.href)).then(async (page) => {
            const steps = Array.from({ length: 250 }, (_, index) => `form.phone = "${index + 1}"`);
            window.ended = await page.enter(steps.join("\\n"));
          });
          """)
        try await window.wait("window.ended?.status === 0")
        try await window.wait("document.getElementById('scrubber').value === '200'")
        try await window.dragToTheLeft("#scrubber")
        // The statement before the first one that is shown.
        try served.wait(for: ":goto #50")
        try await window.wait("document.getElementById('form.phone').value === '50'")
        try await window.wait(for: #"now: #50 form.phone = "50""#, in: "present")
        #expect(try await window.holds("!undo.disabled && !redo.disabled"))
        try await window.click("#undo")
        try await window.wait("document.getElementById('form.phone').value === '49'")
      }
    }

    @Test func theEndOfTheConversationStaysInSightUntilAPersonScrollsAway() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let form = LoginForm()", in: window)
        let rest = "(log.scrollHeight - log.scrollTop - log.clientHeight)"
        let isFull = "log.scrollHeight > log.clientHeight + 60 && \(rest) < 2"
        try await window.run("conversation.style.maxHeight = '420px'")
        try await window.wait(isFull)
        // The panel shrinks while the page has not yet heard of a scroll of its own.
        try await window.run(
          """
          window.before = log.clientHeight;
          log.scrollTop = 0;
          log.scrollTop = log.scrollHeight;
          conversation.style.maxHeight = "330px";
          """)
        try await window.wait("log.clientHeight < window.before - 40 && \(isFull)")
        try await window.run("log.scrollTop = 0")
        try await served.enter("form.phone = \"1\"", in: window)
        #expect(try await window.holds("log.scrollTop === 0"))
      }
    }

    /// A menu stays in sight until a newer one comes: whoever chooses in it gets what they see.
    @Test func aCompletionIsTakenAsItWasOfferedWhileANewerAnswerIsOnItsWay() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let form = LoginForm()", in: window)
        try await window.type("form.", into: "#line")
        try await window.wait(forCompletion: "phone")
        try await window.run(
          """
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            if (JSON.parse(text).kind !== "complete") return send.call(this, text);
            window.release = () => {
              this.addEventListener("message", (event) => {
                if (JSON.parse(event.data).kind === "completion") window.isAnswered = true;
              });
              send.call(this, text);
            };
          };
          """)
        try await window.press("pass", Key.down)
        try await window.wait("document.querySelector('#line[aria-activedescendant]')")
        try await window.run("window.release()")
        try await window.wait("window.isAnswered")
        try await window.press(Key.enter)
        try await window.wait("document.getElementById('line').value === 'form.phone'")
        // Without a choice, Tab waits for the completions of what is in the line.
        try await window.type(Key.selectAll + "form.", into: "#line")
        try await window.run("window.release()")
        try await window.wait(forCompletion: "phone")
        try await window.press("pass", Key.tab)
        try await window.run("window.release()")
        try await window.wait("document.getElementById('line').value === 'form.password'")
      }
    }

    /// What is done on the page and what is typed are one history: replayed, it ends the same.
    @Test func aRecordingOfBothSidesEndsTheSameWhenItIsReplayed() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let form = LoginForm()", in: window)
        try await window.wait("document.getElementById('form.phone')")
        try await window.type(Key.selectAll + "777" + Key.tab, into: "[id='form.phone']")
        try served.wait(for: #"form.phone = "777""#)
        try served.type(#"form.phone = "888""#)
        try await window.wait("document.getElementById('form.phone').value === '888'")
        try await window.click("#undo")
        try served.wait(for: "undo")
        try await window.wait("document.getElementById('form.phone').value === '777'")
        try served.type("why form.phone")
        try await window.wait(for: #"❯ why form.phone"#, in: "log")
        try served.type(":replay")
        try served.type(#"expect form.phone == "777""#)
        try await window.wait(for: #"❯ expect form.phone == "777""#, in: "log")
        #expect(!served.terminal.screen.transcript.joined().contains("error"))
        #expect(try await window.value("document.getElementById('form.phone').value") == "777")
      }
    }
  }
}
