/// Things that are registered for types, and found by an object: what is registered for a type serves its subclasses,
/// too, unless they have their own.
@MainActor
struct TypeRegistry<Object, Value> {
  private struct Entry {
    let type: Any.Type
    let isType: (Object) -> Bool
    let isAbove: (Any.Type) -> Bool
    let value: Value
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var found: [ObjectIdentifier: Value] = [:]

  /// Registers something for a type, in the place of what was registered for it.
  mutating func register<Registered>(_ type: Registered.Type, _ value: Value) {
    found = [:]
    entries[ObjectIdentifier(type)] = Entry(
      type: type, isType: { $0 is Registered }, isAbove: { $0 is Registered.Type }, value: value)
  }

  /// What is registered for the nearest type of an object; `nil` when nothing is.
  mutating func value(for object: Object) -> Value? {
    let type = ObjectIdentifier(Swift.type(of: object as Any))
    if let known = found[type] { return known }
    // Those that fit are on one line of inheritance; the lowest one counts.
    let able = entries.values.filter { $0.isType(object) }
    let lowest = able.first { one in able.allSatisfy { $0.isAbove(one.type) } }
    found[type] = lowest?.value
    return lowest?.value
  }
}
