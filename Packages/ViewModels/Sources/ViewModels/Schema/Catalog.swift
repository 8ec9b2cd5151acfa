/// The view-model types that a tool can create, by name.
///
/// ```swift
/// var catalog = Catalog()
/// catalog.add(Counter.self) { Counter() }
/// let counter = try await catalog["Counter"]?.make()
/// ```
public struct Catalog: Sendable {
  /// One type that can be created.
  public struct Entry: Sendable {
    /// What the type offers.
    public let schema: ViewModelSchema
    /// Creates a view-model; it may wait for what the view-model starts with.
    public let make: @MainActor @Sendable () async throws -> any ViewModel
  }

  /// The types in the order in which they were added.
  public private(set) var entries: [Entry] = []

  /// Creates an empty catalog.
  public init() {}

  /// Adds a type, or replaces the one of the same name.
  @MainActor
  public mutating func add<Root: ViewModel>(
    _ type: Root.Type, make: @escaping @MainActor @Sendable () async throws -> Root
  ) {
    let schema = type.schema
    entries.removeAll { $0.schema.typeName == schema.typeName }
    entries.append(Entry(schema: schema, make: make))
  }

  /// The type of that name, if there is one.
  public subscript(typeName: String) -> Entry? {
    entries.first { $0.schema.typeName == typeName }
  }
}
