/// A route pattern: `/photos/{id}`.
struct RoutePattern: Sendable, Equatable {
  /// The segments: one in braces matches any text, all others match literally.
  private let segments: [Substring]

  init(_ text: String) { segments = text.split(separator: "/") }

  var parameters: Set<String> { Set(segments.compactMap(\.parameter)) }

  func match(_ route: Route) -> RouteMatch? {
    guard route.segments.count == segments.count else { return nil }
    var values = route.parameters
    for (segment, text) in zip(segments, route.segments) {
      if let name = segment.parameter {
        values[name] = text
      } else if segment != text {
        return nil
      }
    }
    return RouteMatch(route: route, values: values, shown: route.path)
  }

  /// Returns the route of this pattern with the parameters; those that are not in the path become its query.
  func route(
    _ parameters: [String: String], named name: String
  ) throws(ViewModelError) -> Route {
    var rest = parameters
    var path: [String] = []
    for segment in segments {
      if let parameter = segment.parameter {
        // A path has no empty segments.
        guard let text = rest.removeValue(forKey: parameter), !text.isEmpty
        else { throw .missing(parameter, of: name) }
        path.append(text)
      } else {
        path.append(String(segment))
      }
    }
    return Route(path, parameters: rest)
  }

  /// Whether this pattern has priority over `other`: it has a literal where the other has a parameter.
  func isAsked(before other: RoutePattern) -> Bool {
    for (own, others) in zip(segments, other.segments)
    where (own.parameter == nil) != (others.parameter == nil) {
      return own.parameter == nil
    }
    return false
  }
}

extension RoutePattern: CustomStringConvertible {
  var description: String { "/" + segments.joined(separator: "/") }
}

extension Substring {
  /// The name of a parameter segment, without braces; `nil` for a literal segment.
  fileprivate var parameter: String? {
    count > 2 && first == "{" && last == "}" ? String(dropFirst().dropLast()) : nil
  }
}
