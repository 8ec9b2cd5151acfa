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
  /// - Throws: ``ViewModelError`` when a side has no value, the types differ, or a side that
  ///   receives values cannot be set.
  @MainActor
  public func bind(
    in viewModel: any ViewModel, to other: Member, in otherViewModel: any ViewModel,
    _ direction: BindingDirection
  ) throws(ViewModelError) -> Subscription {
    for member in [self, other] {
      switch member.kind {
      case .property, .derived: break
      case .command:
        throw ViewModelError(
          .notReadable, "\(member.name) is a command; only members with a value can be bound.")
      case .child, .list:
        throw ViewModelError(
          .notReadable, "\(member.name) is a view-model of its own; bind its members.")
      }
    }
    guard other.kind == .property else {
      throw ViewModelError(
        .readOnly, "\(other.name) follows from other members, so nothing can be bound to it.")
    }
    guard direction == .oneWay || kind == .property else {
      throw ViewModelError(
        .readOnly, "\(name) follows from other members; bind it one way, with ->.")
    }
    guard let target = other.access.node?(otherViewModel),
      let binding = access.follow?(viewModel, target, direction)
    else {
      throw ViewModelError(
        .typeMismatch,
        type == other.type
          ? "Values of \(type) cannot be compared, so \(name) can be bound one way only, with ->."
          : "\(name) is \(type), \(other.name) is \(other.type); both sides need the same type.")
    }
    return binding
  }
}
