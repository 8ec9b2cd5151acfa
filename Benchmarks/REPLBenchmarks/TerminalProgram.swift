import Foundation
import ProcessTestSupport

/// A program on its own pseudo-terminal, which detects completed repaints.
final class TerminalProgram {
  /// The error that an expected paint did not come, or that the program cannot be started.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let process: pid_t
  private let controller: Int32
  private var output: [UInt8] = []

  /// The last bytes of each repaint, which show the cursor and complete the screen.
  private static let painted = Array("\u{1B}[?25h\u{1B}[?2026l".utf8)
  /// The query for the cursor's position, with which the editor measures a character.
  private static let question = Array("\u{1B}[6n".utf8)
  private static let timeout: Int32 = 10_000

  init(_ program: String, arguments: [String]) throws {
    var controller: Int32 = -1
    var terminal: Int32 = -1
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&controller, &terminal, &name, nil, &size) == 0 else {
      throw Failure(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    defer { close(terminal) }
    _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
    _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
    let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.controller = controller
    process = try Self.spawn([program] + arguments, terminal: path)
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(controller)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(controller, bytes, bytes.count)
  }

  /// Waits for a complete repaint that shows `text`; returns and removes the output up to there.
  @discardableResult
  func waitForPaint(of text: String = "") throws -> String {
    let wanted = Array(text.utf8)
    while !(output.ends(with: Self.painted) && (wanted.isEmpty || output.contains(wanted))) {
      try read()
    }
    defer { output = [] }
    return String(decoding: output, as: UTF8.self)
  }

  private func read() throws {
    var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    guard poll(&ready, 1, Self.timeout) > 0 else {
      throw Failure(description: "nothing is painted")
    }
    let count = Foundation.read(controller, &chunk, chunk.count)
    guard count > 0 else { throw Failure(description: "the program has ended") }
    let start = max(0, output.count - Self.question.count + 1)
    output += chunk[..<count]
    // The replies of a terminal: the left edge, and then one cell after the character.
    for column in 0..<output[start...].count(of: Self.question) {
      type("\u{1B}[1;\(column + 1)R")
    }
  }

  private static func spawn(_ words: [String], terminal: String) throws -> pid_t {
    var variables = ProcessInfo.processInfo.environment
    variables.merge(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "EDITRC": "/dev/null"]) { $1 }
    return try ProcessTestSupport.spawn(
      words, environment: variables,
      streams: [.file(terminal), .descriptor(0), .descriptor(0)], session: .own)
  }
}

extension Sequence<UInt8> where Self: BidirectionalCollection {
  fileprivate func ends(with part: [UInt8]) -> Bool { suffix(part.count).elementsEqual(part) }
}

extension Collection<UInt8> {
  fileprivate func count(of part: [UInt8]) -> Int {
    indices.count { self[$0...].starts(with: part) }
  }

  fileprivate func contains(_ part: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: part) }
  }
}
