/// A value behind a reference, for one that is large, seldom changed and often handed on.
final class Boxed<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
