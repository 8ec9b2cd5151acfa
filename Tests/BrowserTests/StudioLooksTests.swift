import Foundation
import Models
import TerminalTestSupport
import Testing

extension BrowserTests {
  /// The page as it is seen, and reached without a mouse or a network.
  @Suite struct StudioLooksTests {
    /// Writes a picture of a window into the folder that `STUDIO_PICTURES` names, for people who want to look.
    private func draw(_ window: BrowserWindow, _ name: String) async throws {
      guard let folder = ProcessInfo.processInfo.environment["STUDIO_PICTURES"] else { return }
      try await window.picture().write(to: URL(filePath: "\(folder)/\(name).png"))
    }

    @Test(arguments: [(1_280, false), (1_280, true), (400, false), (400, true)])
    func nothingIsWiderThanTheWindow(columns: Int, isDark: Bool) async throws {
      try await ServedProgram.run { served in
        let window = try await served.open(.init(columns: columns, isDark: isDark))
        let name = "\(columns)-\(isDark ? "dark" : "light")"
        let prefersDark = "matchMedia('(prefers-color-scheme: dark)').matches"
        #expect(try await window.holds(prefersDark) == isDark)
        #expect(try await window.value("innerWidth").int == columns)
        let isNarrow = "document.documentElement.scrollWidth <= innerWidth"
        #expect(try await window.holds(isNarrow))
        try await served.enter("let form = LoginForm()", in: window)
        try await served.enter(#"form.phone = "18612345678""#, in: window)
        try await served.enter("why form.output", in: window)
        try await window.wait("document.querySelector('#graph svg')")
        try await window.wait("document.querySelectorAll('#steps li').length === 1")
        #expect(try await window.holds(isNarrow))
        try await draw(window, "login-\(name)")
        try await served.enter("let app = PhotoApp(); let page = CheckoutPage()", in: window)
        try await served.enter(":lang zh", in: window)
        for name in ["app", "page"] {
          try await window.click("#names [data-key='\(name)']")
          try await window.wait("document.querySelector('#names [data-key=\(name)][aria-current]')")
        }
        try await window.wait("document.querySelector(\"[data-key='page.chooseDelivery() &']\")")
        try await window.click("[data-key='page.chooseDelivery() &']")
        try await window.wait("document.querySelector('[role=alertdialog] select')")
        #expect(try await window.holds(isNarrow))
        try await draw(window, "picker-\(name)")
      }
    }

    @Test func aColourAGridAndANoticeLookAsTheirPageSays() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let form = LoginForm()", in: window)
        let isRed = "document.getElementById('form.phone')?.classList.contains('bad')"
        try await window.wait(isRed)
        try await served.enter(#"form.phone = "18612345678""#, in: window)
        try await window.wait("!\(isRed)")
        try await served.enter("let grid = PhotoGrid(); grid.addTiles()", in: window)
        try await window.wait("document.querySelector(\"#names [data-key='grid']\")")
        try await window.click("#names [data-key='grid']")
        let tiles =
          "[...document.querySelectorAll('ul.rows li')].map((li) => li.getBoundingClientRect())"
        try await window.wait("document.querySelectorAll('ul.rows li').length === 3")
        #expect(try await window.holds("\(tiles)[1].left - \(tiles)[0].right < 20"))
        try await served.enter("grid.margin = 4; grid.spacing = 6", in: window)
        try await window.wait("\(tiles)[1].left - \(tiles)[0].right > 40")
        try await served.enter(#"grid.page.emptyState = ["title": "Nothing"]"#, in: window)
        try await window.wait(
          "document.querySelector('p.empty') && !document.querySelector('ul.rows')")
        #expect(try await window.complaints().isEmpty)
      }
    }

    @Test func keysAloneReachEverything() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        /// Goes on by Tab until the focus is where it is wanted, and can be seen there.
        func tab(to selector: String) async throws {
          for _ in 0..<150 {
            if try await window.holds("document.activeElement.matches(`\(selector)`)") {
              // The nodes of the graph show it by their frame.
              #expect(
                try await window.holds(
                  "document.activeElement.matches('g') || getComputedStyle(document.activeElement).outlineStyle !== 'none'"
                ), "\(selector)")
              return
            }
            try await window.press(Key.tab)
          }
          Issue.record("no Tab leads to \(selector)")
        }
        try await tab(to: "#line")
        try await window.press("let form = LoginForm()", Key.enter)
        try served.wait(for: "let form = LoginForm()")
        try await window.wait("document.getElementById('form.phone')")
        try await tab(to: "[id='form.phone']")
        // Whoever comes to a field by Tab has all of it selected.
        try await window.press("77", Key.tab)
        try served.wait(for: #"form.phone = "77""#)
        try await window.wait("document.getElementById('scrubber').value === '1'")
        try await tab(to: "#scrubber")
        try await window.press(Key.left)
        try served.wait(for: ":goto start")
        try await window.wait("document.getElementById('form.phone').value === '186'")
        // The nodes are one stop, within which the arrow keys lead from one to another.
        try await tab(to: "g[data-path]")
        #expect(
          try await window.value("document.querySelectorAll('g[tabindex=\"0\"]').length").int == 1)
        let isAtOutput = "document.activeElement.matches(`g[data-path='form.output']`)"
        for key in [Key.right, Key.right, Key.down, Key.down, Key.left, Key.up]
        where try await !window.holds(isAtOutput) {
          try await window.press(key)
        }
        #expect(try await window.holds(isAtOutput))
        try await window.press(Key.enter)
        try await window.wait(for: "form.output", in: "node")
        try await tab(to: "#node button")
        try await window.press(Key.enter)
        try served.wait(for: "why form.output")
        // A completion is chosen and taken.
        try await tab(to: "#line")
        try await window.press("form.pho")
        try await window.wait(forCompletion: "phone")
        try await window.press(Key.down)
        try await window.wait("document.querySelector('#line[aria-activedescendant]')")
        try await window.press(Key.enter)
        try await window.wait("document.getElementById('line').value.startsWith('form.phone')")
      }
    }

    @Test func nothingIsAskedOfAnotherHost() async throws {
      try await ServedProgram.run { served in
        let window = try await served.open()
        try await served.enter("let app = PhotoApp()", in: window)
        try await window.wait("document.querySelector('#graph svg')")
        let requests = try await window.requests()
        let own = [served.address, served.address.replacing("http:", with: "ws:")]
        let pages = requests.filter { !$0.hasPrefix("data:") && !$0.hasPrefix("chrome") }
        #expect(pages.count >= 8, "the page, its files and its connection: \(pages)")
        #expect(pages.contains { $0.hasPrefix("ws:") })
        #expect(pages.filter { page in !own.contains { page.hasPrefix($0) } } == [])
        #expect(try await window.complaints() == [])
      }
    }
  }
}
