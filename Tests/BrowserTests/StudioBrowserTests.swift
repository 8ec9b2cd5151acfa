import Foundation
import TerminalTestSupport
import Testing

/// The session in a real browser, beside its terminal.
@Suite(.serialized, .ownThread, .enabled(if: WebDriver.isThere), .timeLimit(.minutes(20)))
struct StudioBrowserTests {
  /// The program at a terminal, served.
  private final class Served {
    let terminal: PseudoTerminal
    let address: String
    private let folder = FileManager.default.temporaryDirectory.appending(
      path: "studio-\(UUID().uuidString)")

    init() throws {
      terminal = try PseudoTerminal(
        running: BuildProducts.executable("mvvm-repl"),
        arguments: ["--serve", "--no-startup", "--data", folder.path],
        environment: ["XDG_CONFIG_HOME": folder.path + "/config"], columns: 150, rows: 40)
      try terminal.wait("the address") { screen in
        screen.text.contains { $0.hasPrefix("http://127.0.0.1:") }
          && screen.text.last?.hasPrefix("❯") == true
      }
      address = terminal.screen.text.first { $0.hasPrefix("http://127.0.0.1:") } ?? ""
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Waits until the terminal has shown an entry behind its prompt, and can take another one.
    func wait(for entry: String) throws {
      try terminal.wait(entry) { screen in
        screen.transcript.joined().contains("❯ \(entry)")
          && screen.text.last?.hasPrefix("❯") == true
      }
    }
  }

  private func isThere(_ text: String, in part: String) -> String {
    "document.getElementById('\(part)').innerText.includes(\(quoted(text)))"
  }

  private func quoted(_ text: String) -> String {
    let data = (try? JSONSerialization.data(withJSONObject: [text])) ?? Data()
    return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast())
  }

  /// Enters a statement in the browser's prompt, and waits for it at the terminal and in the conversation.
  private func enter(_ statement: String, _ window: BrowserWindow, _ served: Served) async throws {
    try await window.type(statement + Key.enter, into: "#line")
    try served.wait(for: statement)
    try await window.wait(isThere("❯ " + statement, in: "log"))
  }

  private func open(_ served: Served, _ driver: WebDriver) async throws -> BrowserWindow {
    let window = try await BrowserWindow(driver, at: served.address)
    try await window.wait(isThere("connected", in: "state"))
    return window
  }

