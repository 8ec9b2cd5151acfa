import Foundation
import Models
import ProcessTestSupport
import TerminalTestSupport
import Testing

extension BrowserTests {
  /// However a test ends, it ends soon, and leaves neither a process nor a folder.
  @Suite struct BrowserEndTests {
    private struct Stop: Error {}

    private static let needsProcesses = Comment(
      "Processes are found in /proc, which this system has not.")

    private func expectNothing(of processes: BrowserProcesses?) throws {
      let processes = try #require(processes)
      #expect(processes.running.map(\.command) == [])
      #expect(!FileManager.default.fileExists(atPath: processes.folder.path))
    }

    @Test(.enabled(if: BrowserProcesses.canBeSeen, needsProcesses))
    func aTestThatFailsInTheMiddleLeavesNothing() async throws {
      var processes: BrowserProcesses?
      await #expect(throws: Stop.self) {
        try await WebDriver.run { driver in
          processes = driver.processes
          _ = try await BrowserWindow(driver, at: "about:blank") {}
          #expect(driver.processes.running.count > 3)
          throw Stop()
        }
      }
      try expectNothing(of: processes)
    }

    @Test(.enabled(if: BrowserProcesses.canBeSeen, needsProcesses))
    func aBrowserThatCrashesIsToldAndLeavesNothing() async throws {
      var processes: BrowserProcesses?
      await #expect(throws: WebDriver.Failure.self) {
        try await WebDriver.run { driver in
          processes = driver.processes
          let window = try await BrowserWindow(driver, at: "about:blank") {}
          #expect(try await window.value("1 + 1") == 2)
          let browser = driver.processes.running.first {
            $0.command.contains("chromium\0") && !$0.command.contains("--type=")
          }
          kill(try #require(browser).id, SIGKILL)
          try await window.wait("false")
        }
      }
      try expectNothing(of: processes)
    }

    @Test func aBrowserThatNeverStartsIsToldAndLeavesNothing() async throws {
      var processes: BrowserProcesses?
      await #expect(throws: WebDriver.Failure.self) {
        try await WebDriver.run { driver in
          processes = driver.processes
          _ = try await BrowserWindow(driver, at: "about:blank", .init(program: "/bin/false")) {}
        }
      }
      try expectNothing(of: processes)
    }

    @Test func aDriverThatSaysNothingIsNotWaitedForWithoutEnd() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "driver-\(UUID().uuidString)", directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      // Written by another process: one that a child of this one still holds open cannot be run.
      let program = folder.appending(path: "silent")
      let writing = try await FinishedProcess(
        running: "/bin/sh",
        [
          "-c", "printf '#!/bin/sh\\nexec sleep 1000\\n' > \"$0\" && chmod 755 \"$0\"",
          program.path,
        ])
      #expect(writing.isSuccess)
      await #expect(throws: WebDriver.Failure.self) {
        try await WebDriver.run(program.path, patience: .milliseconds(200)) { _ in }
      }
    }
  }
}
