public import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A program that has run to its end.
///
/// ```swift
/// let sum = try await FinishedProcess(running: "/bin/sh", ["-c", "expr 1 + 1"]).output  // "2\n"
/// ```
public struct FinishedProcess: Sendable {
  /// How it ended.
  public let exit: ProcessExit
  /// What it printed.
  public let output: Data
  /// What it printed to its standard error.
  public let errors: Data

  /// Whether it returned 0.
  public var isSuccess: Bool { exit == .status(0) }

  /// Runs a program, and kills it when the task is cancelled.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: What follows its name.
  ///   - input: The bytes of its standard input.
  ///   - environment: Variables beside those of the tests.
  ///   - folder: Its working folder; by default the one of the tests.
  /// - Throws: The reason why it cannot be started.
  public init(
    running program: String, _ arguments: [String] = [], input: Data = Data(),
    environment: [String: String] = [:], in folder: URL? = nil
  ) async throws {
    // A program that ends early takes no more.
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
