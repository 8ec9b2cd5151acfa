public import Bindings

/// A screen's state and behaviour, with no user interface.
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
/// View-models live on the main actor, as the graph under them does. With the package trait
/// `ObservationInterop` each is `Observable`; <doc:SwiftUI> tells what that gives.
@MainActor
public protocol ViewModel: ObservableIfAvailable {
  /// The names, types and documentation of everything a tool may use.
  static var schema: ViewModelSchema { get }
}

/// A view-model whose subclasses extend its schema.
///
/// ``ViewModel()`` adds the conformance to the topmost class that it is on; in a subclass it then
/// overrides `schema`. A base class written by hand conforms, and declares `class var schema` and
/// `let ownGraph = Graph.current`, so that its subclasses can use the macro.
public protocol SchemaInheriting: ViewModel {
  /// The graph that was current when the view-model was made; what it makes later belongs there, too.
  var ownGraph: Graph { get }
}
