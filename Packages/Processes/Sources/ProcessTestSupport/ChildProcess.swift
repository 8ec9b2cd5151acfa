public import Foundation
import Synchronization

/// A program that runs beside a test, which talks with it and kills it at any moment.
///
/// ```swift
/// let child = try ChildProcess(running: "/bin/cat")
/// try child.input.write(contentsOf: Data("hello\n".utf8))
/// let line = child.line()  // hello
/// ```
///
/// Its methods block. It is killed with the last reference to it, at the latest.
public final class ChildProcess: Sendable {
  /// The writing end of its standard input.
  public let input: FileHandle

  private let output: FileHandle
  private let process: Int32
  /// Output that has been read, beyond the last line.
  private let rest = Mutex(Data())
  private let exit = Mutex<ProcessExit?>(nil)

  /// Starts a program with pipes as its standard input and output.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: What follows its name.
  ///   - errors: Its standard error; by default the one of the tests.
  /// - Throws: `SpawnError` with the system's reason.
  public init(
    running program: String, _ arguments: [String] = [],
    errors: StandardStream = .descriptor(STDERR_FILENO)
  ) throws {
    let (input, output) = (Pipe(), Pipe())
    process = try spawn(
      [program] + arguments,
      streams: [
        .descriptor(input.fileHandleForReading.fileDescriptor),
        .descriptor(output.fileHandleForWriting.fileDescriptor), errors,
      ])
    (self.input, self.output) = (input.fileHandleForWriting, output.fileHandleForReading)
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
  }

  deinit { kill() }

  /// The next bytes of its output; none at its end.
  public func bytes() -> Data {
    let read = rest.withLock { rest in
      defer { rest = Data() }
      return rest
    }
    return read.isEmpty ? output.availableData : read
  }

  /// The next line of its output; nil at its end.
  public func line() -> String? {
    rest.withLock { rest in
      while true {
        if let end = rest.firstIndex(of: 0x0A) {
          defer { rest = Data(rest[(end + 1)...]) }
          return String(decoding: rest[..<end], as: UTF8.self)
        }
        let more = output.availableData
        guard !more.isEmpty else { return nil }
        rest += more
      }
    }
  }

  /// The lines of its output that are left, up to its end.
  public func lines() -> [String] { Array(sequence(state: ()) { _ in self.line() }) }

  /// The first match of a pattern in a line; nil when the output ends without.
  public func firstMatch<Match>(of pattern: some RegexComponent<Match>) -> Match? {
    while let line = line() {
      if let match = line.firstMatch(of: pattern) { return match.output }
    }
    return nil
  }

  /// Throws away what it prints from now on, so that it never waits for somebody to read that.
  public func discardOutput() {
    let output = output
    Thread.detachNewThread { while !output.availableData.isEmpty {} }
  }

  /// Ends it as a power switch would; its output can still be read.
  public func kill() {
    _ = end(by: SIGKILL)
  }

  /// Waits until it ends by itself.
  public func wait() -> ProcessExit { end(by: 0) }

  private func end(by signal: Int32) -> ProcessExit {
    exit.withLock { exit in
      if let exit { return exit }
      _ = Foundation.kill(process, signal)
      var status: Int32 = -1
      while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
      let end = ProcessExit(waitStatus: status)
      exit = end
      return end
    }
  }
}
