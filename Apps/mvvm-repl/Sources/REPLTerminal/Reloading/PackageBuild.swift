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
    /// The build failed and printed this.
    case failed(String)
    /// There is no compiler.
    case withoutSwift
    /// What was built ended like this and printed that when it was tried.
    case unfit(end: String, String)
    case cancelled
  }

  private struct State {
    /// Interrupts the process that runs.
    var interrupt: (@Sendable () -> Void)?
    /// Whether it tries what was built.
    var isTrial = false
    var isCancelled = false
    /// Whether what runs, or is about to, is to end.
    var isInterrupted = false
    var linking: ContinuousClock.Instant?

    mutating func end() {
      isInterrupted = true
      // The package manager ends its compilers at this signal.
      interrupt?()
    }
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
    let configuration = Configuration(
      executable: .name("swift"),
      arguments: [
        "build", "--package-path", package.root.path, "--scratch-path", package.scratch.path,
        "--configuration", package.configuration, "--product", package.product,
      ])
    return await run(configuration, input: .none, missing: .withoutSwift) { _, text in
      .failed(text)
    }
  }

  /// Lets what was built try whether it can go on with what would be handed over: ``Trial``.
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

  /// Ends what runs; ``run()`` answers `cancelled` then.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.end()
    }
  }

  /// Ends the trial of what was built, if it runs.
  func endTrial() { state.withLock { if $0.isTrial { $0.end() } } }

  /// Takes note of when the program is linked; the package manager says so.
  private func note(_ output: Data) {
    guard output.firstRange(of: Data("Linking \(package.product)".utf8)) != nil else { return }
    state.withLock { $0.linking = $0.linking ?? .now }
  }

  /// Runs a process to its end; when that is no good one, `failure` makes the outcome of it and what it printed.
  ///
  /// Where there is no such program the outcome is `missing`.
  @concurrent
  private func run(
    _ configuration: Configuration, input: some InputProtocol, missing: Outcome? = nil,
    failure: @Sendable (TerminationStatus, _ printed: String) -> Outcome
  ) async -> Outcome {
    guard !isCancelled else { return .cancelled }
    var configuration = configuration
    // Ctrl-C at the terminal is not for it.
    configuration.platformOptions.processGroupID = 0
    do {
      let result = try await Subprocess.run(
        configuration, input: input, output: .sequence, error: .combinedWithOutput
      ) { execution in
        state.withLock { state in
          state.interrupt = { try? execution.send(signal: .interrupt) }
          if state.isInterrupted { state.end() }
        }
        defer { state.withLock { $0.interrupt = nil } }
        var printed = Data()
        for try await piece in execution.standardOutput {
          let piece = unsafe piece.withUnsafeBytes { unsafe Data($0) }
          note(piece)
          printed += piece
        }
        return String(decoding: printed, as: UTF8.self)
      }
      if isCancelled { return .cancelled }
      let status = result.terminationStatus
      return status.isSuccess ? .built : failure(status, result.closureResult)
    } catch {
      if isCancelled { return .cancelled }
      if let missing, error.isMissingProgram { return missing }
      return .failed("error: \(error)")
    }
  }
}

extension Error {
  /// Whether the program that was to be run is not there.
  var isMissingProgram: Bool { (self as? SubprocessError)?.code == .executableNotFound }
}
