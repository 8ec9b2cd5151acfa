// A command and what the user activates: activation goes one way, the command's state the other. The
// command itself guards: an activation that it does not admit is rejected, whatever the control shows.

extension Binding {
  /// Executes `command` with each event of `activated` and writes its state to `isEnabled` and
  /// `isExecuting`.
  ///
  /// ```swift
  /// let opening = Binding.command(open, activatedBy: table.selections.signal)
  /// ```
  /// The two targets change in one batch. An error that nobody looks at is reported, as it is for any
  /// execution; ``errors(of:to:fileID:line:describe:)`` looks at it.
  public static func command<Input, Output>(
    _ command: Command<Input, Output>, activatedBy activated: Signal<Input>,
    isEnabled: Property<Bool>? = nil, isExecuting: Property<Bool>? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Binding {
    Binding([
      activated.observe { command.execute($0) },
      show(command, fileID, line) {
        isEnabled?.value = $0
        isExecuting?.value = $1
      },
    ])
  }

  /// Executes `command` at each event of `activated` with the value that `input` has at that moment,
  /// and writes the command's state to `isEnabled` and `isExecuting`.
  public static func command<Input, Output, Event>(
    _ command: Command<Input, Output>, activatedBy activated: Signal<Event>,
    input: any ObservableValue<Input>, isEnabled: Property<Bool>? = nil,
    isExecuting: Property<Bool>? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Binding {
    Binding.command(
      command, activatedBy: activated.map { _ in input.peek() }, isEnabled: isEnabled,
      isExecuting: isExecuting, fileID: fileID, line: line)
  }

  /// Executes `command` whenever `control` is activated and shows it the command's state, for as long
  /// as `control` lives.
  ///
  /// `control` is not kept alive.
  public static func command<Output>(
    _ command: Command<Void, Output>, to control: some CommandControl,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Binding {
    tie(command, to: control, fileID, line) { command.execute() }
  }

  /// Executes `command` whenever `control` is activated, with the value that `input` has at that
  /// moment, and shows the control the command's state, for as long as `control` lives.
  ///
  /// `control` is not kept alive.
  public static func command<Input, Output>(
    _ command: Command<Input, Output>, to control: some CommandControl,
    input: any ObservableValue<Input>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Binding {
    tie(command, to: control, fileID, line) { command.execute(input.peek()) }
  }

  private static func tie<Input, Output>(
    _ command: Command<Input, Output>, to control: some CommandControl, _ fileID: StaticString,
    _ line: UInt, _ execute: @escaping @MainActor () -> Void
  ) -> Binding {
    let end = WeakEnd()
    let binding = Binding(
      on: control,
      [
        control.activated.observe { execute() },
        show(command, fileID, line) { [weak control] isEnabled, isExecuting in
          guard let control else {
            end.binding?.cancel()
            return
          }
          control.show(isEnabled: isEnabled, isExecuting: isExecuting)
        },
      ])
    end.binding = binding
    return binding
  }

  /// Calls `show` with the command's state now and after each change of it.
  private static func show<Input, Output>(
    _ command: Command<Input, Output>, _ fileID: StaticString, _ line: UInt,
    _ show: @escaping @MainActor (Bool, Bool) -> Void
  ) -> Subscription {
    let engine = command.state.isExecuting.ref.engine
    return engine.subscribe(label: "\(command.label) shown", fileID: fileID, line: line) {
      let state = (command.isEnabled, command.isExecuting)
      engine.untracked {
        // Both targets change together for those who observe them, at the start too.
        engine.beginBatch()
        defer { engine.endBatch() }
        show(state.0, state.1)
      }
    }
  }
}
