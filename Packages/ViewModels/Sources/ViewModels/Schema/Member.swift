public import Bindings

/// One thing that a view-model offers by name: a value to read, set or observe, or a command.
///
/// Members are made by the factories of ``MemberOf``, which know the Swift types; a `Member` itself
/// speaks ``DynamicValue``. Asking a view-model of another type than the schema's is a mistake of
/// the program.
public struct Member: Sendable {
  /// What one can do with a member.
  public enum Kind: String, Sendable, Hashable {
    /// A value that can be read, observed and set.
    case property
    /// A value that follows from others; it can be read and observed.
    case derived
    /// An action that can be executed.
    case command
  }

  /// The name that a person types.
  public let name: String
  /// What one can do with the member.
  public let kind: Kind
  /// The type of the value, or of the command's result.
  public let type: ValueType
  /// One sentence on what the member is for.
  public let documentation: String
  /// Whether the value must not appear in histories, logs and records; a password, say.
  public let isSecure: Bool
  /// What the command takes; empty for the other kinds.
  public let parameters: [Parameter]

  let access: Access

  /// The type-erased ways to the member; those that its kind does not have are `nil`.
  struct Access: Sendable {
    var node: @MainActor @Sendable (any ViewModel) -> AnyObject
    var introspect: @MainActor @Sendable (any ViewModel) -> Node
    var get: (@MainActor @Sendable (any ViewModel) throws(ViewModelError) -> DynamicValue)?
    var set: (@MainActor @Sendable (DynamicValue, any ViewModel) throws(ViewModelError) -> Void)?
    var observe: (@MainActor @Sendable (any ViewModel, @escaping Observer) -> Subscription)?
    var follow: (@MainActor @Sendable (any ViewModel, AnyObject, BindingDirection) -> Binding?)?
    var command: (@MainActor @Sendable (any ViewModel) -> any ExecutableCommand)?
  }

  /// Takes each new value of an observed member.
  public typealias Observer = @MainActor (Result<DynamicValue, ViewModelError>) -> Void
}

/// Which way values travel through a binding of two members.
public enum BindingDirection: Sendable, Hashable {
  /// Changes of the first member go to the second.
  case oneWay
  /// Changes go both ways; at the start the first member's value wins.
  case twoWay
}

extension Member {
  /// The current value.
  ///
  /// - Throws: ``ViewModelError`` when the member is a command or its value cannot be encoded.
  @MainActor
  public func value(in viewModel: any ViewModel) throws(ViewModelError) -> DynamicValue {
    guard let get = access.get else {
      throw ViewModelError(
        .notReadable, "\(name) is a command and has no value. Write \(name)() to execute it.")
    }
    return try get(viewModel)
  }

  /// Sets the value; nothing changes when it does not fit.
  ///
  /// - Throws: ``ViewModelError`` when the member cannot be set or the value has another type.
  @MainActor
  public func set(_ value: DynamicValue, in viewModel: any ViewModel) throws(ViewModelError) {
    guard let set = access.set else {
      let reason =
        kind == .command
        ? "\(name) is a command. Write \(name)() to execute it."
        : "\(name) follows from other members and cannot be set. Set what it is made of."
      throw ViewModelError(.readOnly, reason)
    }
    try set(value, viewModel)
  }

  /// Calls `observer` with the value now and after each change, until the subscription ends.
  ///
  /// - Throws: ``ViewModelError`` when the member is a command.
  @MainActor
  public func observe(
    in viewModel: any ViewModel, _ observer: @escaping Observer
  ) throws(ViewModelError) -> Subscription {
    guard let observe = access.observe else {
      throw ViewModelError(
        .notReadable, "\(name) is a command; a member with a value can be observed.")
    }
    return observe(viewModel, observer)
  }

  /// Binds this member to another one of the same type.
  ///
  /// - Throws: ``ViewModelError`` when a side has no value, the types differ, or a side that
  ///   receives values cannot be set.
  @MainActor
  public func bind(
    in viewModel: any ViewModel, to other: Member, in otherViewModel: any ViewModel,
    _ direction: BindingDirection
  ) throws(ViewModelError) -> Binding {
    for member in [self, other] where member.kind == .command {
      throw ViewModelError(
        .notReadable, "\(member.name) is a command; only members with a value can be bound.")
    }
    guard other.kind == .property else {
      throw ViewModelError(
        .readOnly, "\(other.name) follows from other members, so nothing can be bound to it.")
    }
    guard direction == .oneWay || kind == .property else {
      throw ViewModelError(
        .readOnly, "\(name) follows from other members; bind it one way, with ->.")
    }
    guard
      let binding = access.follow?(viewModel, other.access.node(otherViewModel), direction)
    else {
      throw ViewModelError(
        .typeMismatch,
        "\(name) is \(type), \(other.name) is \(other.type); both sides need the same type.")
    }
    return binding
  }

  /// The command behind the member, if it is one.
  @MainActor
  public func command(in viewModel: any ViewModel) -> (any ExecutableCommand)? {
    access.command?(viewModel)
  }

  /// The member's node in the graph, for tools that explain.
  @MainActor
  public func node(in viewModel: any ViewModel) -> Node { access.introspect(viewModel) }
}
