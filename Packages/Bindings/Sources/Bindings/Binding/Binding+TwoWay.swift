extension Binding {
  /// Keeps two properties equal; at the start `following` takes `leading`'s value.
  ///
  /// A write to either end is followed by one run for each end and then silence. When both ends are
  /// written in one batch, `leading`'s value stays.
  public static func twoWay<Value: Equatable>(
    leading: Property<Value>, following: Property<Value>, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Binding {
    Binding([
      leading.observe(label: label, fileID: fileID, line: line) { following.value = $0 },
      following.observe(label: label, fileID: fileID, line: line) { leading.value = $0 },
    ])
  }

  /// Keeps two properties of different types in step; at the start `following` takes what `forward`
  /// makes of `leading`'s value.
  ///
  /// `backward` returns nil for a value that `leading` cannot take; `leading` then keeps its own. When
  /// both ends are written in one batch, `leading`'s value stays.
  public static func twoWay<Leading: Equatable, Following: Equatable>(
    leading: Property<Leading>, following: Property<Following>, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    forward: @escaping @MainActor (Leading) -> Following,
    backward: @escaping @MainActor (Following) -> Leading?
  ) -> Binding {
    // A converter pair need not be exact (" 1" -> 1 -> "1"). What one side was just told is not sent
    // back, or the text would change under the fingers of the one who types it.
    var echo: Following?
    var sent: Leading?
    return Binding([
      leading.observe(label: label, fileID: fileID, line: line) { value in
        if value == sent { return }
        sent = value
        let converted = forward(value)
        echo = converted
        following.value = converted
      },
      following.observe(label: label, fileID: fileID, line: line) { value in
        if value == echo { return }
        echo = value
        guard let converted = backward(value) else { return }
        sent = converted
        leading.value = converted
      },
    ])
  }

  /// Keeps two ends equal; at the start `following` takes the first value that `leading` sends.
  ///
  /// What one end sent is not sent back to it. When both ends are written in one batch, `leading`'s
  /// value stays.
  public static func twoWay<Value: Equatable>(
    leading: BindingEnd<Value>, following: BindingEnd<Value>
  ) -> Binding {
    var current: Value?
    @MainActor func pass(_ value: Value, to other: BindingEnd<Value>) {
      if value == current { return }
      current = value
      other.receive(value)
    }
    return Binding([
      leading.values.observe { pass($0, to: following) },
      following.values.observe { pass($0, to: leading) },
    ])
  }
}
