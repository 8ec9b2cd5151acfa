import Foundation
import ProcessTestSupport

/// One finished run of `mvvm-repl` without a terminal.
struct ProgramRun {
  let status: Int32
  let output: String
  let errors: String

  /// Runs the program with the bytes on its standard input and waits for its end.
  ///
  /// A command of a shell may run it instead, as `"$0" "$@"`.
  static func run(
    _ arguments: [String], input: Data = Data(), data folder: URL,
    environment: [String: String] = [:], by command: String? = nil
  ) async throws -> ProgramRun {
    let program = BuildProducts.executable("mvvm-repl")
    let shell = command.map { ["-c", $0, program] } ?? []
    let run = try await FinishedProcess(
      running: command == nil ? program : "/bin/sh",
      shell + arguments + ["--data", folder.path], input: input, environment: environment)
    let status =
      switch run.exit {
      case .status(let status): status
      case .signal(let signal): 128 + signal
      }
    return ProgramRun(
      status: status, output: String(decoding: run.output, as: UTF8.self),
      errors: String(decoding: run.errors, as: UTF8.self))
  }
}

/// A folder that exists as long as the test that made it.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "mvvm-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file into the folder and returns its path.
  func write(_ bytes: Data, as name: String) throws -> String {
    let file = url.appending(path: name)
    try bytes.write(to: file)
    return file.path
  }
}
