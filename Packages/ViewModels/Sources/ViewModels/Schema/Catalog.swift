/// A catalog of the view-model types that a tool can create, by name.
///
/// ```swift
/// var catalog = Catalog()
/// catalog.add(Counter.self)
/// let counter = try await catalog["Counter"]?.make()
/// ```
/// Services that initializers need, and that cannot be typed, are provided once, before or after the types:
/// ```swift
/// catalog.provide((any OrderService).self) { RemoteOrders(client: client) }
/// catalog.add(OrderForm.self)  // init(service: any OrderService, customer: String = "")
/// ```
/// A name stands for one type: adding another type with the same name is a programmer's error, reported by a
/// precondition that names both. Adding the same type again replaces its entry.
public struct Catalog: Sendable {
  /// One type that can be created.
  public struct Entry: Sendable {
    /// The schema of the type.
    public let schema: ViewModelSchema
    let type: Any.Type
    package let creation: Creation
    package fileprivate(set) var services: Services
    /// The parameters of the creation, except for provided services.
    public var parameters: [Parameter] { creation.parameters.filter { !services.cover($0) } }

    /// The parameters of the creation for which services are provided, so that no value has to be typed.
    public var providedParameters: [Parameter] { creation.parameters.filter { services.cover($0) } }

    /// Creates a view-model with its services and defaults; the call may wait for asynchronous work of the initializer.
    ///
    /// - Throws: ``ViewModelError`` for a parameter that has neither, or the error of the creation.
    @MainActor
    public func make() async throws -> any ViewModel {
      try await creation.make(
        InputValues(missing: { [type] in
          ViewModelError(.arguments, "\(type) needs a value of \($0). Provide it in the catalog.")
        }) { [services, owner = self.type] _, type throws(ViewModelError) in
          do { return try services.make(type) } catch {
            throw ViewModelError(
              .arguments, "\(type) for \(owner) was not made: \(error)", cause: error)
          }
        })
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
    insert(type, Creation(parameters: []) { _ in try await make() })
  }

  /// Adds a type that is created by one of its own initializers.
  ///
  /// A type whose schema has no ``ViewModelSchema/creation`` is a programmer's error.
  @MainActor
  public mutating func add<Root: ViewModel>(_ type: Root.Type) {
    guard let creation = type.schema.creation else {
      fatalError("\(type)'s schema names no initializer; add it with a closure")
    }
    insert(type, creation)
  }

  /// Provides a service for initializer parameters of a type that cannot be typed; a second call replaces it.
  ///
  /// A parameter of exactly that type no longer needs an argument, and its default is not used. A type that
  /// is added with a closure has no parameters; the closure gets its services itself. `make` is called
  /// for each view-model; capture one service to share it.
  public mutating func provide<Service>(
    _ type: Service.Type, _ make: @escaping @MainActor @Sendable () throws -> Service
  ) {
    services.provide(type, make)
    for index in entries.indices { entries[index].services = services }
  }

  @MainActor
  private mutating func insert(_ type: any ViewModel.Type, _ creation: Creation) {
    let schema = type.schema
    if let index = entries.firstIndex(where: { $0.schema.typeName == schema.typeName }) {
      let known = entries.remove(at: index).type
      precondition(
        known == type,
        "the catalog cannot tell \(String(reflecting: known)) and \(String(reflecting: type)) "
          + "apart by the name '\(schema.typeName)'; rename one of them")
    }
    entries.append(Entry(schema: schema, type: type, creation: creation, services: services))
  }

  /// The entry of the type with that name, if there is one.
  public subscript(typeName: String) -> Entry? {
    entries.first { $0.schema.typeName == typeName }
  }
}
