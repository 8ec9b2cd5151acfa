import Bindings

extension Member {
  /// The closures that access the member in a view-model; `nil` for those that its kind does not have.
  struct Access: Sendable {
    /// Returns the node with the value; `nil` for a `let`, which has no node.
    var source: (@MainActor @Sendable (any ViewModel) -> any ObservableValue)?
    var children: (@MainActor @Sendable (any ViewModel) -> [any ViewModel])?
    var command: (@MainActor @Sendable (any ViewModel, _ isSecure: Bool) -> any ExecutableCommand)?
    /// Returns the value of a `let`.
    var constant: (@MainActor @Sendable (any ViewModel) -> Any)?
  }
}

extension Member.Kind {
  /// Makes `child` or `list` for a type that represents one or several view-models.
  package init?(ofChildren type: Any.Type) {
    if type is any ViewModel.Type {
      self = .child
    } else if let type = type as? any ValueContainer.Type, type.content is any ViewModel.Type,
      let kind = type.childKind
    {
      self = kind
    } else {
      return nil
    }
  }

  /// Returns the view-models that a value is or contains, which belongs to a member of this kind.
  package func viewModels(in value: Any) -> [any ViewModel] {
    // Avoids casting an array to a view-model, because that cast bridges the array to an object.
    if self == .list { return value as? [any ViewModel] ?? [] }
    return (value as? any ViewModel).map { [$0] } ?? []
  }
}
