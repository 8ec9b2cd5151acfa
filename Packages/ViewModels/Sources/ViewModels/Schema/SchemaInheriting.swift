public import Bindings

/// A view-model whose subclasses extend its schema.
///
/// ``ViewModel()`` adds the conformance to the topmost class that it is on; in a subclass it then
/// overrides `schema`. A base class written by hand conforms, and declares `class var schema` and
/// `let ownGraph = Graph.current`, so that its subclasses can use the macro.
public protocol SchemaInheriting: ViewModel {
  /// The graph that was current when the view-model was made; what it makes later belongs there, too.
  var ownGraph: Graph { get }
}
