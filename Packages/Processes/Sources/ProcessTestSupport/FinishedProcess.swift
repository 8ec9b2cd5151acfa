public import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The result of a program that ran to its end.
///
/// ```swift
/// let sum = try await FinishedProcess(running: "/bin/sh", ["-c", "expr 1 + 1"]).output  // "2\n"
/// ```
public struct FinishedProcess: Sendable {
  /// The exit status or signal of the program.
  public let exit: ProcessExit
  /// The standard output of the program.
  public let output: Data
  /// The standard error of the program.
  public let errors: Data

  /// Whether the exit status is 0.
  public var isSuccess: Bool { exit == .status(0) }

  /// Runs a program; kills it if the task is cancelled.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: The arguments after the program's name.
  ///   - input: The bytes for its standard input.
  ///   - environment: Additional environment variables; the program inherits those of the tests.
  ///   - folder: The working folder; by default the working folder of the tests.
  /// - Throws: The reason why the program cannot be started.
  public init(
    running program: String, _ arguments: [String] = [], input: Data = Data(),
    environment: [String: String] = [:], in folder: URL? = nil
  ) async throws {
    // A program that exits early closes its input, so a write to it must not raise SIGPIPE.
    if !input.isEmpty { signal(SIGPIPE, SIG_IGN) }
    let variables = environment.map { (Environment.Key(stringLiteral: $0), String?.some($1)) }
    let result = try await Subprocess.run(
      .path(FilePath(program)), arguments: Arguments(arguments),
      environment: .inherit.updating(Dictionary(uniqueKeysWithValues: variables)),
      workingDirectory: folder.map { FilePath($0.path) },
      input: .inputWriter, output: .bytes(limit: .max), error: .bytes(limit: .max)
    ) { execution in
      _ = try? await execution.standardInputWriter.write(Array(input))
    }
    exit =
      switch result.terminationStatus {
      case .exited(let code): .status(code)
      case .signaled(let code): .signal(code)
      }
    (output, errors) = (Data(result.standardOutput), Data(result.standardError))
  }
}
