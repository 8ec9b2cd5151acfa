/// Keeps one property equal to another value, or two properties equal to each other, until it is
/// cancelled or released.
///
/// ```swift
/// let title = Binding.oneWay(from: isValid, to: button.isEnabled)
/// let text = Binding.twoWay(leading: form.phone, following: field.text)
/// ```
/// A binding keeps both ends alive; it does not belong to either.
@MainActor
public final class Binding {
  private var tokens: [Subscription]

  init(_ tokens: [Subscription]) { self.tokens = tokens }

  /// Ends the binding; both ends keep their values.
  public func cancel() {
    for token in tokens { token.cancel() }
    tokens = []
  }

  /// Whether the ends still follow each other.
  public var isActive: Bool { tokens.contains { $0.isActive } }
}

extension Binding {
  /// Writes `source`'s value to `target` now and after each change.
  public static func oneWay<Value>(
    from source: any ObservableValue<Value>, to target: Property<Value>, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Binding {
    Binding([
      source.observe(label: label, fileID: fileID, line: line) { target.value = $0 }
    ])
  }

  /// Writes what `convert` makes of `source`'s value to `target` now and after each change.
  public static func oneWay<Value, Converted>(
    from source: any ObservableValue<Value>, to target: Property<Converted>, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    convert: @escaping @MainActor (Value) -> Converted
  ) -> Binding {
    Binding([
      source.observe(label: label, fileID: fileID, line: line) { target.value = convert($0) }
    ])
  }

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
}
