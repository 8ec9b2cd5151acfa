public import Bindings
public import Testing

/// Knows what must be gone when ``expectNoLeaks(sourceLocation:_:)`` is over.
///
/// The main actor guards it.
@MainActor
public final class LeakCheck {
  /// A graph of the check's own; each of its nodes must end.
  public let graph = Graph()
  private var objects: [() -> (name: String, location: SourceLocation)?] = []

  /// Expects `object` to be released by the end.
  ///
  /// - Returns: The object.
  @discardableResult
  public func track<Object: AnyObject>(
    _ object: Object, _ name: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Object {
    let name = name ?? "\(Object.self)"
    objects.append { [weak object] in object == nil ? nil : (name, sourceLocation) }
    return object
  }

  func report(_ sourceLocation: SourceLocation) {
    for object in objects {
      guard let leaked = object() else { continue }
      Issue.record("\(leaked.name) has leaked.", sourceLocation: leaked.location)
    }
    let nodes = graph.nodes.map { "\($0.kind) \($0.name)" }
    guard !nodes.isEmpty else { return }
    Issue.record(
      "Nodes have leaked:\n\(nodes.joined(separator: "\n"))", sourceLocation: sourceLocation)
  }
}

/// Expects that nothing that `body` tracks, and no node of its graph, outlives it.
///
/// ```swift
/// expectNoLeaks { check in
///   let form = check.track(Form(graph: check.graph))
///   form.phone.value = "187"
/// }
/// ```
/// - Throws: What `body` throws.
@MainActor
public func expectNoLeaks(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: @MainActor (LeakCheck) throws -> Void
) rethrows {
  let check = LeakCheck()
  try body(check)
  check.report(sourceLocation)
}

/// Expects the same of a `body` that may suspend: what tasks still hold when it returns has leaked; wait for them.
@MainActor
public func expectNoLeaks(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor (LeakCheck) async throws -> Void
) async rethrows {
  let check = LeakCheck()
  try await body(check)
  check.report(sourceLocation)
}
