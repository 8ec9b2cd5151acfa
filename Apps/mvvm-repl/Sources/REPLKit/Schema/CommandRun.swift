public import Bindings
import ViewModels

/// An execution of a command of a schema.
@MainActor
public struct CommandRun {
  /// The outcome; `nil` until the execution has ended, and not tracked.
  public var outcome: Outcome<DynamicValue>? { known ?? now() }
  /// The outcome, if the execution had ended before it was returned.
  private let known: Outcome<DynamicValue>?
  private let now: @MainActor () -> Outcome<DynamicValue>?
  private let done: @MainActor () -> Double?
  private let wait: @MainActor () async -> Outcome<DynamicValue>
  private let stop: @MainActor () -> Void

  fileprivate init(_ execution: some CommandExecution, isSecure: Bool) {
    known = execution.outcome?.shown(isSecure: isSecure)
    now = { execution.outcome?.shown(isSecure: isSecure) }
    done = { execution.progress }
    wait = { await execution.result.shown(isSecure: isSecure) }
    stop = { execution.cancel() }
  }

  /// The completed share of the work, from 0 to 1, if the command has reported any; tracked.
  public var progress: Double? { done() }

  /// The outcome; suspends until the execution has ended.
  public var result: Outcome<DynamicValue> { get async { await wait() } }

  /// Cancels the execution; has no effect after its end.
  public func cancel() { stop() }
}

extension CommandExecution {
  /// The execution with its outcome as a dynamic value.
  func shown(isSecure: Bool) -> CommandRun { CommandRun(self, isSecure: isSecure) }
}

extension Outcome {
  @MainActor
  fileprivate func shown(isSecure: Bool) -> Outcome<DynamicValue> {
    switch self {
    case .success(let output):
      do throws(ViewModelError) { return .success(try .shown(output)) } catch {
        return .failure(isSecure ? error.withoutSecret : error)
      }
    case .failure(let error): return .failure(error)
    case .cancelled: return .cancelled
    case .rejected(let rejection): return .rejected(rejection)
    }
  }
}