  @Test func aFieldIsTypedInAndAButtonPressed() async throws {
    let (served, driver) = (try Served(), try await WebDriver())
    let window = try await open(served, driver)
    try await enter("let form = LoginForm()", window, served)
    try await window.wait("document.getElementById('form.phone') !== null")
    try await window.type(Key.selectAll + "18612345678" + Key.tab, into: "[id='form.phone']")
    try served.wait(for: #"form.phone = "18612345678""#)
    try await window.type("open sesame" + Key.tab, into: "[id='form.password']")
    try served.wait(for: #"form.password = "…""#)
    try await window.wait("!document.querySelector(\"[data-key='form.clear()']\").disabled")
    try await window.click("[data-key='form.clear()']")
    try served.wait(for: "form.clear()")
    try await window.wait("document.getElementById('form.phone').value === '186'")
    // A value that is no markup, and a policy that nothing has offended.
    try await enter(##"form.phone = "<img src=x onerror=document.title='hit'>""##, window, served)
    try await window.wait("document.getElementById('form.phone').value.startsWith('<img')")
    #expect(try await window.value("document.querySelectorAll('img').length") as? Int == 0)
    #expect(try await window.complaints() == [])
    let origins = try await window.value(
      "performance.getEntriesByType('resource').every((one) => new URL(one.name).origin === location.origin)"
    )
    #expect(origins as? Bool == true)
    let page = try await window.value("document.documentElement.outerHTML") as? String ?? ""
    #expect(
      !page.contains("sesame") && !served.terminal.screen.transcript.joined().contains("sesame"))
    await window.close()
  }

  @Test func aPickerAndAnAlertAreAnswered() async throws {
    let (served, driver) = (try Served(), try await WebDriver())
    let window = try await open(served, driver)
    try await enter("let page = CheckoutPage()", window, served)
    try await window.wait(
      "document.querySelector(\"[data-key='page.chooseDelivery() &']\") !== null")
    try await window.click("[data-key='page.chooseDelivery() &']")
    try await window.wait("document.querySelector('[role=alertdialog] select') !== null")
    try await window.click("[data-key='page.prompts.pick']")
    try served.wait(for: "page.prompts.pick([0, 0])")
    try await window.wait("!document.querySelector(\"[data-key='page.submit() &']\").disabled")
    try await window.click("[data-key='page.submit() &']")
    try await window.wait(
      "document.querySelector('[role=alertdialog] [data-key^=\"page.prompts.choose(\"]') !== null")
    #expect(
      try await window.value(
        "document.querySelector('[role=alertdialog]').contains(document.activeElement)")
        as? Bool == true)
    try await window.click("[role=alertdialog] [data-key='page.prompts.choose(1)']")
    try served.wait(for: "page.prompts.choose(1)")
    try await window.wait("document.querySelector('[role=alertdialog]') === null")
    await window.close()
  }

  @Test func theTimelineIsDraggedAndANodeExplained() async throws {
    let (served, driver) = (try Served(), try await WebDriver())
    let window = try await open(served, driver)
    try await enter("let form = LoginForm()", window, served)
    for digits in ["1", "2", "3"] { try await enter("form.phone = \"\(digits)\"", window, served) }
    try await window.wait("document.getElementById('scrubber').value === '3'")
    try await window.dragToTheLeft("#scrubber")
    try served.wait(for: ":goto start")
    try await window.wait("document.getElementById('form.phone').value === '186'")
    try await window.wait("document.getElementById('scrubber').value === '0'")
    try await window.click("#redo")
    try served.wait(for: "redo")
    try await window.wait("document.getElementById('form.phone').value === '1'")
    try await window.wait("document.querySelector(\"g[data-path='form.output']\") !== null")
    try await window.click("g[data-path='form.output'] text")
    try await window.wait(isThere("form.output", in: "node"))
    try await window.click("#node button")
    try served.wait(for: "why form.output")
    try await window.wait(isThere("form.phone", in: "log"))
    await window.close()
  }

  @Test func twoWindowsAndTheTerminalStayEqual() async throws {
    let (served, driver) = (try Served(), try await WebDriver())
    let (one, other) = (try await open(served, driver), try await open(served, driver))
    try await enter("let form = LoginForm()", one, served)
    served.terminal.type("form.phone = \"777\"\r")
    try served.wait(for: #"form.phone = "777""#)
    for window in [one, other] {
      try await window.wait("document.getElementById('form.phone')?.value === '777'")
    }
    // What is half typed at the terminal is still there behind the entry of a browser.
    served.terminal.type("form.ph")
    try served.terminal.wait("a draft") { $0.text.last?.hasPrefix("❯ form.ph") == true }
    try await other.type(Key.selectAll + "888" + Key.tab, into: "[id='form.phone']")
    try served.wait(for: #"form.phone = "888""#)
    try served.terminal.wait("the draft") { $0.text.last?.hasPrefix("❯ form.ph") == true }
    for window in [one, other] {
      try await window.wait("document.getElementById('form.phone').value === '888'")
    }
    let logs = try await [
      one.value("document.getElementById('log').innerText"),
      other.value("document.getElementById('log').innerText"),
    ]
    #expect(logs[0] as? String == logs[1] as? String)
    await one.close()
    await other.close()
  }

  @Test func aReloadedPageGoesOnAndTheEndOfServingIsSeen() async throws {
    let (served, driver) = (try Served(), try await WebDriver())
    let window = try await open(served, driver)
    try await enter("let form = LoginForm()", window, served)
    try await window.reload()
    try await window.wait(isThere("❯ let form = LoginForm()", in: "log"))
    try await window.wait("document.getElementById('form.phone') !== null")
    try await enter(":lang zh", window, served)
    try await window.wait(isThere("时间线", in: "past"))
    served.terminal.type(":serve off\r")
    try served.wait(for: ":serve off")
    try await window.wait(isThere("未连接", in: "state"))
    await window.close()
  }

  /// What a person sees without reading: nothing is wider than the window.
  @Test(arguments: [(1_280, false), (400, true)])
  func nothingIsWiderThanTheWindow(columns: Int, isDark: Bool) async throws {
    let (served, driver) = (try Served(), try await WebDriver())
    let window = try await BrowserWindow(
      driver, at: served.address, columns: columns, isDark: isDark)
    try await window.wait(isThere("connected", in: "state"))
    try await enter("let form = LoginForm()", window, served)
    try await window.wait("document.querySelector('#graph svg') !== null")
    #expect(
      try await window.value("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
    #expect(
      try await window.value("matchMedia('(prefers-color-scheme: dark)').matches") as? Bool
        == isDark)
    // Everything that can be acted on has a name for a screen reader.
    let nameless = try await window.value(
      """
      [...document.querySelectorAll('button, input, select, textarea, [role=button]')]
        .filter((one) => !(one.innerText?.trim() || one.getAttribute('aria-label') || one.labels?.length
          || one.textContent.trim())).map((one) => one.outerHTML)
      """)
    #expect(nameless as? [String] == [])
    await window.close()
  }
}
