// One rule for errors on show: an error stands from the failure until the next success. That a new
// execution begins, is cancelled or is rejected leaves it standing.

extension Binding {
  /// Shows the error of `command`'s latest execution in `message` until one succeeds, then nil.
  ///
  /// ```swift
  /// let errors = Binding.errors(of: form.signIn, to: banner.text)
  /// ```
  /// Starting anew, cancelling and being rejected leave the message as it is. An error shown this way
  /// counts as looked at.
  public static func errors<Input, Output>(
    of command: Command<Input, Output>, to message: Property<String?>,
    fileID: StaticString = #fileID, line: UInt = #line,
    describe: @escaping @MainActor (any Error) -> String = { String(describing: $0) }
  ) -> Binding {
    oneWay(
      from: command.state.lastError, to: message, label: "errors of \(command.label)",
      fileID: fileID, line: line
    ) { $0.map(describe) }
  }

  /// Shows each failure that `results` sends in `message` until the next success, then nil.
  public static func errors<Success, Failure>(
    of results: Signal<Result<Success, Failure>>, to message: Property<String?>,
    describe: @escaping @MainActor (any Error) -> String = { String(describing: $0) }
  ) -> Binding {
    Binding([
      results.observe {
        if case .failure(let error) = $0 {
          message.value = describe(error)
        } else {
          message.value = nil
        }
      }
    ])
  }

  /// Calls `handle` with each error of `command`, and with nil at the first success after one, for as
  /// long as `target` lives.
  ///
  /// For an alert, which is to appear again for an error equal to the one before. `target` is not kept
  /// alive.
  public static func errors<Input, Output, Target: AnyObject>(
    of command: Command<Input, Output>, on target: Target, fileID: StaticString = #fileID,
    line: UInt = #line, handle: @escaping @MainActor (Target, (any Error)?) -> Void
  ) -> Binding {
    var isShown = false
    return oneWay(
      from: command.state.lastError, on: target, label: "errors of \(command.label)",
      fileID: fileID, line: line
    ) { target, error in
      guard error != nil || isShown else { return }
      isShown = error != nil
      handle(target, error)
    }
  }

  /// Calls `handle` with each failure that `results` sends, and with nil at the first success after
  /// one, for as long as `target` lives.
  ///
  /// `target` is not kept alive.
  public static func errors<Success, Failure, Target: AnyObject>(
    of results: Signal<Result<Success, Failure>>, on target: Target,
    handle: @escaping @MainActor (Target, Failure?) -> Void
  ) -> Binding {
    let end = WeakEnd()
    var isShown = false
    let token = results.observe { [weak target] result in
      guard let target else {
        end.binding?.cancel()
        return
      }
      switch result {
      case .failure(let error):
        isShown = true
        handle(target, error)
      case .success:
        guard isShown else { return }
        isShown = false
        handle(target, nil)
      }
    }
    let binding = Binding(on: target, [token])
    end.binding = binding
    return binding
  }
}
