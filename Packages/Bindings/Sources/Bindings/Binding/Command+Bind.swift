// Bindings of a command to a control: the control activates the command, and the command's state is shown in the
// control. The command itself rejects activations that it does not allow, whatever the control shows.

extension Command where Input == Void {
  /// Executes the command whenever `control` is activated, and shows the command's state in the control,
  /// as long as `control` lives.
  ///
  /// ```swift
  /// let tap = form.clear.bind(to: button)
  /// ```
  /// - Returns: The token. Keep it: when it is released the binding ends. `control` is not kept alive.
  public func bind(
    to control: some CommandControl, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    bind(to: control, input: Property((), graph: state.graph), fileID: fileID, line: line)
  }
}

extension Command {
  /// Executes the command whenever `control` is activated, with the current value of `input`, and
  /// shows the command's state in the control, as long as `control` lives.
  ///
  /// - Returns: The token. Keep it: when it is released the binding ends. `control` is not kept alive.
  public func bind(
    to control: some CommandControl, input: any ObservableValue<Input>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    let lifetime = SignalLifetime()
    let taken = control.activated.observe { [weak control] _ in
      guard control != nil, !lifetime.isOver else { return lifetime.end() }
      let value = input.peek()
      Trace.hiding(if: input.node.isVeiled) { _ = self.execute(value) }
    }
    let engine = state.engine
    let shown = engine.subscribe(label: "\(label) shown", fileID: fileID, line: line) {
      [weak control] in
      let (isEnabled, isExecuting) = (self.isEnabled, self.isExecuting)
      engine.untracked {
        guard let control, !lifetime.isOver else { return lifetime.end() }
        control.show(isEnabled: isEnabled, isExecuting: isExecuting)
      }
    }
    // Inside a computed no observer is made, so there is no binding either.
    if !shown.isActive { lifetime.end() }
    return SignalSubscription(lifetime, ending: [taken, shown])
  }
}
