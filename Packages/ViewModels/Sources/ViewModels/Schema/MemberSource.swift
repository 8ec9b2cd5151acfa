import Bindings

/// A node or command that a `let` can hold.
@MainActor
protocol MemberSource {
  /// The member for it; `nil` when a tool cannot use it. The `source` gets an object of this very type.
  static func member<Root: ViewModel>(
    _ name: StaticString, _ source: @escaping @MainActor @Sendable (Root) -> AnyObject,
    _ documentation: StaticString
  ) -> MemberOf<Root>?
}

extension Property: MemberSource {
  static func member<Root: ViewModel>(
    _ name: StaticString, _ source: @escaping @MainActor @Sendable (Root) -> AnyObject,
    _ documentation: StaticString
  ) -> MemberOf<Root>? { .property(name, { known(source($0), as: Self.self) }, documentation) }
}

extension Computed: MemberSource {
  static func member<Root: ViewModel>(
    _ name: StaticString, _ source: @escaping @MainActor @Sendable (Root) -> AnyObject,
    _ documentation: StaticString
  ) -> MemberOf<Root>? { .derived(name, { known(source($0), as: Self.self) }, documentation) }
}

extension Command: MemberSource {
  static func member<Root: ViewModel>(
    _ name: StaticString, _ source: @escaping @MainActor @Sendable (Root) -> AnyObject,
    _ documentation: StaticString
  ) -> MemberOf<Root>? {
    guard Input.self == Void.self else { return nil }
    return .command(
      name, { known(source($0), as: Command<Void, Output>.self) }, documentation)
  }
}

/// An object whose type is known.
private func known<Object: AnyObject>(_ object: AnyObject, as type: Object.Type) -> Object {
  guard let object = object as? Object else {
    fatalError("a \(Object.self) was expected, not \(object)")
  }
  return object
}
