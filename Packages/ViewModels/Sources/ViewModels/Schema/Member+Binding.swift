public import Bindings

/// The way that values travel through a binding of two members.
public enum BindingDirection: Sendable, Hashable {
  /// Changes of the first member go to the second.
  case oneWay
  /// Changes go both ways; at the start the first member's value wins.
  case twoWay
}

extension Member {
  /// Binds this member to another one of the same type.
  ///
  /// - Parameters:
  ///   - viewModel: The view-model of this member.
  ///   - other: The member that follows.
  ///   - otherViewModel: Its view-model.
  ///   - direction: The way that values travel.
  ///   - label: The name of the binding in traces and explanations.
  ///   - isOn: Whether a one-way binding hands on what changes now; what it does not hand on is not made up for later.
  /// - Returns: The token. Keep it: when it is released the binding ends.
  /// - Throws: ``ViewModelError`` when a side has no value, the types differ, or a side that
  ///   receives values cannot be set.
  @MainActor
  public func bind(
    in viewModel: any ViewModel, to other: Member, in otherViewModel: any ViewModel,
    _ direction: BindingDirection, label: String? = nil,
    while isOn: @escaping @MainActor () -> Bool = { true }
  ) throws(ViewModelError) -> Subscription {
    for member in [self, other] {
      switch member.kind {
      case .property, .derived: break
      case .command: throw ViewModelError(.commandIsNotBindable(member.name))
      case .child, .list: throw ViewModelError(.childIsNotBindable(member.name))
      }
    }
    guard other.kind == .property else {
      let isOutput = other.node(in: otherViewModel)?.kind == .property
      throw ViewModelError(
        isOutput ? .outputIsNotSettable(other.name) : .derivedIsNoTarget(other.name))
    }
    guard direction == .oneWay || kind == .property else {
      throw ViewModelError(.derivedBindsOneWay(name))
    }
    guard let source = access.node?(viewModel), let target = other.access.node?(otherViewModel),
      let binding = direction == .oneWay
        ? (source as? any ObservableValue)?.bind(toNode: target, label: label, while: isOn)
        : (source as? any ComparableNode)?.bind(withNode: target, label: label)
    else {
      throw ViewModelError(
        type == other.type
          ? .incomparableBindsOneWay(name, type)
          : .typesDiffer(name, type, other: other.name, other.type))
    }
    return binding
  }
}

extension ObservableValue {
  /// Hands values on to a node, if that is a property of the same type.
  fileprivate func bind(
    toNode target: AnyObject, label: String?, while isOn: @escaping @MainActor () -> Bool
  ) -> Subscription? {
    guard let target = target as? Property<Value> else { return nil }
    return observe(label: label) { if isOn() { target.value = $0 } }
  }
}

/// A property whose values can be compared, whichever its type.
@MainActor
private protocol ComparableNode {
  /// Binds it both ways with a node, if that is a property of the same type.
  func bind(withNode following: AnyObject, label: String?) -> Subscription?
}

extension Property: ComparableNode where Value: Equatable {
  fileprivate func bind(withNode following: AnyObject, label: String?) -> Subscription? {
    (following as? Property).map { bind(with: $0, label: label) }
  }
}
