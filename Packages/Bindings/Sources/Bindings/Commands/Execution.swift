/// One run of a ``Command``: in progress, waiting, finished or rejected.
///
/// ```swift
/// let run = signIn.execute(credentials)
/// if case .failure(let error) = await run.result { print(error) }
/// ```
/// It is a value; for a body that did not suspend it holds the result itself.
@MainActor
public struct Execution<Output> {
  @usableFromInline
  enum Storage {
    case success(Output)
    case rejected(Rejection)
    case run(ExecutionState<Output>)
  }

  @usableFromInline let storage: Storage

  @inlinable
  init(_ storage: Storage) { self.storage = storage }

  /// The outcome; nil while it runs or waits.
  public var outcome: Outcome<Output>? {
    switch storage {
    case .success(let output): return .success(output)
    case .rejected(let rejection): return .rejected(rejection)
    case .run(let run):
      let outcome = run.outcome
      if outcome != nil { run.isObserved = true }
      return outcome
    }
  }

  /// The outcome, once there is one.
  public var result: Outcome<Output> {
    get async {
      switch storage {
      case .success(let output): .success(output)
      case .rejected(let rejection): .rejected(rejection)
      case .run(let run): await run.waitForOutcome()
      }
    }
  }

  /// Asks the body to stop, or drops the run if it waits; nothing when it has ended.
  public func cancel() {
    if case .run(let run) = storage { run.cancel() }
  }

  /// The share that is done, from 0 to 1, as far as the body has said; tracked.
  public var progress: Double? {
    if case .run(let run) = storage { run.progressBox.fraction.value } else { nil }
  }
}

/// The end of an ``Execution``.
public enum Outcome<Output> {
  /// The body returned.
  case success(Output)
  /// The body threw.
  case failure(any Error)
  /// It was cancelled before the body returned.
  case cancelled
  /// It was not started.
  case rejected(Rejection)

  /// The body's result, if it returned one.
  public var output: Output? {
    if case .success(let output) = self { output } else { nil }
  }
}

extension Outcome: Sendable where Output: Sendable {}

/// Why a command did not start an execution.
public struct Rejection: Error, Hashable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Code: String, Sendable {
    /// Its condition does not hold.
    case disabled
    /// Its policy admits no more for now.
    case busy
  }

  /// The command's name.
  public let command: String
  /// The kind of reason.
  public let code: Code
  /// The name of the condition that does not hold, as ``Command/disabledReasons`` finds it; empty when the
  /// command is busy.
  public let falseConditions: [String]

  /// The obstacles, as `isPhoneValid is false`.
  public var reasons: [String] {
    code == .busy ? [Self.busy] : falseConditions.map { "\($0) is false" }
  }

  static let busy = "it is executing"

  /// One line that says why.
  public var message: String { "\(command) cannot run: \(reasons.joined(separator: ", "))" }

  /// The message.
  public var description: String { message }
}

/// The way for a command's body to say how much of its work is done.
///
/// ```swift
/// let load = Command<Void, Void> {
///   for step in 1...4 {
///     try await loadPart(step)
///     CommandProgress.report(Double(step) / 4)
///   }
/// }
/// ```
public enum CommandProgress {
  @TaskLocal static var current: ProgressBox?

  /// Says that `fraction`, from 0 to 1, of the running execution is done.
  ///
  /// Outside of a command's async body and after its end it does nothing, nor for NaN, the share that is done of no work.
  @MainActor
  public static func report(_ fraction: Double) {
    if !fraction.isNaN { current?.report(min(max(fraction, 0), 1)) }
  }
}

/// The progress of one run, travelling with its task.
@MainActor
final class ProgressBox: Sendable {
  let fraction: Property<Double?>
  private let state: CommandState
  /// Whether the run has ended: what a task that it left behind says does not count.
  var isOver = false

  init(of state: CommandState) {
    self.state = state
    fraction = Property(nil, label: "progress", graph: state.graph)
  }

  func report(_ fraction: Double) {
    if isOver { return }
    if state.isSecure { self.fraction.node.isSecure = true }
    guard state.engine.isTracing else { return self.fraction.value = fraction }
    let progress = state.trace(.commandProgress, new: state.traceValue(fraction))
    Trace.withCause(progress) { self.fraction.value = fraction }
  }
}
