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

  let access: Access
}

extension Member {
  /// The current value, tracked; of a child the name of its type.
  ///
  /// ```swift
  /// let token = observe(with: form) { print((try? member.value(in: $0)) ?? .null) }
  /// ```
  /// - Throws: ``ViewModelError`` when the member is a command or its value cannot be encoded.
  @MainActor
  public func value(in viewModel: any ViewModel) throws(ViewModelError) -> DynamicValue {
    guard let get = access.get else {
      throw ViewModelError(.commandIsNotReadable(name))
    }
    do throws(ViewModelError) { return try get(viewModel) } catch { throw hiding(error) }
  }

  /// Sets the value; nothing changes when it does not fit.
  ///
  /// - Throws: ``ViewModelError`` when the member cannot be set or the value has another type.
  @MainActor
  public func set(_ value: DynamicValue, in viewModel: any ViewModel) throws(ViewModelError) {
    guard let set = access.set else {
      switch kind {
      case .command: throw ViewModelError(.commandIsNotSettable(name))
      case .child, .list: throw ViewModelError(.childIsNotSettable(name))
      case .property: throw ViewModelError(.typeIsNotSettable(name, type))
      case .derived:
        let isOutput = node(in: viewModel)?.kind == .property
        throw ViewModelError(isOutput ? .outputIsNotSettable(name) : .derivedIsNotSettable(name))
      }
    }
    do throws(ViewModelError) { try set(value, viewModel) } catch { throw hiding(error) }
  }

  /// Sets a value that the member had before, also one that only its view-model sets otherwise.
  ///
  /// It is for tools that undo, or continue in a new program; ``set(_:in:)`` is for people.
  ///
  /// - Throws: ``ViewModelError`` when ``isRestorable`` is false, or the value has another type; nothing changes then.
  @MainActor
  public func restore(_ value: DynamicValue, in viewModel: any ViewModel) throws(ViewModelError) {
    guard let restore = access.restore else { return try set(value, in: viewModel) }
    do throws(ViewModelError) { try restore(value, viewModel) } catch { throw hiding(error) }
  }

  /// Whether ``restore(_:in:)`` takes values of the member's type: those that can be set, and those that the
  /// view-model keeps for itself by `private(set)`.
  public var isRestorable: Bool { access.restore != nil }

  /// The error as tools may show it.
  private func hiding(_ error: ViewModelError) -> ViewModelError {
    isSecure ? error.withoutSecret : error
  }

  /// Whether ``set(_:in:)`` takes values of the member's type.
  public var isSettable: Bool { access.set != nil }

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
  public func node(in viewModel: any ViewModel) -> Node? { access.introspect?(viewModel) }
}
