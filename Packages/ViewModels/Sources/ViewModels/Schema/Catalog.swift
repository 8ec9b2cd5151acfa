/// The view-model types that a tool can create, by name.
///
/// ```swift
/// var catalog = Catalog()
/// catalog.add(Counter.self)
/// let counter = try await catalog["Counter"]?.make()
/// ```
/// Services that initializers ask for, and that nobody can type, are provided once, before or after the types:
/// ```swift
/// catalog.provide((any OrderService).self) { RemoteOrders(client: client) }
/// catalog.add(OrderForm.self)  // init(service: any OrderService, customer: String = "")
/// ```
/// A name stands for one type: adding another type of the same name is a mistake of the program, and a
/// precondition names both. A type that is added again replaces itself.
public struct Catalog: Sendable {
  /// One type that can be created.
  public struct Entry: Sendable {
    /// The schema of the type.
    public let schema: ViewModelSchema
    let type: Any.Type
    let creation: Creation
    var services = Services()
    /// The parameters of the creation, without those that services are provided for.
    public var parameters: [Parameter] { creation.parameters.filter { !services.cover($0) } }

    /// The parameters of the creation that services are provided for, so that nobody is asked for them.
    public var providedParameters: [Parameter] { creation.parameters.filter { services.cover($0) } }

    /// Creates a view-model; it may wait for what the view-model starts with.
    ///
    /// - Throws: ``ViewModelError`` when the arguments do not fit, or what the creation throws.
    @MainActor
    public func make(_ arguments: [Argument] = []) async throws -> any ViewModel {
      try await creation.make(
        InputValues(arguments, for: creation.parameters, of: schema.typeName, services: services))
    }
  }

  /// The types in the order in which they were added.
  public private(set) var entries: [Entry] = []
  private var services = Services()

  /// Creates an empty catalog.
  public init() {}

  /// Adds a type that is created by a closure.
  @MainActor
  public mutating func add<Root: ViewModel>(
    _ type: Root.Type, make: @escaping @MainActor @Sendable () async throws -> Root
  ) {
    insert(
      Entry(
        schema: type.schema, type: type,
        creation: Creation(parameters: []) { _ in try await make() }))
  }

  /// Adds a type that is created by its own initializer.
  ///
  /// A schema that does not tell how to create the type is a mistake of the program.
  @MainActor
  public mutating func add<Root: ViewModel>(_ type: Root.Type) {
    let schema = type.schema
    guard let creation = schema.creation else {
      fatalError("\(type)'s schema names no initializer; add it with a closure")
    }
    insert(Entry(schema: schema, type: type, creation: creation))
  }

  /// Provides what initializers ask for by a type that nobody can type; another time it replaces.
  ///
  /// A parameter of exactly that type is not asked for any more, and its default is not used. A type that
  /// is added with a closure has no parameters; the closure takes its services from where it likes. `make` is called
  /// for each view-model; capture one service to share it.
  public mutating func provide<Service>(
    _ type: Service.Type, _ make: @escaping @MainActor @Sendable () throws -> Service
  ) {
    services.provide(type, make)
    for index in entries.indices { entries[index].services = services }
  }

  private mutating func insert(_ entry: Entry) {
    var entry = entry
    entry.services = services
    let name = entry.schema.typeName
    if let index = entries.firstIndex(where: { $0.schema.typeName == name }) {
      let known = entries.remove(at: index).type
      precondition(
        known == entry.type,
        "the catalog cannot tell \(String(reflecting: known)) and \(String(reflecting: entry.type)) "
          + "apart by the name '\(name)'; rename one of them")
    }
    entries.append(entry)
  }

  /// The type of that name, if there is one.
  public subscript(typeName: String) -> Entry? {
    entries.first { $0.schema.typeName == typeName }
  }
}
