/// The services that initializers need and nobody can type, by their types: a client, a store, a clock.
struct Services: Sendable {
  private var makers: [ObjectIdentifier: @MainActor @Sendable () throws -> Any] = [:]
  private var types: Set<ValueType> = []

  mutating func provide<Service>(
    _ type: Service.Type, _ make: @escaping @MainActor @Sendable () throws -> Service
  ) {
    makers[ObjectIdentifier(type)] = make
    types.insert(ValueType(type))
  }

  func cover(_ parameter: Parameter) -> Bool { types.contains(parameter.type) }

  /// The service of that very type; `nil` when none is provided.
  @MainActor
  func make<Service>(_ type: Service.Type) throws -> Service? {
    // In two steps: `nil` would be cast to any optional service.
    guard let made = try makers[ObjectIdentifier(type)]?() else { return nil }
    return made as? Service
  }
}

extension ValueType {
  /// Whether it may be the type of a service, which nobody types.
  var mayBeService: Bool {
    switch self {
    case .named: true
    case .optional(let wrapped): wrapped.mayBeService
    case .string, .int, .double, .bool, .void, .any, .array, .dictionary, .choice: false
    }
  }
}

extension ViewModelError {
  /// That a service is missing, with the line that repairs it.
  static func missing(_ service: Any.Type, for owner: String) -> ViewModelError {
    // The type of a protocol's type is the one that is written `any`.
    let isProtocol = "\(Swift.type(of: service))".hasSuffix(".Protocol")
    let type = isProtocol ? "(any \(service)).self" : "\(service).self"
    return ViewModelError(
      .serviceIsMissing("\(service)", for: owner, line: "catalog.provide(\(type)) { … }"))
  }
}
