/// A registry of values by type; the value of a type also applies to its subclasses without a value of their own.
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

  mutating func register<Registered>(_ type: Registered.Type, _ value: Value) {
    found = [:]
    entries[ObjectIdentifier(type)] = Entry(
      type: type, isType: { $0 is Registered }, isAbove: { $0 is Registered.Type }, value: value)
  }

  /// Returns the value for the most specific registered type of an object; `nil` if there is none.
  mutating func value(for object: Object) -> Value? {
    let type = ObjectIdentifier(Swift.type(of: object as Any))
    if let known = found[type] { return known }
    // The matching types are on one line of inheritance; the most derived type is used.
    let able = entries.values.filter { $0.isType(object) }
    let lowest = able.first { one in able.allSatisfy { $0.isAbove(one.type) } }
    found[type] = lowest?.value
    return lowest?.value
  }
}
