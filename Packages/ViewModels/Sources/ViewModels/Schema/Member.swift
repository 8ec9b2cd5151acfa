public import Bindings

/// A named member of a view-model: a value to read, set or observe, or a command.
///
/// The factories of ``MemberOf``, which know the Swift types, make members; a `Member` itself
/// uses ``DynamicValue``. Passing a view-model of another type than the schema's is a programmer's
/// error.
public struct Member: Sendable {
  /// The kind of a member.
  public enum Kind: String, Sendable, Hashable {
    /// A value that can be read, observed and set.
    case property
    /// A value derived from others; it can be read and observed.
    case derived
    /// An action that can be executed.
    case command
    /// A view-model that belongs to this one; it may be absent.
    case child
    /// View-models that belong to this one, in order.
    case list
  }

  /// The name with which a person refers to the member.
  public let name: String
  /// The kind of the member.
  public let kind: Kind
  /// The type of the value, or of the command's result.
  public let type: ValueType
  /// A sentence that describes the member.
  public let documentation: String
  /// Whether the value, or the command's inputs and result, must not appear in histories, logs and
  /// records, as for a password.
  public internal(set) var isSecure: Bool
  /// The parameters of a command; empty for the other kinds.
  public let parameters: [Parameter]
  /// The names of the members that a derived value reads, or that enable a command, as far as the
  /// schema knows them.
  public internal(set) var mentions: [String]
  /// Whether ``restore(_:in:)`` accepts values of the member's type: those that can be set, and those that only the
  /// view-model sets, with `private(set)`.
  public let isRestorable: Bool

  let access: Access
}

extension Member {
  /// Returns the current value, tracked; for a child the name of its type.
  ///
  /// - Throws: ``ViewModelError`` when the member is a command or its value cannot be encoded.
  @MainActor
  public func value(in viewModel: any ViewModel) throws(ViewModelError) -> DynamicValue {
    if let node = observable(in: viewModel) {
      do throws(ViewModelError) { return try shown(node) } catch { throw hiding(error) }
    }
    if let constant = access.constant { return try constant(viewModel) }
    guard let children = access.children else {
      throw ViewModelError(.commandIsNotReadable(name))
    }
    return .shown(children: children(viewModel), kind)
  }

  /// Sets the value; an unsuitable value changes nothing.
  ///
  /// - Throws: ``ViewModelError`` when the member cannot be set or the value has another type.
  @MainActor
  public func set(_ value: DynamicValue, in viewModel: any ViewModel) throws(ViewModelError) {
    if let refusal = refusal(in: viewModel) { throw refusal }
    try restore(value, in: viewModel)
  }

  /// Returns the error with which ``set(_:in:)`` refuses every value; `nil` if the member can be set.
  @MainActor
  public func refusal(in viewModel: any ViewModel) -> ViewModelError? {
    if isSettable { return nil }
    let problem: ViewModelError.Problem =
      switch kind {
      case .command: .commandIsNotSettable(name)
      case .child, .list: .childIsNotSettable(name)
      case .property: .typeIsNotSettable(name, type)
      case .derived where isConstant: .constantIsNotSettable(name)
      case .derived:
        node(in: viewModel)?.kind == .property
          ? .outputIsNotSettable(name) : .derivedIsNotSettable(name)
      }
    return ViewModelError(problem)
  }

  /// Restores an earlier value of the member, even if otherwise only its view-model sets it.
  ///
  /// Intended for tools that undo changes or restore a session; ``set(_:in:)`` is for people.
  ///
  /// - Throws: ``ViewModelError`` when ``isRestorable`` is false, or the value has another type; nothing changes then.
  @MainActor
  public func restore(_ value: DynamicValue, in viewModel: any ViewModel) throws(ViewModelError) {
    guard isRestorable else { return try set(value, in: viewModel) }
    let node = observable(in: viewModel)
    do throws(ViewModelError) { try node?.restore(value) } catch { throw hiding(error) }
  }

  private func hiding(_ error: ViewModelError) -> ViewModelError {
    isSecure ? error.withoutSecret : error
  }

  /// Whether the value never changes, because it is a `let`.
  public var isConstant: Bool { access.constant != nil }

  /// Whether ``set(_:in:)`` accepts values of the member's type.
  public var isSettable: Bool { kind == .property && isRestorable }

  /// Returns the command of the member, if it is one.
  @MainActor
  public func command(in viewModel: any ViewModel) -> (any ExecutableCommand)? {
    access.command?(viewModel, isSecure)
  }

  /// Returns the view-models of the member, at most one for a child; tracked if they can change.
  @MainActor
  public func children(in viewModel: any ViewModel) -> [any ViewModel] {
    access.children?(viewModel) ?? []
  }

  /// Returns the node with the member's value; `nil` for a command and for a value that never changes.
  @MainActor
  public func observable(in viewModel: any ViewModel) -> (any ObservableValue)? {
    access.source?(viewModel)
  }

  /// Returns the member's node in the graph, for diagnostic tools; `nil` for a value that never changes.
  @MainActor
  public func node(in viewModel: any ViewModel) -> Node? {
    observable(in: viewModel)?.node ?? command(in: viewModel)?.node
  }

  @MainActor
  private func shown(_ node: some ObservableValue) throws(ViewModelError) -> DynamicValue {
    try .shown(node.value)
  }
}
