import Foundation

/// A router: it finds the screens for the URLs of a program.
///
/// ```swift
/// var router = Router(scheme: "demo")
/// router.add("/photos", named: "photos") { _ in Photos() }
/// router.add("/photos/{id}", named: "photo") { PhotoPage(id: try $0.value("id")) }
/// ```
/// `demo:///photos/3` is a path of screens, one for each prefix that matches a pattern: `/photos` and
/// `/photos/3`. `demo://photo/push?id=3` is an action on a named screen, and `demo://photo/save?id=3` is a command
/// of a screen that exists already. <doc:Navigation> has the grammars.
public struct Router: Sendable {
  /// The type of a closure that makes the screen of a route.
  public typealias Maker = @MainActor (RouteMatch) throws -> LifecycleViewModel

  /// The scheme of the program's URLs, in lower case; `nil` to accept any scheme.
  public let scheme: String?
  private var places: [Place] = []

  /// Creates a router without patterns.
  public init(scheme: String? = nil) { self.scheme = scheme?.lowercased() }

  /// Adds the screen of a pattern, or replaces the screen of the same pattern.
  ///
  /// If two patterns match, the one with a literal where the other has a parameter is used.
  ///
  /// - Parameters:
  ///   - pattern: Segments; those in braces are parameters: `/photos/{id}`.
  ///   - name: The screen's name in actions; it is not case-sensitive.
  ///   - commands: The names of the screen's commands that a URL may run; none by default, because URLs may come
  ///     from other programs. The six actions of the navigator are not allowed here.
  ///   - make: Makes a new screen each time, which ends if the change fails; its error is thrown to the
  ///     caller.
  /// - Complexity: O(*n*) in the patterns; so is finding the pattern that a route matches.
  public mutating func add(
    _ pattern: String, named name: String? = nil, commands: Set<String> = [],
    make: @escaping Maker
  ) {
    let pattern = RoutePattern(pattern)
    places.removeAll { $0.pattern == pattern }
    let place = Place(
      pattern: pattern, name: name?.lowercased(), commands: commands, make: make)
    let index = places.firstIndex { pattern.isAsked(before: $0.pattern) } ?? places.endIndex
    places.insert(place, at: index)
  }
}

extension Router {
  struct Place: Sendable {
    let pattern: RoutePattern
    let name: String?
    let commands: Set<String>
    let make: Maker
    var title: String { name ?? "\(pattern)" }
  }

  struct Found: Sendable {
    var match: RouteMatch
    let place: Place
    var route: Route { match.route }

    @MainActor
    func make() throws(ViewModelError) -> LifecycleViewModel {
      do { return try place.make(match) } catch let error as ViewModelError { throw error } catch {
        throw ViewModelError(
          .notMade, "The screen of \(match.shown) could not be made: \(error)", cause: error)
      }
    }
  }

  enum Action: String, CaseIterable {
    case push, pop, popTo = "popto", popToRoot = "poptoroot", present, dismiss
  }

  enum Request {
    /// Show the last of these screens, with the others below it.
    case path([Found])
    /// Perform an action on the screen of a place with the given parameters.
    case action(Action, Place, [String: String])
    /// Run a command of an existing screen of a place.
    case call(Place, command: String, [String: String])
  }

  func request(_ url: String) throws(ViewModelError) -> Request {
    // A URL without slashes, such as `mailto:ada@home`, has no path; its content might be a password.
    guard let components = URLComponents(written: url), !url.isEmpty,
      components.scheme == nil || components.host != nil || components.path.hasPrefix("/"),
      // Such a host is a user that was percent-encoded together with its `@`.
      components.host?.unicodeScalars.contains("@") != true
    else {
      let example = "\(scheme ?? "app")://\(places.first?.pattern.description ?? "/")"
      throw ViewModelError(.badURL, "'\(url.withoutQuery)' is no URL. Write it as \(example).")
    }
    let found = components.scheme?.lowercased()
    if let found, let scheme, found != scheme {
      throw ViewModelError(
        .badURL,
        "'\(url.withoutQuery)' begins with \(found); this program's URLs begin with \(scheme).")
    }
    let host = components.host.flatMap { $0.isEmpty ? nil : $0 }
    let route = Route(components, host: host)
    guard host != nil, route.segments.count == 2 else { return .path(try path(to: route)) }
    let (name, verb) = (route.segments[0], route.segments[1])
    let place = places.first { $0.name == name.lowercased() }
    if let action = Action(rawValue: verb.lowercased()) {
      guard let place else {
        throw ViewModelError(
          .unknownRoute, "No screen is named '\(name)'. \(known(places.compactMap(\.name)))")
      }
      // A word to the view, which decides how a change looks, unless the screen has such a parameter.
      let parameters = route.parameters.filter {
        $0.key != "animated" || place.pattern.parameters.contains($0.key)
      }
      return .action(action, place, parameters)
    }
    if let place, place.commands.contains(verb) {
      return .call(place, command: verb, route.parameters)
    }
    return .path(try path(to: route))
  }

