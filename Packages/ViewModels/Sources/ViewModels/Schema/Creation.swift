/// How a tool makes a view-model: the parameters of an initializer, and a way to call it.
public struct Creation: Sendable {
  /// What the initializer takes.
  public let parameters: [Parameter]
  let make: @MainActor @Sendable (InputValues) async throws -> any ViewModel

  /// Makes a view-model.
  ///
  /// - Throws: ``ViewModelError`` when the arguments do not fit, or what the initializer throws.
  @MainActor
  public func callAsFunction(
    _ arguments: [Argument] = [], typeName: String
  ) async throws -> any ViewModel {
    try await make(InputValues(arguments, for: parameters, of: typeName))
  }
}

/// How a tool makes a `Root`, as its schema is written.
public struct CreationOf<Root: ViewModel>: Sendable {
  let creation: Creation

  /// Creates the description of an initializer.
  ///
  /// - Parameters:
  ///   - parameters: What the initializer takes.
  ///   - make: Calls it; the values are in the order of `parameters`.
  public init(
    parameters: [Parameter],
    make: @escaping @MainActor @Sendable (InputValues) async throws -> Root
  ) {
    creation = Creation(parameters: parameters, make: make)
  }
}
