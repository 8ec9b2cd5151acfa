import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A program at a pseudo-terminal: keys go in, and what it paints is timed.
final class PromptProgram {
  private let controller: Int32
  private let process = Process()
  private let started: ContinuousClock.Instant
  private(set) var painted = Data()

  init(_ path: String, arguments: [String] = [], folder: URL) throws {
    let descriptor = posix_openpt(O_RDWR | O_NOCTTY)
    guard descriptor >= 0, grantpt(descriptor) == 0, unlockpt(descriptor) == 0,
      let name = ptsname(descriptor)
    else { throw CocoaError(.fileNoSuchFile) }
    controller = descriptor
    var size = winsize(ws_row: 30, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    let terminal = open(String(cString: name), O_RDWR | O_NOCTTY)
    let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = [
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "EDITRC": "/dev/null",
      "HOME": folder.path, "PATH": "/usr/bin:/bin",
    ]
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    started = ContinuousClock.now
    try process.run()
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    close(controller)
  }

  /// Milliseconds from the program's start until it has painted `text`.
  func time(until text: String) -> Double {
    while !painted.suffix(4096).contains(text), process.isRunning { read(for: 1000) }
    return Self.milliseconds(ContinuousClock.now - started)
  }

  /// Milliseconds from a key to the first byte painted for it; waits until the program rests again.
  func time(of key: String) -> Double {
    let start = ContinuousClock.now
    let bytes = Array(key.utf8)
    _ = write(controller, bytes, bytes.count)
    guard read(for: 1000) else { return .infinity }
    let time = Self.milliseconds(ContinuousClock.now - start)
    rest()
    return time
  }

  /// Waits until nothing has been painted for a while.
  func rest() { while read(for: 3) {} }

  /// Processor time of the program so far, in seconds.
  var processorTime: Double {
    guard
      let stat = try? String(
        contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8),
      let end = stat.lastIndex(of: ")")
    else { return .nan }
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    return ((Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0))
      / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  @discardableResult
  private func read(for milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(controller, &buffer, buffer.count)
    guard count > 0 else { return false }
    painted.append(contentsOf: buffer[..<count])
    return true
  }

  static func milliseconds(_ duration: Duration) -> Double { duration / .microseconds(1) / 1000 }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
