/// What a host has read in the sources of its program for a test that `:export test` writes.
public struct TestSources: Sendable {
  /// Swift that makes the program's catalog, with a `clock` in reach; `nil` when there is none.
  public let catalog: String?
  /// The modules that this needs.
  public let modules: [String]
  /// Swift of a type that stands in for a service, by the name of the service's protocol; `nil` when none can be
  /// written.
  public let double: @Sendable (_ service: String) -> Double?

  /// Swift of a type that stands in for a service.
  public struct Double: Sendable, Hashable {
    /// The name of the type.
    public let name: String
    /// Its declaration.
    public let declaration: String
    /// The requirements that it answers with something made up.
    public let madeUp: [String]

    /// Creates the text of a double.
    public init(name: String, declaration: String, madeUp: [String]) {
      (self.name, self.declaration, self.madeUp) = (name, declaration, madeUp)
    }
  }

  /// Creates what was read.
  public init(
    catalog: String?, modules: [String] = [],
    double: @escaping @Sendable (_ service: String) -> Double?
  ) {
    (self.catalog, self.modules, self.double) = (catalog, modules, double)
  }
}
