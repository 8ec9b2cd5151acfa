import Foundation
import HTTPTypes
import Models
import Networking
import TerminalTestSupport

/// A chromedriver of the tests' own, which speaks the WebDriver protocol (W3C) at a port that it chooses.
///
/// It runs on a terminal of its own, as the leader of a process group that its browsers belong to. ``run(_:patience:_:)``
/// kills the group at its end, whatever state it is in; when the tests themselves die, the system hangs the terminal up.
/// All that the driver and the browsers write is in one folder, which is removed then. Every wait has an end.
final class WebDriver {
  /// What went wrong, in the protocol's words.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// How long a command may take; the start of a browser on a busy machine takes longest.
  static let patience = Duration.seconds(60)

  private let folder: URL
  private let terminal: PseudoTerminal
  private let client: Client

  /// Whether a browser can be driven here; `Scripts/setup --tests` installs what is needed on Debian.
  static let isThere = program != nil

  private static let program: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/chromedriver" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Starts a driver for a body, and ends it with all its browsers, however the body ends.
  ///
  /// - Parameters:
  ///   - program: The driver; the one that is installed by default.
  ///   - patience: How long it may take until it says its port.
  ///   - body: What is done with it.
  /// - Throws: ``Failure`` when it does not start, and what the body throws.
  static func run(
    _ program: String? = program, patience: Duration = patience,
    _ body: (WebDriver) async throws -> Void
  ) async throws {
    guard let program else { throw Failure(description: "chromedriver is not installed") }
    // A browser makes a socket in it, whose path may have 107 bytes.
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "browser-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let processes = BrowserProcesses(folder: folder)
    do {
      let driver = try WebDriver(program, in: folder, patience)
      defer { kill(-driver.terminal.process, SIGKILL) }
      try await body(driver)
    } catch {
      try processes.end()
      throw error
    }
    try processes.end()
  }

  private init(_ program: String, in folder: URL, _ patience: Duration) throws {
    self.folder = folder
    terminal = try PseudoTerminal(
      running: program, arguments: ["--port=0"],
      environment: [
        "HOME": folder.path, "TMPDIR": folder.path, "XDG_CONFIG_HOME": folder.path,
        "XDG_CACHE_HOME": folder.path,
      ], columns: 200, rows: 20)
    let deadline = ContinuousClock.now + patience
    var port: String?
    while port == nil, ContinuousClock.now < deadline {
      terminal.read(for: 50)
      port = terminal.screen.text.joined(separator: "\n")
        .firstMatch(of: /successfully on port (\d+)\./).map { String($0.1) }
    }
    guard let port else {
      kill(-terminal.process, SIGKILL)
      throw Failure(description: "chromedriver does not start\n\(terminal.picture)")
    }
    var transport = CurlTransport.Configuration()
    transport.timeouts.idle = Self.patience
    transport.timeouts.total = Self.patience
    transport.proxy = .none
    var configuration = Client.Configuration()
    // A click that is done again is another click.
    configuration.retry = .never
    client = try Client(
      "http://127.0.0.1:\(port)", transport: CurlTransport(configuration: transport),
      configuration: configuration)
  }

  /// The processes of this driver and its browsers.
  var processes: BrowserProcesses { BrowserProcesses(folder: folder) }

  /// Sends a command, and returns the value of its answer.
  ///
  /// - Throws: ``Failure`` with the driver's reason.
  @discardableResult
  func command(
    _ method: HTTPRequest.Method, _ path: String, _ parameters: JSONValue? = nil
  ) async throws(Failure) -> JSONValue {
    // What the driver writes is nobody's, but it must not wait for a reader.
    terminal.read(for: 0)
    let request = Request(method, path)
    do throws(NetworkError) {
      let answer: JSONValue =
        if let parameters { try await client.value(request, json: parameters) } else {
          try await client.value(request)
        }
      return answer["value"] ?? .null
    } catch {
      let told = error.response.map { String(decoding: $0.data.prefix(300), as: UTF8.self) }
      terminal.read(for: 0)
      throw Failure(
        description: "\(method) \(path): \(error.message)\n\(told ?? "")\n\(terminal.picture)")
    }
  }
}
