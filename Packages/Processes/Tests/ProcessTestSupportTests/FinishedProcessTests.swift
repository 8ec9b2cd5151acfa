import Foundation
import ProcessTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct FinishedProcessTests {
  @Test func bothOutputsAreReadWhole() async throws {
    let run = try await FinishedProcess(
      running: "/bin/sh", ["-c", "head -c 1000000 /dev/zero >&2; head -c 2000000 /dev/zero"])
    #expect(run.isSuccess)
    #expect(run.output.count == 2_000_000)
    #expect(run.errors.count == 1_000_000)
  }

  @Test func inputIsTakenAndGivenBack() async throws {
    let input = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) })
    #expect(try await FinishedProcess(running: "/bin/cat", input: input).output == input)
  }

  @Test func inputThatNobodyTakesIsNoError() async throws {
    let run = try await FinishedProcess(running: "/bin/true", input: Data(count: 1_000_000))
    #expect(run.isSuccess)
  }

  @Test(arguments: [("exit 3", ProcessExit.status(3)), ("kill -9 $$", .signal(SIGKILL))])
  func endIsAStatusOrASignal(command: String, exit: ProcessExit) async throws {
    #expect(try await FinishedProcess(running: "/bin/sh", ["-c", command]).exit == exit)
  }

  @Test func variablesAndFolderAreThoseOfTheCaller() async throws {
    let run = try await FinishedProcess(
      running: "/bin/sh", ["-c", "echo \"$GREETING\"; pwd"], environment: ["GREETING": "hello"],
      in: URL(filePath: "/"))
    #expect(String(decoding: run.output, as: UTF8.self) == "hello\n/\n")
  }

  @Test func nothingButTheStandardStreamsIsInherited() async throws {
    let descriptor = dup(STDIN_FILENO)
    defer { close(descriptor) }
    let run = try await FinishedProcess(running: "/bin/test", ["-e", "/dev/fd/\(descriptor)"])
    #expect(run.exit == .status(1))
  }

  @Test func aProgramThatIsNotThereIsAnError() async {
    await #expect(throws: (any Error).self) { try await FinishedProcess(running: "/nowhere") }
  }

  @Test func aCancelledRunIsKilled() async throws {
    let pipe = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let made = unsafe mkfifo(pipe.path, 0o600)
    #expect(made == 0)
    defer { try? FileManager.default.removeItem(at: pipe) }
    let run = Task {
      try await FinishedProcess(running: "/bin/sh", ["-c", "exec sleep 1000 >\"$0\"", pipe.path])
    }
    // Opening the pipe waits until the program has opened it.
    let reader = try await onThread { try FileHandle(forReadingFrom: pipe) }
    run.cancel()
    #expect(try await onThread { try reader.readToEnd() } ?? Data() == Data())
    _ = await run.result
  }

  private func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
  }
}
