/// A description of how a tool makes a view-model: the parameters of an initializer, and a call of it.
public struct Creation: Sendable {
  /// The parameters of the initializer.
  public let parameters: [Parameter]
  package let make: @MainActor @Sendable (InputValues) async throws -> any ViewModel

  /// Describes an initializer, which `make` calls; the values are in the order of `parameters`.
  public init(
    parameters: [Parameter],
    make: @escaping @MainActor @Sendable (InputValues) async throws -> any ViewModel
  ) {
    self.parameters = parameters
    self.make = make
  }
}
