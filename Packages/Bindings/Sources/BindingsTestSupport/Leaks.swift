public import Bindings
public import Testing

/// The objects that must be released when ``expectNoLeaks(sourceLocation:_:)`` ends.
///
/// The main actor guards it.
@MainActor
public final class LeakCheck {
  /// A separate graph for the check; all of its nodes must end.
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

/// Expects that no object tracked by `body`, and no node of its graph, outlives `body`.
///
/// ```swift
/// expectNoLeaks { check in
///   let form = check.track(Form(graph: check.graph))
///   form.phone.value = "187"
/// }
/// ```
/// - Throws: The error of `body`.
@MainActor
public func expectNoLeaks(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: @MainActor (LeakCheck) throws -> Void
) rethrows {
  let check = LeakCheck()
  try body(check)
  check.report(sourceLocation)
}

/// Expects the same of an async `body`; objects that its tasks still retain at the end are leaks, so wait for tasks.
@MainActor
public func expectNoLeaks(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor (LeakCheck) async throws -> Void
) async rethrows {
  let check = LeakCheck()
  try await body(check)
  check.report(sourceLocation)
}
