// Two-way bindings. The receiver is the leading side: it wins at the start, and when both sides are
// written in one batch. A write to either side is one run for each, then silence.
//
// The end of a value may write to either side, so what is kept of one is replaced by `exchange`, whose access
// is over by then. All of it is inlinable, for a write through functions that do not know the types takes three
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

  /// Keeps two properties of different types in step; at the start `following` takes the result of
  /// `forward`.
  ///
  /// `backward` returns nil for a value that this property cannot take; it then keeps its own. When
  /// both are written in one ``batch(_:)``, this one's value stays.
  ///
  /// - Returns: The token. Keep it: when it is released the binding ends.
  @inlinable
  public func bind<Following: Equatable>(
    with following: Property<Following>, label: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line, forward: @escaping @MainActor (Value) -> Following,
    backward: @escaping @MainActor (Following) -> Value?
  ) -> Subscription {
    // A converter pair need not be exact (" 1" -> 1 -> "1"). What one side has from the other is not
    // sent back, or the text would change under the fingers of the one who types it.
    let echo = Box<Following?>(nil)
    // The value of this side that `following` knows, until the forward observer has seen it.
    let known = Box<Value?>(nil)
    // A converter may end the binding, and so may the end of what one side has captured.
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
          let own = self.peek()
          // Of two graphs the following one may run first: then this side's change is still to be sent.
          if leadingNode?.isDirty == true, unsafe known.value.map({ !isSame(own, $0) }) ?? true {
            _ = unsafe exchange(&known.value, with: own)
            return send(own)
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

  /// Keeps the property in step with a control that is none: takes its `edits`, and calls `show` with
  /// the value now and after each change that is not such an edit.
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
    let lifetime = SignalLifetime()
    let shown = observe(label: label, fileID: fileID, line: line) { value in
      if lifetime.isOver { return }
      if let current, isSame(value, current) { return }
      _ = exchange(&current, with: value)
      show(value)
    }
    // In a computed there is no observer, and so no binding.
    guard shown.isActive else { return shown }
    let taken = edits.observe { value in
      if lifetime.isOver { return }
      // An edit that is refused, in a computed, is not the value that the control shows.
      guard isSame(self.peek(), value) || self.mayBeWritten() else { return }
      _ = exchange(&current, with: value)
      self.take(value)
    }
    return SignalSubscription(lifetime, ending: [taken, shown])
  }

  /// Takes a value that came from the other side, unless it is this side's own that comes back.
  @inlinable
  func take(_ value: Value) {
    if !isSame(peek(), value) { self.value = value }
  }
}

/// Whether a value that comes back is the one that was sent.
///
/// A value that does not equal itself, as NaN or an array with one, is known by its text; otherwise
/// the two sides of a binding would send it to and fro forever.
@inlinable
func isSame<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
  one == other
    || one != one && other != other && String(reflecting: one) == String(reflecting: other)
}
