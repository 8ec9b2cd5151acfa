import Foundation
import Synchronization

/// One `swift build` of a package's program, in the background.
final class PackageBuild: Sendable {
  /// The end of a build.
  enum Outcome: Sendable {
    case built
    /// The build failed and printed this.
    case failed(String)
    case cancelled
  }

  private struct State {
    var process: Process?
    var isCancelled = false
    var linking: ContinuousClock.Instant?
  }

  private let package: BuiltPackage
  private let state = Mutex(State())

  init(of package: BuiltPackage) { self.package = package }

  /// When the program was begun to be linked, as far as the build has told.
  var linking: ContinuousClock.Instant? { state.withLock { $0.linking } }

  /// Builds, and checks that what was built starts.
  func run() async -> Outcome {
    let built = await run(
      "/usr/bin/env",
      [
        "swift", "build", "--package-path", package.root.path, "--scratch-path",
        package.scratch.path, "--configuration", package.configuration, "--product",
        package.product,
      ])
    guard case .built = built else { return built }
    // A person who goes on in a program that ends at its start has lost everything.
    return await run(package.executable.path, ["--version"])
  }

  /// Ends what runs; ``run()`` answers `cancelled` then.
  func cancel() {
    let process = state.withLock { state in
      state.isCancelled = true
      return state.process
    }
    // The package manager ends its compilers at this signal.
    process?.interrupt()
  }

  /// Takes note of when the program is linked; the package manager says so.
  private func note(_ output: Data) {
    guard output.firstRange(of: Data("Linking \(package.product)".utf8)) != nil else { return }
    state.withLock { $0.linking = $0.linking ?? .now }
  }

  private func run(_ program: String, _ arguments: [String]) async -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    let ended = AsyncStream<Int32> { continuation in
      process.terminationHandler = { process in
        continuation.yield(process.terminationStatus)
        continuation.finish()
      }
    }
    let problem = state.withLock { state -> String? in
      guard !state.isCancelled else { return "" }
      do { try process.run() } catch { return "error: \(program): \(error.localizedDescription)" }
      state.process = process
      return nil
    }
    if let problem { return problem.isEmpty ? .cancelled : .failed(problem) }
    let reader = pipe.fileHandleForReading
    let text = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var data = Data()
        while case let piece = reader.availableData, !piece.isEmpty {
          data += piece
          self.note(piece)
        }
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
    var status: Int32 = -1
    for await value in ended { status = value }
    let isCancelled = state.withLock { state in
      state.process = nil
      return state.isCancelled
    }
    if isCancelled { return .cancelled }
    return status == 0 ? .built : .failed(text)
  }
}
