import Foundation
import Subprocess
import Synchronization

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// One `swift build` of a package's program, in the background.
final class PackageBuild: Sendable {
  /// The end of a build.
  enum Outcome: Sendable {
    case built
    /// The build failed with this output.
    case failed(String)
    /// There is no compiler.
    case withoutSwift
    /// The trial of the built program ended like this, with this output.
    case unfit(end: String, String)
    case cancelled
  }

  private struct State {
    /// Interrupts the running process.
    var interrupt: (@Sendable () -> Void)?
    /// Whether the running process is the trial of the built program.
    var isTrial = false
    var isCancelled = false
    /// Whether the running process, or the next one, must end.
    var isInterrupted = false
    var linking: ContinuousClock.Instant?

    mutating func end() {
      isInterrupted = true
      // The package manager ends its compilers on this signal.
      interrupt?()
    }
  }

  private let package: BuiltPackage
  private let state = Mutex(State())

  init(of package: BuiltPackage) { self.package = package }

  /// The time when linking began, if the build has reported it.
  var linking: ContinuousClock.Instant? { state.withLock { $0.linking } }

  /// Whether the build is cancelled.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Builds the program, with the flags that `Scripts/run` passes on in `MVVM_RELOAD_FLAGS`.
  func run() async -> Outcome {
    let flags = ProcessInfo.processInfo.environment["MVVM_RELOAD_FLAGS"] ?? ""
    let configuration = Configuration(
      executable: .name("swift"),
      arguments: Subprocess.Arguments(
        [
          "build", "--package-path", package.root.path, "--scratch-path", package.scratch.path,
          "--configuration", package.configuration, "--product", package.product,
        ] + flags.split(separator: " ").map(String.init)))
    return await run(configuration, input: .none, missing: .withoutSwift) { _, text in
      .failed(text)
    }
  }

  /// Runs the trial of the built program with the handover; see ``Trial``.
  func test(with handover: Handover) async -> Outcome {
    let configuration = Configuration(
      executable: .path(FilePath(package.executable.path)),
      arguments: Subprocess.Arguments(Array(CommandLine.arguments.dropFirst())),
      environment: .inherit.updating(Handover.trialEnvironment))
    state.withLock { $0.isTrial = true }
    let file: FileHandle
    do throws(SystemError) { file = try handover.file() } catch {
      return .unfit(end: "\(error.reason)", "")
    }
    defer { try? file.close() }
    let input = FileDescriptor(rawValue: file.fileDescriptor)
    return await run(
      configuration, input: .fileDescriptor(input, closeAfterSpawningProcess: false)
    ) { status, text in
      switch status {
      case .exited(let code): .unfit(end: "status \(code)", text)
      case .signaled(let code): .unfit(end: "signal \(code)", text)
      }
    }
  }

  /// Ends the running process; ``run()`` then returns `cancelled`.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.end()
    }
  }

  /// Ends the trial of the built program, if it runs.
  func endTrial() { state.withLock { if $0.isTrial { $0.end() } } }

  /// Records when linking begins, which the package manager prints.
  private func note(_ output: Data) {
    guard output.firstRange(of: Data("Linking \(package.product)".utf8)) != nil else { return }
    state.withLock { $0.linking = $0.linking ?? .now }
  }

  /// Runs a process to its end; `failure` makes the outcome from a bad status and the output.
  ///
  /// The outcome is `missing` if the program does not exist.
  @concurrent
  private func run(
    _ configuration: Configuration, input: some InputProtocol, missing: Outcome? = nil,
    failure: @Sendable (TerminationStatus, _ printed: String) -> Outcome
  ) async -> Outcome {
    guard !isCancelled else { return .cancelled }
    do {
      defer { state.withLock { $0.interrupt = nil } }
      let (status, printed) = try await ChildProcess.run(configuration, input: input) { interrupt in
        state.withLock { state in
          state.interrupt = interrupt
          if state.isInterrupted { state.end() }
        }
      } printed: {
        note($0)
      }
      if isCancelled { return .cancelled }
      return status.isSuccess ? .built : failure(status, printed)
    } catch {
      if isCancelled { return .cancelled }
      if let missing, error.isMissingProgram { return missing }
      return .failed("error: \(error)")
    }
  }
}
