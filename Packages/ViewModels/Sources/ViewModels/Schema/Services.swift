/// The services that initializers need and that cannot be typed, by their types: a client, a store, a clock.
struct Services: Sendable {
  private var makers: [ObjectIdentifier: @MainActor @Sendable () throws -> Any] = [:]

  mutating func provide<Service>(
    _ type: Service.Type, _ make: @escaping @MainActor @Sendable () throws -> Service
  ) {
    makers[ObjectIdentifier(type)] = make
  }

  func cover(_ parameter: Parameter) -> Bool {
    parameter.identity.map { makers[$0] != nil } ?? false
  }

  /// Returns the service of exactly that type; `nil` when none is provided.
  @MainActor
  func make<Service>(_ type: Service.Type) throws -> Service? {
    // Unwraps in two steps, because `nil` could be cast to any optional type.
    guard let made = try makers[ObjectIdentifier(type)]?() else { return nil }
    return made as? Service
  }
}

extension ValueType {
  /// Whether values of the type cannot be typed, so that a service may be meant.
  var mayBeService: Bool {
    switch self {
    case .named: true
    case .optional(let wrapped): wrapped.mayBeService
    case .string, .int, .double, .bool, .void, .any, .array, .dictionary, .choice: false
    }
  }
}

extension ViewModelError {
  /// Makes the error for a missing service, with the line of code that provides it.
  static func missing(_ service: Any.Type, for owner: String) -> ViewModelError {
    // Only the metatype of a protocol needs `any` in its spelling.
    let isProtocol = "\(Swift.type(of: service))".hasSuffix(".Protocol")
    let type = isProtocol ? "(any \(service)).self" : "\(service).self"
    return ViewModelError(
      .serviceIsMissing("\(service)", for: owner, line: "catalog.provide(\(type)) { … }"))
  }
}
