public import Bindings

/// The way that values travel through a binding of two members.
public enum BindingDirection: Sendable, Hashable {
  /// Changes of the first member go to the second.
  case oneWay
  /// Changes go both ways; at the start the first member's value wins.
  case twoWay
}

extension Member {
  /// Binds this member to another one of the same type, which follows, until the token is cancelled or released.
  ///
  /// `label` is the name of the binding in traces. What changes while `isOn` is false a one-way binding does not hand on,
  /// nor makes up for later. Both sides must have a value, and those that receive values must be settable.
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
  /// Whether values of the node go into `target`: of one type, and not only of one name.
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
