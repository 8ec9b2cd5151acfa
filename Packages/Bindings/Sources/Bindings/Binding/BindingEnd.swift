/// One end of a two-way binding: what sends values and takes them.
///
/// A view-model that offers an end instead of a property can be bound to and hides what it stores;
/// for a control that is no property it is the way to take part.
/// ```swift
/// let typed = BindingEnd(values: field.edits.signal) { field.text = $0 }
/// let binding = Binding.twoWay(leading: form.phone.bindingEnd, following: typed)
/// ```
@MainActor
public struct BindingEnd<Value> {
  let values: Signal<Value>
  let receive: @MainActor (Value) -> Void

  /// Makes an end that sends what `values` sends and gives what it is sent to `receive`.
  public init(values: Signal<Value>, receive: @escaping @MainActor (Value) -> Void) {
    self.values = values
    self.receive = receive
  }
}

extension Property {
  /// The property as one end of a two-way binding, which sends the current value first.
  public var bindingEnd: BindingEnd<Value> {
    BindingEnd(values: signal) { self.value = $0 }
  }
}
