import Foundation

/// The processes of a driver and its browsers: those whose environment names the driver's folder.
///
/// Helpers of a browser leave its group of processes, but take its environment with them.
struct BrowserProcesses {
  let folder: URL

  /// Whether processes can be seen here: macOS has no `/proc`.
  static let canBeSeen = FileManager.default.fileExists(atPath: "/proc/self/environ")

  /// The processes that still run, with their commands; none where the system has no `/proc`.
  var running: [(id: Int32, command: String)] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let name = Data(folder.path.utf8)
    return all.compactMap { entry in
      // What has ended and was not waited for has no environment any more.
      guard let id = Int32(entry),
        let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ"),
        environment.firstRange(of: name) != nil,
        let command = FileManager.default.contents(atPath: "/proc/\(id)/cmdline")
      else { return nil }
      return (id, String(decoding: command, as: UTF8.self))
    }
  }

  /// Kills what still runs, and removes the folder.
  ///
  /// - Throws: ``WebDriver/Failure`` when something is left after ten seconds.
  func end() throws {
    let deadline = ContinuousClock.now + .seconds(10)
    var left = running
    while !left.isEmpty, ContinuousClock.now < deadline {
      for process in left { kill(process.id, SIGKILL) }
      sched_yield()
      left = running
    }
    // A process that was killed in the middle of a call may have made one more file.
    while FileManager.default.fileExists(atPath: folder.path), ContinuousClock.now < deadline {
      try? FileManager.default.removeItem(at: folder)
    }
    guard left.isEmpty, !FileManager.default.fileExists(atPath: folder.path) else {
      throw WebDriver.Failure(description: "left: \(left.map(\.command)) \(folder.path)")
    }
  }
}
