import Foundation
import Synchronization

/// One `swift build` of a package's program, in the background.
final class PackageBuild: Sendable {
  /// The end of a build.
  enum Outcome: Sendable {
    case built
    /// The build failed and printed this.
    case failed(String)
    /// What was built ended like this and printed that when it was tried.
    case unfit(end: String, String)
    case cancelled
  }

  private struct State {
    var process: Process?
    /// Whether the process tries what was built.
    var isTrial = false
    var isCancelled = false
    var linking: ContinuousClock.Instant?
  }

  private let package: BuiltPackage
  private let state = Mutex(State())

  init(of package: BuiltPackage) { self.package = package }

  /// When the program was begun to be linked, as far as the build has told.
  var linking: ContinuousClock.Instant? { state.withLock { $0.linking } }

  /// Whether it is to end, or has been ended.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Builds the program.
  func run() async -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "build", "--package-path", package.root.path, "--scratch-path",
      package.scratch.path, "--configuration", package.configuration, "--product", package.product,
    ]
    process.standardInput = FileHandle.nullDevice
    return await run(process) { _, text in .failed(text) }
  }

  /// Lets what was built try whether it can go on with what would be handed over: ``Trial``.
  func test(with handover: Handover) async -> Outcome {
    let process = Process()
    process.executableURL = package.executable
    process.arguments = Array(CommandLine.arguments.dropFirst())
    process.environment = Handover.trialEnvironment
    state.withLock { $0.isTrial = true }
    do throws(SystemError) { process.standardInput = try handover.file() } catch {
      return .unfit(end: error.reason, "")
    }
    return await run(process) { process, text in
      let kind = process.terminationReason == .uncaughtSignal ? "signal" : "status"
      return .unfit(end: "\(kind) \(process.terminationStatus)", text)
    }
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

  /// Ends the trial of what was built, if it runs.
  func endTrial() { state.withLock { $0.isTrial ? $0.process : nil }?.interrupt() }

  /// Takes note of when the program is linked; the package manager says so.
  private func note(_ output: Data) {
    guard output.firstRange(of: Data("Linking \(package.product)".utf8)) != nil else { return }
    state.withLock { $0.linking = $0.linking ?? .now }
  }

  /// Runs a process to its end; when that is no good one, `failure` makes the outcome of it and what it printed.
  private func run(
    _ process: Process, failure: (Process, _ printed: String) -> Outcome
  ) async -> Outcome {
    let output = ProcessOutput(of: process)
    let problem = state.withLock { state -> String? in
      guard !state.isCancelled else { return "" }
      do { try withOpenSignals { try process.run() } } catch {
        return "error: \(process.executableURL?.path ?? ""): \(error.localizedDescription)"
      }
      state.process = process
      return nil
    }
    if let problem { return problem.isEmpty ? .cancelled : .failed(problem) }
    let (status, text) = await output.text { self.note($0) }
    let isCancelled = state.withLock { state in
      state.process = nil
      return state.isCancelled
    }
    if isCancelled { return .cancelled }
    return status == 0 ? .built : failure(process, text)
  }
}
