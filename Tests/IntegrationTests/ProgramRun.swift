import Foundation

/// One finished run of `mvvm-repl` without a terminal.
struct ProgramRun {
  let status: Int32
  let output: String
  let errors: String

  /// The program that was built together with these tests.
  static let executable: URL = {
    let folder = Bundle.main.executableURL?.deletingLastPathComponent()
    return (folder ?? URL(filePath: ".build/debug")).appending(path: "mvvm-repl")
  }()

  /// Runs the program with the bytes on its standard input and waits for its end.
  ///
  /// A command of a shell may run it instead, as `"$0" "$@"`.
  static func run(
    _ arguments: [String], input: Data = Data(), data folder: URL,
    environment: [String: String] = [:], by command: String? = nil
  ) async throws -> ProgramRun {
    let process = Process()
    process.executableURL = command == nil ? executable : URL(filePath: "/bin/sh")
    let shell = command.map { ["-c", $0, executable.path] } ?? []
    process.arguments = shell + arguments + ["--data", folder.path]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (inputPipe, outputPipe, errorPipe) = (Pipe(), Pipe(), Pipe())
    process.standardInput = inputPipe
    process.standardOutput = outputPipe
    process.standardError = errorPipe

    let exit = AsyncStream<Int32> { continuation in
      process.terminationHandler = { process in
        continuation.yield(process.terminationStatus)
        continuation.finish()
      }
    }
    try process.run()
    // Each pipe has a thread of its own, so that none fills up while another is waited for.
    async let written: Void = onThread {
      try? inputPipe.fileHandleForWriting.write(contentsOf: input)
      try? inputPipe.fileHandleForWriting.close()
    }
    async let output = onThread { outputPipe.fileHandleForReading.readDataToEndOfFile() }
    async let errors = onThread { errorPipe.fileHandleForReading.readDataToEndOfFile() }
    let texts = (await output, await errors)
    await written
    var status: Int32 = -1
    for await value in exit { status = value }
    return ProgramRun(
      status: status, output: String(decoding: texts.0, as: UTF8.self),
      errors: String(decoding: texts.1, as: UTF8.self))
  }

  private static func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: work()) }
    }
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
