import Foundation
import HTTPTypes
import Models

/// A window of a browser of its own.
final class BrowserWindow {
  /// The size and the look of a window.
  struct Look {
    var columns = 1_280
    var rows = 1_000
    var isDark = false
    /// The program that is started as the browser; the installed one by default.
    var program: String?
  }

  private let driver: WebDriver
  private let session: String
  /// Called while the page is waited for, so that a program at a terminal need not wait for its reader.
  private let meanwhile: () -> Void

  /// Opens an address.
  ///
  /// - Parameters:
  ///   - driver: The driver, which ends the browser.
  ///   - address: The address.
  ///   - look: The size and the look.
  ///   - meanwhile: What is done again and again while the page is waited for.
  /// - Throws: ``WebDriver/Failure`` when the browser does not start.
  init(
    _ driver: WebDriver, at address: String, _ look: Look = Look(), meanwhile: @escaping () -> Void
  ) async throws {
    self.driver = driver
    self.meanwhile = meanwhile
    let made = try await driver.command(
      .post, "/session", ["capabilities": ["alwaysMatch": Self.capabilities(look)]])
    guard let session = made["sessionId"]?.string else {
      throw WebDriver.Failure(description: "the browser does not start: \(made)")
    }
    self.session = session
    try await command("/url", ["url": .string(address)])
  }

  private static func capabilities(_ look: Look) -> JSONValue {
    // No name but ours leads anywhere.
    var arguments: [JSONValue] = [
      "--headless=new", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
      "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      .string("--window-size=\(look.columns),\(look.rows)"),
    ]
    // Chromium has no sandbox for the superuser, as whom a container runs it.
    if getuid() == 0 { arguments.append("--no-sandbox") }
    if look.isDark { arguments.append("--blink-settings=preferredColorScheme=0") }
    var options: JSONObject = ["args": .array(arguments)]
    // A window has 500 pixels at least.
    if look.columns < 500 {
      options["mobileEmulation"] = [
        "deviceMetrics": [
          "width": .number(JSONNumber(look.columns)), "height": .number(JSONNumber(look.rows)),
          "pixelRatio": 1, "mobile": false, "touch": false,
        ]
      ]
    }
    if let program = look.program { options["binary"] = .string(program) }
    return [
      "goog:chromeOptions": .object(options),
      "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
      "timeouts": ["script": 30_000, "pageLoad": 60_000],
    ]
  }

  @discardableResult
  private func command(_ path: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
    try await driver.command(.post, "/session/\(session)\(path)", parameters)
  }

  private func answer(_ path: String) async throws -> JSONValue {
    try await driver.command(.get, "/session/\(session)\(path)")
  }

  // MARK: Looking

  /// The value of an expression in the page.
  func value(_ expression: String) async throws -> JSONValue {
    try await command("/execute/sync", ["script": .string("return \(expression)"), "args": []])
  }

  /// Runs statements in the page.
  func run(_ script: String) async throws {
    try await command("/execute/sync", ["script": .string(script), "args": []])
  }

  /// Whether a condition is so in the page.
  func holds(_ condition: String) async throws -> Bool {
    try await value("Boolean(\(condition))") == true
  }

  /// Waits until a condition is so in the page, and fails with what the page shows when it never is.
  func wait(_ condition: String) async throws {
    // The page looks itself, for a moment; what throws is not so yet.
    let script = """
      const done = arguments[0], end = performance.now() + 300;
      const isSo = () => { try { return Boolean(\(condition)) } catch { return false } };
      const look = () => isSo() ? done(true) : performance.now() > end ? done(false) : setTimeout(look, 15);
      look();
      """
    let deadline = ContinuousClock.now + .seconds(60)
    while try await command("/execute/async", ["script": .string(script), "args": []]) != true {
      meanwhile()
      guard ContinuousClock.now < deadline else {
        let text = try await value("document.body.innerText").string ?? ""
        throw WebDriver.Failure(description: "never: \(condition)\n\(text)")
      }
    }
    meanwhile()
  }

  /// Waits until a part of the page shows a text.
  func wait(for text: String, in part: String) async throws {
    let quoted = try String(decoding: JSONEncoder().encode(text), as: UTF8.self)
    try await wait("document.getElementById('\(part)').innerText.includes(\(quoted))")
  }

