/// A route that matches a pattern, with the values of its parameters.
///
/// ```swift
/// router.add("/photos/{id}") { PhotoPage(id: try $0.value("id")) }
/// ```
public struct RouteMatch: Sendable {
  /// The requested route.
  public let route: Route
  let values: [String: String]

  /// The value of a parameter of the path or the query.
  ///
  /// - Throws: ``ViewModelError`` with the code ``ViewModelError/Code/badParameter`` when it is
  ///   missing or has another type.
  public func value<Value: LosslessStringConvertible>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(ViewModelError) -> Value {
    guard let text = values[name] else { throw .missing(name, of: route.path) }
    guard let value = Value(text) else {
      // Values outside the path may be secret.
      let shown = route.segments.contains(text) ? "'\(text)', which is no" : "no"
      throw ViewModelError(.badParameter, "'\(name)' of \(route.path) is \(shown) \(type).")
    }
    return value
  }
}
