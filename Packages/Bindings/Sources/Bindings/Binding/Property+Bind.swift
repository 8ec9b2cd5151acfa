// Two-way bindings. The receiver is the leading side: it wins at the start, and when both sides are
// written in one batch. A write to either side is one run for each, then silence.

extension Property where Value: Equatable {
  /// Keeps two properties equal; at the start `following` takes this one's value.
  ///
  /// ```swift
  /// let text = form.phone.bind(with: field.text)
  /// ```
  /// When both are written in one batch, this one's value stays.
  ///
  /// - Returns: The token. Keep it: when it is released the binding ends; both keep their values.
  public func bind(
    with following: Property, label: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Subscription {
    Subscription.joining([
      observe(label: label, fileID: fileID, line: line) { following.take($0) },
      following.observe(label: label, fileID: fileID, line: line) { self.take($0) },
    ])
  }

  /// Keeps two properties of different types in step; at the start `following` takes the result of
  /// `forward`.
  ///
  /// `backward` returns nil for a value that this property cannot take; it then keeps its own. When
  /// both are written in one batch, this one's value stays.
  ///
  /// - Returns: The token. Keep it: when it is released the binding ends.
  public func bind<Following: Equatable>(
    with following: Property<Following>, label: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line, forward: @escaping @MainActor (Value) -> Following,
    backward: @escaping @MainActor (Following) -> Value?
  ) -> Subscription {
    // A converter pair need not be exact (" 1" -> 1 -> "1"). What one side was just told is not sent
    // back, or the text would change under the fingers of the one who types it.
    var echo: Following?
    var sent: Value?
    return Subscription.joining([
      observe(label: label, fileID: fileID, line: line) { value in
        if let sent, isSame(value, sent) { return }
        sent = value
        let converted = forward(value)
        echo = converted
        following.value = converted
      },
      following.observe(label: label, fileID: fileID, line: line) { value in
        if let echo, isSame(value, echo) { return }
        echo = value
        guard let converted = backward(value) else { return }
        sent = converted
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
    return Subscription.joining([
      observe(label: label, fileID: fileID, line: line) { value in
        if let current, isSame(value, current) { return }
        current = value
        show(value)
      },
      edits.observe { value in
        current = value
        self.take(value)
      },
    ])
  }

  /// Takes a value that came from the other side, unless it is this side's own that comes back.
  private func take(_ value: Value) {
    if !isSame(peek(), value) { self.value = value }
  }
}

/// Whether a value that comes back is the one that was sent.
///
/// A value that does not equal itself, as NaN or an array with one, is known by its text; otherwise
/// the two sides of a binding would send it to and fro for ever.
private func isSame<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
  one == other
    || one != one && other != other && String(reflecting: one) == String(reflecting: other)
}
