/// The Swift code for `:export test` that a host has found in the sources of its program.
public struct TestSources: Sendable {
  /// The code that creates the program's catalog, in which a `clock` is available; `nil` if there is none.
  public let catalog: String?
  /// The modules that this code needs.
  public let modules: [String]
  /// Returns the test double of a service, by the name of the service's protocol; `nil` if none can be written.
  public let double: @Sendable (_ service: String) -> Double?

  /// The code of a test double, a type that replaces a service.
  public struct Double: Sendable, Hashable {
    /// The name of the type.
    public let name: String
    /// The declaration of the type.
    public let declaration: String
    /// The requirements to which the test double responds with made-up values.
    public let madeUp: [String]

    /// Creates the code of a test double.
    public init(name: String, declaration: String, madeUp: [String]) {
      (self.name, self.declaration, self.madeUp) = (name, declaration, madeUp)
    }
  }

  /// Creates the code for exported tests.
  public init(
    catalog: String?, modules: [String] = [],
    double: @escaping @Sendable (_ service: String) -> Double?
  ) {
    (self.catalog, self.modules, self.double) = (catalog, modules, double)
  }
}
