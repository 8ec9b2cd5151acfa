public import Bindings

/// The direction in which values flow through a binding of two members.
public enum BindingDirection: Sendable, Hashable {
  /// Changes of the first member go to the second.
  case oneWay
  /// Changes go both ways; at the start the first member's value wins.
  case twoWay
}

extension Member {
  /// Binds another member of the same type to this one, until the token is cancelled or released.
  ///
  /// `label` is the name of the binding in traces. A one-way binding ignores changes while `isOn` is false and does
  /// not send them later. Both members must have a value, and a member that receives values must be settable.
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
        other.isConstant
          ? .constantIsNotSettable(other.name)
          : isOutput ? .outputIsNotSettable(other.name) : .derivedIsNoTarget(other.name))
    }
    guard direction == .oneWay || kind == .property else {
      throw ViewModelError(.derivedBindsOneWay(name))
    }
    guard let source = access.source?(viewModel), let target = other.access.source?(otherViewModel),
      source.hasValues(of: target)
    else { throw ViewModelError(.typesDiffer(name, type, other: other.name, other.type)) }
    let binding =
      direction == .oneWay
      ? source.bind(toNode: target, label: label, while: isOn)
      : (source as? any ComparableNode)?.bind(withNode: target, label: label)
    guard let binding else { throw ViewModelError(.incomparableBindsOneWay(name, type)) }
    return binding
  }
}

extension ObservableValue {
  /// Whether `target` can hold the node's values: it has the same type, not only a type of the same name.
  fileprivate func hasValues(of target: AnyObject) -> Bool { target is Property<Value> }

  fileprivate func bind(
    toNode target: AnyObject, label: String?, while isOn: @escaping @MainActor () -> Bool
  ) -> Subscription? {
    guard let target = target as? Property<Value> else { return nil }
    return observe(label: label) { if isOn() { target.value = $0 } }
  }
}

@MainActor
private protocol ComparableNode {
  func bind(withNode following: AnyObject, label: String?) -> Subscription?
}

extension Property: ComparableNode where Value: Equatable {
  fileprivate func bind(withNode following: AnyObject, label: String?) -> Subscription? {
    (following as? Property).map { bind(with: $0, label: label) }
  }
}
