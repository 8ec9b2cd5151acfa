import Models
import Testing

extension BrowserTests {
  /// What a person has typed or is about to answer, while the session goes on.
  @Suite struct StudioTypingTests {
    @Test func aConnectionThatEndsIsMadeAgain() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let form = LoginForm()", in: window)
        // The server ends a connection whose message is too long.
        try await window.run(
          """
          window.states = [];
          new MutationObserver(() => states.push(state.textContent)).observe(state, { childList: true });
          import(new URL("studio.js", location.href)).then((page) => page.send("x".repeat(300 * 1024)));
          """)
        try await window.wait("states.includes('not connected') && states.at(-1) === 'connected'")
        try await served.enter("form.phone = \"7\"", in: window)
        try await window.wait("document.getElementById('form.phone').value === '7'")
        #expect(
          try await window.holds(
            "[...log.querySelectorAll('.entry')].filter((row) => row.innerText.includes('LoginForm()')).length === 1"
          ))
      }
    }

    @Test func aStatementThatIsTooLongStaysInTheLine() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await window.run(
          """
          line.value = '"' + "é".repeat(140_000) + '"';
          document.querySelector("#prompt [type=submit]").click();
          """)
        try await window.wait(for: "too long to be sent", in: "log")
        #expect(try await window.holds("line.value.length === 140_002"))
        try await window.run("line.value = ''")
        try await served.enter("1 + 1", in: window)
        #expect(try await window.complaints() == [])
      }
    }

    @Test func ofTwoQuestionsOnlyTheSeenOneIsAnswered() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let book = ContactBook()", in: window)
        for caption in ["Below", "Above"] {
          try served.type(
            "book.page.prompts.alert(\"\(caption)\", buttons: [\"\(caption) yes\"]) &")
        }
        let dialogs = "[...document.querySelectorAll('[role=alertdialog]')]"
        try await window.wait("\(dialogs).map((one) => one.inert).join() === 'true,false'")
        #expect(try await window.holds("document.querySelector('.page > .content').inert"))
        let answers =
          "\(dialogs).map((one) => one.querySelector('.row-of-buttons button').dataset.key)"
        let keys =
          try await window.value("\(answers).join('|')").string?.split(separator: "|") ?? []
        #expect(Set(keys).count == 2 && keys.allSatisfy { $0.contains("choose(0, of: ") })
        // As from a page that has not yet seen the second question.
        try await served.enter(String(keys[0]), in: window)
        try await window.wait("\(dialogs).length === 1")
        #expect(try await window.holds("\(dialogs)[0].innerText.includes('Above')"))
        try await window.click("[data-key='\(keys[1])']")
        try await window.wait(
          "\(dialogs).length === 0 && !document.querySelector('.page > .content').inert")
      }
    }

    @Test func whatWasTypedStaysWhenThePictureIsDrawnAnew() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let posts = PostTable()", in: window)
        try await window.wait("document.querySelector('[data-key^=\"posts.fetch(\"]')")
        try await window.click("[data-key^='posts.fetch(']")
        try await window.wait("document.querySelectorAll('form.dialog input').length === 2")
        let typed =
          "[...document.querySelectorAll('form.dialog input')].map((one) => one.value).join()"
        try await window.type("3" + Key.tab + "4", into: "form.dialog input")
        #expect(try await window.value(typed).string == "3,4")
        try served.type("posts.title = \"another one\"")
        try await window.wait(for: "another one", in: "screen")
        #expect(try await window.value(typed).string == "3,4")
      }
    }

    @Test func linesOfATextAndDigitsOfANumberAreKept() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let check = TextCheck()", in: window)
        try served.type(#"check.text = "one\ntwo""#)
        let field = "document.getElementById('check.text')"
        try await window.wait(#"\#(field).value === "one\ntwo""#)
        try await window.type("!", into: "[id='check.text']")
        try await window.run("\(field).blur()")
        try served.wait(for: #"check.text = "one\ntwo!""#)
        try await served.enter("let grid = PhotoGrid()", in: window)
        try served.type("grid.limit = 9007199254740993")
        try await window.wait("document.querySelector('[data-key=grid]')")
        try await window.click("[data-key=grid]")
        try await window.wait("document.getElementById('grid.limit').value === '9007199254740993'")
      }
    }

    @Test func aSliderIsMovedByItsKeys() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter(
          "let volume = SliderViewModel(minimum: 0, maximum: 10, value: 4)", in: window)
        let slider = "document.getElementById('volume.value')"
        try await window.wait("\(slider) && \(slider).type === 'range'")
        try await window.run("\(slider).focus()")
        try await window.press(Key.right)
        try served.wait(for: "volume.set(to: 4.5)")
        try await window.wait(
          "\(slider).value === '4.5' && \(slider).getAttribute('aria-valuetext') === '4.5'")
        #expect(try await window.holds("document.activeElement === \(slider)"))
      }
    }

    @Test func theRowsOfTheStoreAndTheRequestsAreSeen() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter(#"store.put("city", "上海")"#, in: window)
        try await window.click("[data-key=store]")
        try await window.wait(for: "上海", in: "screen")
        try await window.click("[data-key=net]")
        try await served.enter(#"net.get("/posts/7")"#, in: window)
        try await window.wait(for: "GET /posts/7", in: "screen")
        #expect(try await window.complaints() == [])
      }
    }

    @Test func whatWasRefusedIsToldUntilTheValueIsAnotherOne() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let grid = PhotoGrid()", in: window)
        let field = "document.getElementById('grid.limit')"
        try await window.wait(field)
        try await window.type(Key.selectAll + "old" + Key.tab, into: "[id='grid.limit']")
        let problem = "document.getElementById(\(field).getAttribute('aria-describedby'))"
        try await window.wait("\(problem).innerText.includes('whole number')")
        #expect(try await window.holds("\(field).value === 'old'"))
        try served.type("grid.limit = 42")
        try await window.wait("\(field).value === '42'")
        #expect(
          try await window.holds(
            "!\(field).hasAttribute('aria-describedby') && !document.querySelector('#screen .problem')"
          ))
      }
    }
  }
}
