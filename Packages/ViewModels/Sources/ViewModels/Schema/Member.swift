public import Bindings

/// One thing that a view-model offers by name: a value to read, set or observe, or a command.
///
/// Members are made by the factories of ``MemberOf``, which know the Swift types; a `Member` itself
/// speaks ``DynamicValue``. Asking a view-model of another type than the schema's is a mistake of
/// the program.
public struct Member: Sendable {
  /// The use of a member.
  public enum Kind: String, Sendable, Hashable {
    /// A value that can be read, observed and set.
    case property
    /// A value that follows from others; it can be read and observed.
    case derived
    /// An action that can be executed.
    case command
    /// A view-model that belongs to this one, or none at the moment.
    case child
    /// View-models that belong to this one, in order.
    case list
  }

  /// The name that a person types.
  public let name: String
  /// The use of the member.
  public let kind: Kind
  /// The type of the value, or of the command's result.
  public let type: ValueType
  /// One sentence on what the member is for.
  public let documentation: String
  /// Whether the value, or what the command takes and returns, must not appear in histories, logs and
  /// records; a password, say.
  public internal(set) var isSecure: Bool
  /// The parameters of a command; empty for the other kinds.
  public let parameters: [Parameter]
  /// The names of the members that a derived value is made of, or that enable a command, as far as the
  /// schema tells.
  public internal(set) var mentions: [String]
  /// Whether ``restore(_:in:)`` takes values of the member's type: those that can be set, and those that the
  /// view-model keeps for itself by `private(set)`.
  public let isRestorable: Bool

  let access: Access
}

extension Member {
  /// The current value, tracked; of a child the name of its type.
  ///
  /// - Throws: ``ViewModelError`` when the member is a command or its value cannot be encoded.
  @MainActor
  public func value(in viewModel: any ViewModel) throws(ViewModelError) -> DynamicValue {
    if let source = access.source {
      do throws(ViewModelError) { return try shown(source(viewModel)) } catch {
        throw hiding(error)
      }
    }
    guard let children = access.children else {
      throw ViewModelError(.commandIsNotReadable(name))
    }
    return .shown(children: children(viewModel), kind)
  }

  /// Sets the value; nothing changes when it does not fit.
  ///
  /// - Throws: ``ViewModelError`` when the member cannot be set or the value has another type.
  @MainActor
  public func set(_ value: DynamicValue, in viewModel: any ViewModel) throws(ViewModelError) {
    guard isSettable else {
      switch kind {
      case .command: throw ViewModelError(.commandIsNotSettable(name))
      case .child, .list: throw ViewModelError(.childIsNotSettable(name))
      case .property: throw ViewModelError(.typeIsNotSettable(name, type))
      case .derived:
        let isOutput = node(in: viewModel)?.kind == .property
        throw ViewModelError(isOutput ? .outputIsNotSettable(name) : .derivedIsNotSettable(name))
      }
    }
    try restore(value, in: viewModel)
  }

  /// Sets a value that the member had before, also one that only its view-model sets otherwise.
  ///
  /// It is for tools that undo, or continue in a new program; ``set(_:in:)`` is for people.
  ///
  /// - Throws: ``ViewModelError`` when ``isRestorable`` is false, or the value has another type; nothing changes then.
  @MainActor
  public func restore(_ value: DynamicValue, in viewModel: any ViewModel) throws(ViewModelError) {
    guard isRestorable else { return try set(value, in: viewModel) }
    let node = access.source?(viewModel) as? any RestorableNode
    do throws(ViewModelError) { try node?.restore(value) } catch { throw hiding(error) }
  }

  private func hiding(_ error: ViewModelError) -> ViewModelError {
    isSecure ? error.withoutSecret : error
  }

  /// Whether ``set(_:in:)`` takes values of the member's type.
  public var isSettable: Bool { kind == .property && isRestorable }

  /// The command behind the member, if it is one.
  @MainActor
  public func command(in viewModel: any ViewModel) -> (any ExecutableCommand)? {
    access.command?(viewModel, isSecure)
  }

  /// The view-models behind the member: at most one for a child; tracked when they can change.
  @MainActor
  public func children(in viewModel: any ViewModel) -> [any ViewModel] {
    access.children?(viewModel) ?? []
  }

  /// The member's node in the graph, for tools that explain; `nil` for what never changes.
  @MainActor
  public func node(in viewModel: any ViewModel) -> Node? {
    access.source?(viewModel).node ?? access.command?(viewModel, isSecure).node
  }

  @MainActor
  private func shown(_ node: some ObservableValue) throws(ViewModelError) -> DynamicValue {
    try .shown(node.value)
  }
}
