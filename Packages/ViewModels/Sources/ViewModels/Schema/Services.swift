/// The services that initializers need and that cannot be typed, by their types: a client, a store, a clock.
package struct Services: Sendable {
  private var makers: [ObjectIdentifier: @MainActor @Sendable () throws -> Any] = [:]

  mutating func provide<Service>(
    _ type: Service.Type, _ make: @escaping @MainActor @Sendable () throws -> Service
  ) {
    makers[ObjectIdentifier(type)] = make
  }

  package func cover(_ parameter: Parameter) -> Bool {
    parameter.identity.map { makers[$0] != nil } ?? false
  }

  /// Returns the service of exactly that type; `nil` when none is provided.
  @MainActor
  package func make(_ type: Any.Type) throws -> Any? { try makers[ObjectIdentifier(type)]?() }
}
