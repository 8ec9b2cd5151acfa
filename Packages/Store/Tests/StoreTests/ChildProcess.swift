import Foundation
import Testing

/// The helper program, running, with its output line by line.
final class ChildProcess {
  private let process = Process()
  private let output = Pipe()
  private var buffer = Data()

  init(_ arguments: String...) throws {
    process.executableURL = try Self.executable()
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
  }

  /// The next line; nil when the process has ended.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer = Data(buffer[(end + 1)...])
        return line
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      buffer.append(more)
    }
  }

  /// Ends the process as a power switch would, and reads what it had acknowledged.
  func kill() -> [String] {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    process.waitUntilExit()
    return lines
  }

  func waitUntilExit() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Beside the test bundle, where SwiftPM puts every product of the package.
  private static func executable() throws -> URL {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let main = Bundle.main.executableURL.map { [$0] } ?? []
    for url in bundles + main {
      let candidate = url.deletingLastPathComponent().appendingPathComponent("StoreCrashWriter")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    throw CocoaError(.fileNoSuchFile)
  }
}
