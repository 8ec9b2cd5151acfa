/// A view-model whose subclasses extend its schema.
///
/// ``ViewModel()`` adds the conformance to the topmost class that it is on; in a subclass it then
/// overrides `schema`. A base class written by hand conforms, and declares `class var schema`, so
/// that its subclasses can use the macro.
public protocol SchemaInheriting: ViewModel {}
