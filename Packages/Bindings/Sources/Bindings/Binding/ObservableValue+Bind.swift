extension ObservableValue {
  /// Writes the value to `target` now and after each change.
  ///
  /// ```swift
  /// let title = isValid.bind(to: button.isEnabled)
  /// ```
  /// - Returns: The token. Keep it: when it is released the binding ends; both sides keep their values.
  public func bind(
    to target: Property<Value>, label: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Subscription {
    observe(label: label, fileID: fileID, line: line) { target.value = $0 }
  }

  /// Writes the result of `convert` to `target` now and after each change.
  ///
  /// - Returns: The token. Keep it: when it is released the binding ends.
  public func bind<Converted>(
    to target: Property<Converted>, label: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line, _ convert: @escaping @MainActor (Value) -> Converted
  ) -> Subscription {
    let engine = node.engine
    return engine.subscribe(label: label, fileID: fileID, line: line) {
      let value = self.value
      guard engine.isObserving else { return }
      let converted = engine.untracked { convert(value) }
      // The converter may have ended the binding.
      if engine.isObserving { engine.untracked { target.value = converted } }
    }
  }

  /// Writes the value to the variable of `target` at `path` now and after each change, for as long as
  /// `target` lives.
  ///
  /// ```swift
  /// let title = form.phone.bind(to: \.text, on: label)
  /// ```
  /// - Returns: The token. Keep it: when it is released the binding ends. `target` is not kept alive.
  public func bind<Target: AnyObject>(
    to path: ReferenceWritableKeyPath<Target, Value>, on target: Target, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    observe(with: target, label: label, fileID: fileID, line: line) { target, value in
      target[keyPath: path] = value
    }
  }

  /// Calls `body` with `owner` and the value now and after each change, for as long as `owner` lives.
  ///
  /// Use it for targets other than a ``Property``: a view, a row, a whole table.
  /// ```swift
  /// let rows = search.results.observe(with: table) { table, rows in table.show(rows) }
  /// ```
  /// The closure gets an array as a whole, even an equal one after ``Property/update(_:)`` or a batch that restores it;
  /// an ``ObservableList`` reports its changes one by one.
  ///
  /// - Returns: The token. Keep it: when it is released the observer ends. `owner` is not kept alive; the observer
  ///   ends at the first change after the release of `owner`.
  public func observe<Owner: AnyObject>(
    with owner: Owner, label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    let lifetime = SignalLifetime()
    let token = observe(label: label, fileID: fileID, line: line) { [weak owner] value in
      if let owner, !lifetime.isOver { body(owner, value) } else { lifetime.end() }
    }
    return SignalSubscription(lifetime, ending: [token])
  }
}

extension Signal {
  /// Writes each event to `target`, until the signal ends.
  ///
  /// - Returns: The token. Keep it: when it is released the binding ends.
  public func bind(to target: Property<Value>) -> Subscription {
    observe { target.value = $0 }
  }

  /// Executes `command` with each event, until the signal ends.
  ///
  /// ```swift
  /// let opening = table.selections.signal.bind(to: open)
  /// ```
  /// - Returns: The token. Keep it: when it is released the binding ends.
  public func bind<Output>(to command: Command<Value, Output>) -> Subscription {
    observe { command.execute($0) }
  }
}
