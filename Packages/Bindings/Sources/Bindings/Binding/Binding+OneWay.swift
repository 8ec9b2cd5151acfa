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

  /// Writes each event of `source` to `target`, until the signal ends.
  public static func oneWay<Value>(
    from source: Signal<Value>, to target: Property<Value>
  ) -> Binding {
    Binding([source.observe { target.value = $0 }])
  }

  /// Calls `apply` with `target` and `source`'s value now and after each change, for as long as
  /// `target` lives.
  ///
  /// For what is not a ``Property``: a view, a row, a whole table. `target` is not kept alive.
  /// ```swift
  /// let rows = Binding.oneWay(from: search.results, on: table) { table, rows in table.show(rows) }
  /// ```
  /// A value that is an array is given as a whole, and equal arrays are given once. For a list that is
  /// edited in place and wants its changes one by one, an observable list binds itself.
  public static func oneWay<Value, Target: AnyObject>(
    from source: any ObservableValue<Value>, on target: Target, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    apply: @escaping @MainActor (Target, Value) -> Void
  ) -> Binding {
    let end = WeakEnd()
    let binding = Binding(
      on: target,
      [
        source.observe(label: label, fileID: fileID, line: line) { [weak target] value in
          if let target { apply(target, value) } else { end.binding?.cancel() }
        }
      ])
    end.binding = binding
    return binding
  }

  /// Writes `source`'s value to the variable of `target` at `path` now and after each change, for as
  /// long as `target` lives.
  ///
  /// `target` is not kept alive.
  /// ```swift
  /// let title = Binding.oneWay(from: form.phone, to: \.text, on: label)
  /// ```
  public static func oneWay<Value, Target: AnyObject>(
    from source: any ObservableValue<Value>, to path: ReferenceWritableKeyPath<Target, Value>,
    on target: Target, label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Binding {
    oneWay(from: source, on: target, label: label, fileID: fileID, line: line) { target, value in
      target[keyPath: path] = value
    }
  }
}

/// Lets a binding's observers end it when they find their target gone.
@MainActor
final class WeakEnd {
  weak var binding: Binding?
}
