/// The shape of a route: `/photos/{id}`.
struct RoutePattern: Sendable, Equatable {
  enum Segment: Sendable, Equatable {
    case literal(String)
    case parameter(String)
  }

  let segments: [Segment]

  /// Reads a pattern: a segment in braces takes any text, other segments are meant literally.
  init(_ text: String) {
    segments = text.split(separator: "/").map { segment in
      segment.count > 2 && segment.first == "{" && segment.last == "}"
        ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
    }
  }

  /// The names of the parameters of the path.
  var parameters: Set<String> {
    Set(
      segments.compactMap { segment in
        if case .parameter(let name) = segment { name } else { nil }
      })
  }

  /// The parameters of a route that has this shape.
  func match(_ route: Route) -> RouteMatch? {
    guard route.segments.count == segments.count else { return nil }
    var values = route.parameters
    for (segment, text) in zip(segments, route.segments) {
      switch segment {
      case .literal(let literal): guard literal == text else { return nil }
      case .parameter(let name): values[name] = text
      }
    }
    return RouteMatch(route: route, values: values)
  }

  /// The route of this shape with the parameters; those that the path does not take stay after it.
  ///
  /// - Throws: ``ViewModelError`` when a parameter of the path is missing or empty, which `name` needs.
  func route(
    _ parameters: [String: String], named name: String
  ) throws(ViewModelError) -> Route {
    var rest = parameters
    var path: [String] = []
    for segment in segments {
      switch segment {
      case .literal(let text): path.append(text)
      case .parameter(let parameter):
        // A path has no empty segments.
        guard let text = rest.removeValue(forKey: parameter), !text.isEmpty
        else { throw .missing(parameter, of: name) }
        path.append(text)
      }
    }
    return Route(path, parameters: rest)
  }

  /// Whether this one is asked before `other`: it has a literal where the other takes anything.
  func isAsked(before other: RoutePattern) -> Bool {
    for (own, others) in zip(segments, other.segments) {
      switch (own, others) {
      case (.literal, .parameter): return true
      case (.parameter, .literal): return false
      default: continue
      }
    }
    return false
  }
}

extension RoutePattern: CustomStringConvertible {
  var description: String {
    "/"
      + segments.map { segment in
        switch segment {
        case .literal(let text): text
        case .parameter(let name): "{\(name)}"
        }
      }
      .joined(separator: "/")
  }
}
