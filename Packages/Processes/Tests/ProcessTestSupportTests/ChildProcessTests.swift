import Foundation
import ProcessTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ChildProcessTests {
  @Test func linesComeOneByOneAndTheRestAsBytes() throws {
    let child = try ChildProcess(running: "/bin/cat")
    try child.input.write(contentsOf: Data("one\ntwo\nthree".utf8))
    #expect(child.line() == "one")
    #expect(child.line() == "two")
    var rest = Data()
    while rest.count < 5 { rest += child.bytes() }
    #expect(rest == Data("three".utf8))
    try child.input.close()
    #expect(child.line() == nil)
    #expect(child.wait() == .status(0))
  }

  @Test func whatAKilledProgramPrintedCanBeRead() throws {
    let child = try ChildProcess(running: "/bin/sh", ["-c", "seq 1000; exec sleep 1000"])
    #expect(child.firstMatch(of: /^10(.*)0$/).map { $0.1 } == "")
    while child.line() != "999" {}
    child.kill()
    child.kill()
    #expect(child.lines() == ["1000"])
    #expect(child.wait() == .signal(SIGKILL))
  }

  @Test func itsEndIsKnownHoweverOftenOneAsks() throws {
    let child = try ChildProcess(running: "/bin/sh", ["-c", "exit 7"])
    #expect(child.wait() == .status(7))
    #expect(child.wait() == .status(7))
    child.kill()
    #expect(child.wait() == .status(7))
  }

  @Test func nothingButTheStandardStreamsIsInherited() throws {
    let descriptor = dup(STDIN_FILENO)
    defer { close(descriptor) }
    let child = try ChildProcess(running: "/bin/test", ["-e", "/dev/fd/\(descriptor)"])
    #expect(child.wait() == .status(1))
  }

  /// Dispatch blocks signals on its threads, and a program may ignore some.
  @Test func noSignalIsBlockedOrIgnored() throws {
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let child = try ChildProcess(running: "/bin/sh", ["-c", "kill -TERM $$"])
    #expect(child.wait() == .signal(SIGTERM))
  }

  @Test func itIsKilledWithTheLastReference() throws {
    let child = try ChildProcess(running: "/bin/sh", ["-c", "echo $$; exec sleep 1000"])
    let process = try #require(child.line().flatMap { Int32($0) })
    #expect(kill(process, 0) == 0)
    withExtendedLifetime(consume child) {}
    #expect(kill(process, 0) == -1)
  }

  @Test func aProgramThatIsNotThereIsAnError() {
    let error = #expect(throws: SpawnError.self) { try ChildProcess(running: "/nowhere") }
    #expect(error?.description == "/nowhere: No such file or directory")
  }
}