  /// Waits until completions are offered, this one first; those of a shorter text may be in sight before.
  func wait(forCompletion text: String) async throws {
    try await wait(
      "document.querySelector('#menu:not([hidden]) [role=option] span').innerText === '\(text)'")
  }

  /// What went wrong in the page since that was asked last, as its console tells it.
  func complaints() async throws -> [String] {
    try await log("browser").filter { $0["level"]?.string == "SEVERE" }
      .compactMap { $0["message"]?.string }
  }

  /// The addresses that the browser has asked for anything since that was asked last, sockets among them.
  func requests() async throws -> [String] {
    try await log("performance").compactMap { entry in
      let event = try entry["message"]?.string.map { try JSONValue(parsing: $0) }
      let parameters = event?["message"]?["params"]
      return switch event?["message"]?["method"]?.string {
      case "Network.requestWillBeSent": parameters?["request"]?["url"]?.string
      case "Network.webSocketCreated": parameters?["url"]?.string
      default: nil
      }
    }
  }

  private func log(_ type: String) async throws -> [JSONValue] {
    try await command("/se/log", ["type": .string(type)]).array ?? []
  }

  /// A picture of the page as PNG.
  func picture() async throws -> Data {
    Data(base64Encoded: try await answer("/screenshot").string ?? "") ?? Data()
  }

  // MARK: Elements

  /// The elements that a selector finds.
  func elements(_ selector: String) async throws -> [String] {
    let found = try await command(
      "/elements", ["using": "css selector", "value": .string(selector)])
    return (found.array ?? []).compactMap { $0.object?.first?.value.string }
  }

  private func element(_ selector: String) async throws -> String {
    guard let first = try await elements(selector).first else {
      throw WebDriver.Failure(description: "no \(selector)")
    }
    return first
  }

  // MARK: Acting

  /// Presses an element with the mouse.
  ///
  /// As a person would, it is brought out from under the row that stays in sight first.
  func click(_ selector: String) async throws {
    try await command(
      "/execute/sync",
      [
        "script": "document.querySelector(arguments[0])?.scrollIntoView({ block: 'center' })",
        "args": [.string(selector)],
      ])
    try await command("/element/\(try await element(selector))/click")
  }

  /// Types keys into an element, which gets the focus.
  func type(_ keys: String, into selector: String) async throws {
    try await command("/element/\(try await element(selector))/value", ["text": .string(keys)])
  }

  /// Presses keys, one after the other, wherever the focus is.
  func press(_ keys: String...) async throws {
    let presses = keys.joined().flatMap { key -> [JSONValue] in
      let value = JSONValue.string(String(key))
      return [["type": "keyDown", "value": value], ["type": "keyUp", "value": value]]
    }
    try await command(
      "/actions", ["actions": [["type": "key", "id": "keys", "actions": .array(presses)]]])
  }

  /// Presses the button of the mouse at the right end of an element, moves it to the left end, and lets go.
  func dragToTheLeft(_ selector: String) async throws {
    let width = try await value("document.querySelector('\(selector)').clientWidth").int ?? 0
    let origin: JSONValue = [
      "element-6066-11e4-a52e-4f735466cecf": .string(try await element(selector))
    ]
    func move(_ x: Int) -> JSONValue {
      [
        "type": "pointerMove", "duration": 100, "x": .number(JSONNumber(x)), "y": 0,
        "origin": origin,
      ]
    }
    let moves: JSONValue = [
      move(width / 2 - 6), ["type": "pointerDown", "button": 0], move(4 - width / 2),
      ["type": "pointerUp", "button": 0],
    ]
    try await command(
      "/actions", ["actions": [["type": "pointer", "id": "mouse", "actions": moves]]])
  }

  /// Loads the page again.
  func reload() async throws { try await command("/refresh") }
}

/// Keys by their names in the WebDriver protocol.
enum Key {
  static let enter = "\u{E007}"
  static let tab = "\u{E004}"
  static let left = "\u{E012}"
  static let up = "\u{E013}"
  static let right = "\u{E014}"
  static let down = "\u{E015}"
  static let selectAll = "\u{E009}a\u{E000}"
}
