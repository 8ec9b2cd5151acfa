public import Bindings

/// A named member of a view-model: a value to read, set or observe, or a command.
///
/// The factories of ``MemberOf``, which know the Swift types, make members. A tool reads and sets values through their
/// nodes, and converts them as it needs. Passing a view-model of another type than the schema's is a programmer's
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
  /// Whether a tool may restore an earlier value: of members that can be set, and of those that only the view-model
  /// sets, with `private(set)`.
  public let isRestorable: Bool

  let access: Access
}

extension Member {
  /// Whether the value never changes, because it is a `let`.
  public var isConstant: Bool { access.constant != nil }

  /// Whether a tool may set the value.
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

  /// Returns the value of a `let`; `nil` for any other member.
  @MainActor
  public func constant(in viewModel: any ViewModel) -> Any? { access.constant?(viewModel) }
}
