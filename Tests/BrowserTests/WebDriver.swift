import Foundation
import HTTPTypes
import Networking

/// A chromedriver of the tests' own, which speaks the WebDriver protocol (W3C) on a port that it chooses.
final class WebDriver {
  /// The protocol's word for what went wrong.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process = Process()
  private let client: Client

  /// Whether there is a browser that can be driven; `Scripts/setup --tests` installs it on Linux.
  static let isThere = program != nil

  private static var program: URL? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { URL(filePath: "\($0)/chromedriver") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Starts the driver, and waits until it says at which port it is.
  init() async throws {
    guard let program = Self.program else {
      throw Failure(description: "chromedriver is not installed")
    }
    let output = Pipe()
    process.executableURL = program
    process.arguments = ["--port=0"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    var port: Substring?
    while port == nil {
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else {
        throw Failure(description: "chromedriver does not start:\n\(text)")
      }
      text += String(decoding: bytes, as: UTF8.self)
      port = text.firstMatch(of: /successfully on port (\d+)/)?.1
    }
    var configuration = CurlTransport.Configuration()
    // A browser takes its time to start on a busy machine.
    configuration.timeouts = .standard
    configuration.timeouts.total = .seconds(300)
    configuration.timeouts.idle = .seconds(300)
    client = try Client(
      "http://127.0.0.1:\(port ?? "")", transport: CurlTransport(configuration: configuration))
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// Sends a command, and returns the value of its answer.
  @discardableResult
  func command(
    _ method: HTTPRequest.Method, _ path: String, _ parameters: [String: Any]? = nil
  ) async throws -> Any? {
    var request = Request(method, path)
    if let parameters {
      request.body = .data(
        try JSONSerialization.data(withJSONObject: parameters), contentType: "application/json")
    }
    let data: Data
    do throws(NetworkError) { data = try await client.send(request).data } catch {
      throw Failure(description: "\(path): \(error)")
    }
    let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return answer?["value"]
  }
}

/// A window of a browser.
final class BrowserWindow {
  private let driver: WebDriver
  private let session: String

  /// Opens an address.
  ///
  /// - Parameters:
  ///   - driver: The driver.
  ///   - address: The address.
  ///   - columns: The width of the page in pixels.
  ///   - isDark: Whether the person prefers dark pages.
  /// - Throws: ``WebDriver/Failure`` when the browser does not start.
  init(
    _ driver: WebDriver, at address: String, columns: Int = 1_280, isDark: Bool = false
  ) async throws {
    self.driver = driver
    var arguments = [
      "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
      "--window-size=\(columns),1000",
    ]
    if isDark { arguments.append("--blink-settings=preferredColorScheme=0") }
    var options: [String: Any] = ["args": arguments]
    // A window has 500 pixels at least.
    if columns < 500 {
      let size: [String: Any] = [
        "width": columns, "height": 1_000, "pixelRatio": 1, "mobile": false, "touch": false,
      ]
      options["mobileEmulation"] = ["deviceMetrics": size]
    }
    let capabilities: [String: Any] = [
      "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"],
      "timeouts": ["script": 240_000, "pageLoad": 240_000],
    ]
    let made = try await driver.command(
      .post, "/session", ["capabilities": ["alwaysMatch": capabilities]])
    guard let made = made as? [String: Any], let session = made["sessionId"] as? String else {
      throw WebDriver.Failure(description: "the browser does not start")
    }
    self.session = session
    try await driver.command(.post, "/session/\(session)/url", ["url": address])
  }

  /// Closes the window.
  func close() async { _ = try? await driver.command(.delete, "/session/\(session)") }

  private func command(_ path: String, _ parameters: [String: Any] = [:]) async throws -> Any? {
    try await driver.command(.post, "/session/\(session)\(path)", parameters)
  }

  /// The value of an expression in the page.
  func value(_ expression: String) async throws -> Any? {
    try await command("/execute/sync", ["script": "return \(expression)", "args": []])
  }

  /// Waits in the page until a condition is so, and fails with what the page shows when it never is.
  func wait(_ condition: String) async throws {
    let script = """
      const done = arguments[0], end = Date.now() + 180_000;
      const look = () => (\(condition)) ? done(true) : Date.now() > end ? done(false) : setTimeout(look, 30);
      look();
      """
    let isSo = try await command("/execute/async", ["script": script, "args": []]) as? Bool
    guard isSo == true else {
      let text = try await value("document.body.innerText") ?? ""
      throw WebDriver.Failure(description: "never: \(condition)\n\(text)")
    }
  }

  private func element(_ selector: String) async throws -> String {
    let found = try await command(
      "/element", ["using": "css selector", "value": selector])
    guard let id = (found as? [String: String])?.values.first else {
      throw WebDriver.Failure(description: "no \(selector)")
    }
    return id
  }

  func click(_ selector: String) async throws {
    _ = try await command("/element/\(try await element(selector))/click")
  }

  /// Types keys into an element, which gets the focus.
  func type(_ keys: String, into selector: String) async throws {
    _ = try await command("/element/\(try await element(selector))/value", ["text": keys])
  }

  /// Presses the button of the mouse at the right end of an element, moves it to the left end, and lets go.
  func dragToTheLeft(_ selector: String) async throws {
    let width = try await value("document.querySelector('\(selector)').clientWidth") as? Int ?? 0
    let origin = ["element-6066-11e4-a52e-4f735466cecf": try await element(selector)]
    func move(_ x: Int) -> [String: Any] {
      ["type": "pointerMove", "duration": 100, "x": x, "y": 0, "origin": origin]
    }
    let moves: [[String: Any]] = [
      move(width / 2 - 6), ["type": "pointerDown", "button": 0], move(4 - width / 2),
      ["type": "pointerUp", "button": 0],
    ]
    _ = try await command(
      "/actions", ["actions": [["type": "pointer", "id": "mouse", "actions": moves]]])
  }

  func reload() async throws { _ = try await command("/refresh") }

  /// The complaints of the browser since they were asked for last.
  func complaints() async throws -> [String] {
    let entries = try await command("/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
    return entries.filter { $0["level"] as? String == "SEVERE" }
      .compactMap { $0["message"] as? String }
  }

  /// A picture of the page, as PNG.
  func screenshot() async throws -> Data {
    let text = try await driver.command(.get, "/session/\(session)/screenshot") as? String
    return Data(base64Encoded: text ?? "") ?? Data()
  }
}

/// Keys by their names in the WebDriver protocol.
enum Key {
  static let enter = "\u{E007}"
  static let tab = "\u{E004}"
  static let home = "\u{E011}"
  static let left = "\u{E012}"
  static let selectAll = "\u{E009}a\u{E000}"
}
