public import Bindings

/// The state and behaviour of a screen, without a user interface.
///
/// A view-model keeps its state in `Property` nodes, derives the rest with
/// `Computed` and offers actions as `Command`s. Its ``schema`` lists them by
/// name, so that a tool can read, set, observe and execute them without knowing the type.
///
/// ```swift
/// @MainActor final class Counter: ViewModel {
///   let count = Property(0, label: "count")
///   static let schema = ViewModelSchema(Counter.self, members: [.property("count", { $0.count })])
/// }
/// ```
///
/// View-models are isolated to the main actor, as the underlying graph is. With the package trait
/// `ObservationInterop` each is `Observable`; <doc:SwiftUI> describes the benefits.
@MainActor
public protocol ViewModel: ObservableIfAvailable {
  /// The names, types and documentation of all members that a tool may use.
  static var schema: ViewModelSchema { get }
}

/// A view-model whose subclasses extend its schema.
///
/// ``ViewModel()`` adds the conformance to the topmost class with the macro; in a subclass it only
/// overrides ``makeSchema()``. A manually written base class declares the conformance, `class func makeSchema()` and
/// `let ownGraph = Graph.current`, so that its subclasses can use the macro.
public protocol SchemaInheriting: ViewModel {
  /// Makes the schema, at the first request for ``ViewModel/schema``, which keeps it.
  static func makeSchema() -> ViewModelSchema
  /// The graph that was current when the view-model was made; its later nodes belong to this graph, too.
  var ownGraph: Graph { get }
}

extension SchemaInheriting {
  /// The schema of the class, which includes that of its superclass.
  public static var schema: ViewModelSchema {
    if let made = schemas[ObjectIdentifier(self)] { return made }
    var made = makeSchema()
    // The macro does not see a class that inherits the function, nor what that class overrides.
    if made.lineage.first != ObjectIdentifier(self) { made.lineage = [] }
    schemas[ObjectIdentifier(self)] = made
    return made
  }
}

/// The schemas that were made, by their classes; a generic class or a protocol could not store them.
@MainActor private var schemas: [ObjectIdentifier: ViewModelSchema] = [:]
