/// A route that matches a pattern, with the values of its parameters.
///
/// ```swift
/// router.add("/photos/{id}") { PhotoPage(id: try $0.value("id")) }
/// ```
public struct RouteMatch: Sendable {
  /// The requested route.
  public let route: Route
  let values: [String: String]
  /// The address as messages quote it: without values that come from the text after a question mark, which may be secret.
  var shown: String

  /// The value of a parameter of the path or the query.
  ///
  /// - Throws: ``ViewModelError`` with the code ``ViewModelError/Code/badParameter`` when it is
  ///   missing or has another type.
  public func value<Value: LosslessStringConvertible>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(ViewModelError) -> Value {
    guard let text = values[name] else { throw .missing(name, of: shown) }
    guard let value = Value(text) else {
      let isShown = shown == route.path && route.segments.contains(text)
      throw ViewModelError(
        .badParameter,
        "'\(name)' of \(shown) is \(isShown ? "'\(text)', which is no" : "no") \(type).")
    }
    return value
  }
}
