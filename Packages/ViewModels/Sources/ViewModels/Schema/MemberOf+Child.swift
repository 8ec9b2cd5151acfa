public import Bindings

extension MemberOf {
  /// A view-model that is always there.
  public static func child<Child: ViewModel>(
    _ name: String, _ child: @escaping @MainActor @Sendable (Root) -> Child,
    _ documentation: String = ""
  ) -> MemberOf {
    MemberOf(
      member: Member(
        name: name, kind: .child, type: ValueType(Child.self), documentation: documentation,
        access: Member.Access(
          get: { viewModel throws(ViewModelError) in shownName(of: child(cast(viewModel))) },
          observe: { viewModel, observer in
            // It never changes: one run and no more.
            observe { observer(.success(shownName(of: child(cast(viewModel))))) }
          },
          children: { [child(cast($0))] })))
  }

  /// A view-model that may be replaced.
  public static func property<Child: ViewModel>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Property<Child>,
    _ documentation: String = "", isSecure: Bool = false
  ) -> MemberOf {
    changeable(name, .child, node, documentation, value: { shownName(of: $0) }) { [$0] }
  }

  /// A view-model that may be replaced, or missing.
  public static func property<Child: ViewModel>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Property<Child?>,
    _ documentation: String = "", isSecure: Bool = false
  ) -> MemberOf {
    changeable(name, .child, node, documentation, value: shownName(ofOptional:)) { child in
      child.map { [$0] } ?? []
    }
  }

  /// View-models in order.
  public static func property<Child: ViewModel>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Property<[Child]>,
    _ documentation: String = "", isSecure: Bool = false
  ) -> MemberOf {
    changeable(name, .list, node, documentation, value: shownNames(of:)) { $0 }
  }

  /// A view-model that the view-model itself replaces, or that follows from others.
  public static func derived<Source: ObservableValue>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Source,
    _ documentation: String = "", isSecure: Bool = false, mentions: [String] = []
  ) -> MemberOf where Source.Value: ViewModel {
    changeable(name, .child, node, documentation, mentions, value: { shownName(of: $0) }) { [$0] }
  }

  /// A view-model that the view-model itself replaces or takes away, or that follows from others.
  public static func derived<Source: ObservableValue, Child: ViewModel>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Source,
    _ documentation: String = "", isSecure: Bool = false, mentions: [String] = []
  ) -> MemberOf where Source.Value == Child? {
    changeable(name, .child, node, documentation, mentions, value: shownName(ofOptional:)) {
      child in
      child.map { [$0] } ?? []
    }
  }

  /// View-models in order that only the view-model itself changes, or that follow from others.
  public static func derived<Source: ObservableValue, Child: ViewModel>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Source,
    _ documentation: String = "", isSecure: Bool = false, mentions: [String] = []
  ) -> MemberOf where Source.Value == [Child] {
    changeable(name, .list, node, documentation, mentions, value: shownNames(of:)) { $0 }
  }

  /// View-models in order that are always the same.
  public static func list<Child: ViewModel>(
    _ name: String, _ children: @escaping @MainActor @Sendable (Root) -> [Child],
    _ documentation: String = ""
  ) -> MemberOf {
    MemberOf(
      member: Member(
        name: name, kind: .list, type: ValueType([Child].self), documentation: documentation,
        access: Member.Access(
          get: { viewModel throws(ViewModelError) in shownNames(of: children(cast(viewModel))) },
          observe: { viewModel, observer in
            observe { observer(.success(shownNames(of: children(cast(viewModel))))) }
          },
          children: { children(cast($0)) })))
  }

  private static func changeable<Source: ObservableValue>(
    _ name: String, _ kind: Member.Kind, _ node: @escaping @MainActor @Sendable (Root) -> Source,
    _ documentation: String, _ mentions: [String] = [],
    value: @escaping @MainActor @Sendable (Source.Value) -> DynamicValue,
    children: @escaping @MainActor @Sendable (Source.Value) -> [any ViewModel]
  ) -> MemberOf {
    var access = readable(node) { (current) throws(ViewModelError) in value(current) }
    access.children = { children(node(cast($0)).value) }
    return MemberOf(
      member: Member(
        name: name, kind: kind, type: ValueType(Source.Value.self), documentation: documentation,
        mentions: mentions, access: access))
  }

  /// What a child is called: what it says of itself, or its type.
  @MainActor
  private static func shownName(of child: some ViewModel) -> DynamicValue {
    .string((child as? any CustomStringConvertible)?.description ?? type(of: child).schema.typeName)
  }

  @MainActor
  private static func shownName(ofOptional child: (some ViewModel)?) -> DynamicValue {
    child.map { shownName(of: $0) } ?? .null
  }

  @MainActor
  private static func shownNames(of children: [some ViewModel]) -> DynamicValue {
    .array(children.map { shownName(of: $0) })
  }
}
