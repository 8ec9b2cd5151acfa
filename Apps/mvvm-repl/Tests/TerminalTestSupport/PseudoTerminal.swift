import Foundation
import ProcessTestSupport

/// A program on its own terminal, which a test controls.
///
/// ```swift
/// let terminal = try PseudoTerminal(running: program, columns: 60, rows: 12)
/// terminal.type("form.ph\t")
/// try terminal.wait { $0.text.last == "❯ form.phone" }
/// ```
///
/// The class is not thread-safe: only one test may use it.
public final class PseudoTerminal {
  /// The error that the expected screen did not appear in time.
  public struct Timeout: Error, CustomStringConvertible {
    /// The last screen, and how the program ended.
    public let description: String
  }

  /// The end of the program.
  public enum Exit: Equatable, Sendable {
    /// The program returned this status.
    case status(Int32)
    /// This signal ended the program.
    case signal(Int32)
  }

  /// The screen as a person would see it.
  public private(set) var screen: ScreenEmulator
  /// All bytes that the program has written.
  public private(set) var output: [UInt8] = []
  /// The program's process.
  public let process: Int32

  private var controller: Int32
  private var exit: Exit?
  /// Whether the program's queries are answered.
  private let isAnswering: Bool

  /// Starts a program with a terminal as its standard input, output and error.
  ///
  /// `environment` replaces inherited variables of the same names. Without `isAnswering`, the program's queries are not
  /// answered, as if the answers came too late.
  ///
  /// - Throws: `Timeout` with the system's reason if the program cannot be started.
  public init(
    running program: String, arguments: [String] = [], environment: [String: String] = [:],
    columns: Int, rows: Int, ambiguousWidth: Int = 1, isAnswering: Bool = true
  ) throws {
    self.isAnswering = isAnswering
    screen = ScreenEmulator(columns: columns, rows: rows, ambiguousWidth: ambiguousWidth)
    var variables = ProcessInfo.processInfo.environment
    variables["TERM"] = "xterm-256color"
    variables["LC_ALL"] = "C.UTF-8"
    variables["EDITRC"] = "/dev/null"
    // Swift's own crash handler would ask on the terminal what to do.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    for name in ["XTERM_VERSION", "NO_COLOR"] { variables[name] = nil }
    variables.merge(environment) { $1 }
    (controller, process) = try Self.start(
      [program] + arguments, variables, columns: columns, rows: rows)
  }

  deinit {
    if exit == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(controller)
  }

  /// Sends keys, as the terminal would.
  public func type(_ text: String) {
    send(Array(text.utf8))
  }

