public import Foundation
import Synchronization

/// A program that runs in parallel with a test; the test can communicate with it and kill it at any time.
///
/// ```swift
/// let child = try ChildProcess(running: "/bin/cat")
/// try child.input.write(contentsOf: Data("hello\n".utf8))
/// let line = child.line()  // hello
/// ```
///
/// The methods block. The program is killed at the latest when the last reference to it is released.
public final class ChildProcess: Sendable {
  /// The write end of the program's standard input.
  public let input: FileHandle

  private let output: FileHandle
  private let process: Int32
  /// The output that was read but does not belong to a returned line.
  private let rest = Mutex(Data())
  private let exit = Mutex<ProcessExit?>(nil)

  /// Starts a program with pipes as its standard input and output.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: The arguments after the program's name.
  ///   - errors: The standard error; by default the standard error of the tests.
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

  /// Returns the next bytes of the output; empty at its end.
  public func bytes() -> Data {
    let read = rest.withLock { rest in
      defer { rest = Data() }
      return rest
    }
    return read.isEmpty ? output.availableData : read
  }

  /// Returns the next line of the output, or nil at its end.
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

  /// Returns the remaining lines of the output.
  public func lines() -> [String] { Array(sequence(state: ()) { _ in self.line() }) }

  /// Returns the first match of a pattern in a line, or nil if the output ends without a match.
  public func firstMatch<Match>(of pattern: some RegexComponent<Match>) -> Match? {
    while let line = line() {
      if let match = line.firstMatch(of: pattern) { return match.output }
    }
    return nil
  }

  /// Discards all further output, so that the program never blocks because nobody reads it.
  public func discardOutput() {
    let output = output
    Thread.detachNewThread { while !output.availableData.isEmpty {} }
  }

  /// Kills the program with SIGKILL; its output can still be read.
  public func kill() {
    _ = end(by: SIGKILL)
  }

  /// Waits until the program exits by itself.
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