  /// Returns the screens on the way to a route, one for each known prefix.
  func path(to route: Route) throws(ViewModelError) -> [Found] {
    let route = Route(route.segments, parameters: route.parameters.filter { $0.key != "animated" })
    let beginnings = (0..<route.segments.count).compactMap {
      find(Route(Array(route.segments[..<$0])))
    }
    guard let goal = find(route) else {
      throw ViewModelError(
        .unknownRoute,
        "Nothing is at \(route.path). "
          + (beginnings.last.map { "\($0.route.path) is known." } ?? known(places.map(\.pattern))),
        instead: .names(
          beginnings.last.map { [$0.route.path] } ?? places.map { "\($0.pattern)" },
          asked: route.path))
    }
    return beginnings + [goal]
  }

  /// Whether a screen belongs to a place and has the parameters.
  func has(
    _ screen: NavigationTree.Screen, at place: Place, _ parameters: [String: String]
  ) -> Bool {
    guard let found = screen.route.flatMap(find), found.place.pattern == place.pattern else {
      return false
    }
    return parameters.allSatisfy { found.match.values[$0] == $1 }
  }

  func find(_ route: Route) -> Found? {
    for place in places {
      if let match = place.pattern.match(route) { return Found(match: match, place: place) }
    }
    return nil
  }

  /// Returns the route of a place with the parameters.
  func found(
    _ place: Place, _ parameters: [String: String]
  ) throws(ViewModelError) -> Found {
    let route = try place.pattern.route(parameters, named: place.title)
    guard var found = find(route) else { throw .nothing(at: route) }
    // A snapshot stores only the route, and would restore the other screen.
    guard found.place.pattern == place.pattern else {
      throw ViewModelError(
        .badParameter,
        "With these parameters, the address of \(place.title) is that of \(found.place.title). "
          + "Give other parameters.")
    }
    found.match.shown = "\(place.pattern)"
    return found
  }

  private func known(_ list: [some CustomStringConvertible]) -> String {
    list.isEmpty
      ? "No screens are known: add them to the navigator's router."
      : "Known are \(list.map(\.description).joined(separator: ", "))."
  }
}

extension ViewModelError {
  static func nothing(at route: Route) -> Self {
    ViewModelError(.unknownRoute, "Nothing is at \(route.path).")
  }

  static func missing(_ parameter: String, of what: String) -> Self {
    ViewModelError(.badParameter, "\(what) needs '\(parameter)'. Add ?\(parameter)= and its value.")
  }
}

extension String {
  /// The part of a URL that a message may quote: no user, no query and no fragment, which may be secret.
  ///
  /// The text might not be a valid URL, and a password may contain any character: of everything that is, or could be,
  /// before an `@`, percent-encoded or not, only the scheme is quoted.
  var withoutQuery: String {
    // By scalars, as the parser sees them: a combining mark makes another character of a question mark.
    let start = #/([A-Za-z][A-Za-z0-9+.\-]*:)?\/\//#.matchingSemantics(.unicodeScalar)
    let end = prefixMatch(of: start)?.range.upperBound ?? startIndex
    let (scheme, rest) = (self[..<end], self[end...])
    let query = rest.unicodeScalars.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
    let path = rest[..<query]
    let at = #/@|%40/#.matchingSemantics(.unicodeScalar)
    if let user = path.ranges(of: at).last {
      return String(scheme + path[user.upperBound...])
    }
    let mayBeUser = path.unicodeScalars.contains(":") && rest[query...].contains(at)
    return String(scheme + (mayBeUser ? "…" : path))
  }
}
