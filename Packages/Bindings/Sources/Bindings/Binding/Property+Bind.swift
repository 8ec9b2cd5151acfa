// Two-way bindings. The receiver is the leading side: its value wins at the start, and when both sides are
// written in one batch. After a write to either side, the observer of each side runs once.
//
// The deinit of a value may write to either side, so stored values are replaced by `exchange`, whose access is over
// before the deinit runs. All functions are inlinable, because a write through unspecialized functions takes three
// times as long.

extension Property where Value: Equatable {
  /// Keeps two properties equal; at the start `following` takes this one's value.
  ///
  /// ```swift
  /// let text = form.phone.bind(with: field.text)
  /// ```
  /// When both are written in one ``batch(_:)``, this one's value stays.
  ///
  /// - Returns: The token. Keep it: when it is released the binding ends; both keep their values.
  @inlinable
  public func bind(
    with following: Property, label: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Subscription {
    bind(
      with: following, label: label, fileID: fileID, line: line, forward: { $0 }, backward: { $0 })
  }

  /// Binds two properties of different types in both directions; at the start `following` gets the result of
  /// `forward`.
  ///
  /// `backward` returns nil for a value that this property cannot represent; the property then keeps its value. When
  /// both are written in one ``batch(_:)``, this one's value wins.
  ///
  /// - Returns: The token. Keep it: when it is released the binding ends.
  @inlinable
  public func bind<Following: Equatable>(
    with following: Property<Following>, label: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line, forward: @escaping @MainActor (Value) -> Following,
    backward: @escaping @MainActor (Following) -> Value?
  ) -> Subscription {
    // A pair of converters need not be exact (" 1" -> 1 -> "1"). A value that one side got from the other is not
    // sent back; otherwise the text would change while the user is typing.
    let echo = Box<Following?>(nil)
    // The value of this side that `following` already has; cleared by the forward observer.
    let known = Box<Value?>(nil)
    // A converter may end the binding, and so may the deinit of a captured object.
    let lifetime = SignalLifetime()
    let send: @MainActor (Value) -> Void = { value in
      let converted = forward(value)
      if lifetime.isOver { return }
      _ = unsafe exchange(&echo.value, with: converted)
      following.take(converted)
    }
    let leading = observe(label: label, fileID: fileID, line: line) { value in
      if lifetime.isOver { return }
      if let known = unsafe exchange(&known.value, with: nil), isSame(value, known) { return }
      send(value)
    }
    let leadingNode = leading.node
    return SignalSubscription(
      lifetime,
      ending: [
        leading,
        following.observe(label: label, fileID: fileID, line: line) { value in
          if lifetime.isOver { return }
          if let echo = unsafe echo.value, isSame(value, echo) { return }
          let own = self.cell.value
          // With two graphs, the following side may run first; then this side's change must still be sent.
          if leadingNode?.isDirty == true, unsafe known.value.map({ !isSame(own, $0) }) ?? true {
            _ = unsafe exchange(&known.value, with: own)
            return send(self.peek())
          }
          _ = unsafe exchange(&echo.value, with: value)
          guard let converted = backward(value), !lifetime.isOver, !isSame(own, converted) else {
            return
          }
          _ = unsafe exchange(&known.value, with: converted)
          self.value = converted
        },
      ])
  }

  /// Binds the property to a control without a node: takes the control's `edits`, and calls `show` with
  /// the current value and after each change that does not come from these edits.
  ///
  /// ```swift
  /// let typed = form.phone.bind(with: field.edits.signal) { field.text = $0 }
  /// ```
  /// - Returns: The token. Keep it: when it is released the binding ends.
  public func bind(
    with edits: Signal<Value>, label: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line, show: @escaping @MainActor (Value) -> Void
  ) -> Subscription {
    var current: Value?
    var isShown = false
    let lifetime = SignalLifetime()
    // Made first, to hear what the control answers to the first value. Inside a computed no observer is made, so there
    // is no binding either.
    let taken =
      ref.engine.isComputing
      ? nil
      : edits.observe { value in
        // An event that is sent at once comes before the current value, which wins.
        if lifetime.isOver || !isShown { return }
        // An edit that the property refuses, inside a computed, is not recorded as the value that the control shows.
        guard isSame(self.cell.value, value) || self.mayBeWritten() else { return }
        _ = exchange(&current, with: value)
        self.take(value)
      }
    isShown = true
    let shown = observe(label: label, fileID: fileID, line: line) { value in
      if lifetime.isOver { return }
      if let current, isSame(value, current) { return }
      _ = exchange(&current, with: value)
      show(value)
    }
    return taken.map { SignalSubscription(lifetime, ending: [$0, shown]) } ?? shown
  }

  /// Sets a value that came from the other side, unless it is the same value.
  @inlinable
  func take(_ value: Value) {
    if !isSame(cell.value, value) { self.value = value }
  }
}

/// Whether two values are the same for a binding, so that an echo is not sent back.
///
/// Values that do not equal themselves, such as NaN or an array with NaN, are compared by their text; otherwise
/// the two sides of a binding would send them back and forth forever.
@inlinable
func isSame<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
  one == other
    || one != one && other != other && String(reflecting: one) == String(reflecting: other)
}