  /// Sends raw bytes.
  public func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // A terminal's buffers are small in both directions. Reading in between lets a program that is busy writing
      // accept the next key.
      let piece = Array(rest.prefix(512))
      let count = unsafe write(controller, piece, piece.count)
      if count > 0 {
        rest = rest.dropFirst(count)
        read(for: 0)
      } else if errno == EAGAIN {
        read(for: 10)
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Sends a signal to the program.
  public func signal(_ number: Int32) {
    kill(process, number)
  }

  /// Changes the window's size, of which SIGWINCH notifies the program.
  public func resize(columns: Int, rows: Int) {
    read(for: 0)
    screen.resize(columns: columns, rows: rows)
    Self.setSize(of: controller, columns: columns, rows: rows)
  }

  /// Closes the terminal, as a closed window does.
  public func hangUp() {
    close(controller)
    controller = -1
  }

  /// The timeout after which a program counts as hanging, far more than the busiest machine needs for a key.
  private static let patience = Duration.seconds(180)

  /// Whether the program is drawing a picture, which comes in pieces between the marks of mode 2026.
  private var isDrawing: Bool { exit == nil && screen.modes.contains(2026) }

  /// Reads the program's output until the screen meets a condition, and no picture is incomplete.
  ///
  /// - Throws: `Timeout` with the screen as text if the condition is not met within `patience`, or if the program ends
  ///   before.
  public func wait(_ what: String = "", until isRight: (ScreenEmulator) -> Bool) throws {
    let deadline = ContinuousClock.now + Self.patience
    while isDrawing || !isRight(screen) {
      guard ContinuousClock.now < deadline, exit == nil || read(for: 0) else {
        throw Timeout(description: "no \(what)\n" + picture)
      }
      read(for: 50)
      if exit == nil { collectExit(waiting: false) }
    }
  }

  /// Waits for the program's end.
  ///
  /// - Throws: `Timeout` if the program does not end within `patience`.
  @discardableResult
  public func waitForExit() throws -> Exit {
    let deadline = ContinuousClock.now + Self.patience
    while exit == nil {
      guard ContinuousClock.now < deadline else {
        throw Timeout(description: "the program does not end\n" + picture)
      }
      read(for: 20)
      collectExit(waiting: false)
    }
    while read(for: 0) {}
    return exit ?? .status(-1)
  }

  /// Waits for the end of a program whose output nobody reads.
  ///
  /// - Throws: `Timeout` if the program does not end within a minute.
  public func waitForExitUnread() throws -> Exit {
    let deadline = ContinuousClock.now + .seconds(60)
    while exit == nil {
      guard ContinuousClock.now < deadline else {
        throw Timeout(description: "the program does not end while its output is not read")
      }
      poll(nil, 0, 20)
      collectExit(waiting: false)
    }
    return exit ?? .status(-1)
  }

  /// Whether the terminal echoes and reads lines, as a shell needs it.
  public var isRestored: Bool {
    var settings = termios()
    guard unsafe tcgetattr(controller, &settings) == 0 else { return false }
    let wanted = tcflag_t(ECHO | ICANON | ISIG)
    return settings.c_lflag & wanted == wanted && !screen.modes.contains(2004)
      && screen.modes.contains(25)
  }

  /// The screen as text, for the message of a failure.
  public var picture: String {
    let rows = screen.text.map { "  |\($0)" }.joined(separator: "\n")
    let end = exit.map { ", ended with \($0)" } ?? ""
    return "\(rows)\n  cursor \(screen.cursor)\(end)"
  }

  /// Reads the available output; false if nothing arrives within the milliseconds.
  @discardableResult
  public func read(for milliseconds: Int32) -> Bool {
    guard controller >= 0 else {
      poll(nil, 0, milliseconds)
      return false
    }
    var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&ready, 1, milliseconds) > 0, ready.revents & Int16(POLLIN) != 0 else {
      return false
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe Foundation.read(controller, &chunk, chunk.count)
    guard count > 0 else { return false }
    output += chunk[..<count]
    screen.feed(chunk[..<count])
    let replies = screen.replies
    screen.replies = []
    if isAnswering, !replies.isEmpty { _ = unsafe write(controller, replies, replies.count) }
    return true
  }

  private func collectExit(waiting: Bool) {
    var status: Int32 = 0
    guard unsafe waitpid(process, &status, WNOHANG) == process else { return }
    exit = status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }
}

extension PseudoTerminal {
  private static func failure(_ what: String) -> Timeout {
    Timeout(description: unsafe "\(what): \(String(cString: strerror(errno)))")
  }

  private static func setSize(of terminal: Int32, columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  /// Opens a terminal and starts a process on it.
  private static func start(
    _ words: [String], _ environment: [String: String], columns: Int, rows: Int
  ) throws(Timeout) -> (controller: Int32, process: Int32) {
    var controller: Int32 = -1
    var terminal: Int32 = -1
    var name = [CChar](repeating: 0, count: 128)
    guard unsafe openpty(&controller, &terminal, &name, nil, nil) == 0 else {
      throw failure("a pseudo-terminal cannot be opened")
    }
    _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
    // The terminal stays open until the program has opened it; otherwise it would count as hung up.
    defer { close(terminal) }
    setSize(of: controller, columns: columns, rows: rows)
    let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    do throws(SpawnError) {
      let process = try spawn(
        words, environment: environment,
        streams: [.file(path), .descriptor(0), .descriptor(0)], session: .own)
      return (controller, process)
    } catch {
      throw Timeout(description: error.description)
    }
  }
}
