import Foundation
import LineEditor
import Subprocess

/// A running program in a process group of its own, which ends with this one.
///
/// ```swift
/// let (status, printed) = try await ChildProcess.run(configuration, input: .none)
/// ```
enum ChildProcess {
  /// Runs a program to its end, and returns its status and everything that it has printed.
  ///
  /// Ctrl-C at the terminal does not reach the program. `started` gets a closure that interrupts it.
  @concurrent
  static func run(
    _ configuration: Configuration, input: some InputProtocol,
    started: @Sendable (_ interrupt: @escaping @Sendable () -> Void) -> Void = { _ in },
    printed note: @Sendable (Data) -> Void = { _ in }
  ) async throws -> (TerminationStatus, printed: String) {
    var configuration = configuration
    configuration.platformOptions.processGroupID = 0
    // After the end of the output, the program may still run.
    defer { ChildGroup.set(nil) }
    let result = try await Subprocess.run(
      configuration, input: input, output: .sequence, error: .combinedWithOutput
    ) { execution in
      ChildGroup.set(execution.processIdentifier.value)
      started { try? execution.send(signal: .interrupt) }
      var printed = Data()
      for try await piece in execution.standardOutput {
        let piece = unsafe piece.withUnsafeBytes { unsafe Data($0) }
        note(piece)
        printed += piece
      }
      return String(decoding: printed, as: UTF8.self)
    }
    return (result.terminationStatus, result.closureResult)
  }
}

extension Error {
  /// Whether the program to run does not exist.
  var isMissingProgram: Bool { (self as? SubprocessError)?.code == .executableNotFound }
}
