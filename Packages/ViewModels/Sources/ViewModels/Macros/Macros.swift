public import Bindings

/// Makes a plain class a view-model.
///
/// Stored `var`s become `Property` nodes and computed ones `Computed` nodes,
/// which `$name` gives; methods marked ``Command(enabled:policy:)`` become commands; and the class
/// gets its ``ViewModel/schema``, documentation comments included. It runs on the main actor.
///
/// ```swift
/// @ViewModel final class Counter {
///   var count = 0
///   var isEven: Bool { count.isMultiple(of: 2) }
///   @Command func increment() { count += 1 }
/// }
/// ```
/// The file needs `import Bindings` too. <doc:WritingAViewModel> tells the rest.
@attached(member, conformances: SchemaInheriting, names: named(schema), named(init), arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: SchemaInheriting, Sendable)
public macro ViewModel() = #externalMacro(module: "ViewModelMacros", type: "ViewModelMacro")

/// Gives a method of a ``ViewModel()`` class a command: `clear()` gets `clearCommand`.
///
/// The method stays as it is: calling it does its work, executing the command asks first whether it
/// is enabled and follows the policy. Methods may be `async`, may throw, return a value and take
/// inputs; several inputs are the command's as a tuple with their labels.
///
/// ```swift
/// @Command(enabled: \.isValid) func signIn(name: String, password: String) async throws -> User
/// ```
/// - Parameters:
///   - enabled: A `Bool` of the same class; the command is enabled while it is true.
///   - policy: The rule for an execution that meets a running one.
@attached(peer)
public macro Command(enabled: KeyPath<OwnMembers, Bool>? = nil, policy: CommandPolicy = .drop) =
  #externalMacro(module: "ViewModelMacros", type: "CommandMacro")

/// Marks what no tool may show, keep or log: a `var`, a password, say; or a ``Command(enabled:policy:)``
/// that takes or returns one.
///
/// It is a node like any other; the schema's ``Member/isSecure`` tells tools to hide it, and the node's
/// own mark keeps it out of traces, diagrams and reports.
@attached(peer)
public macro Secure() = #externalMacro(module: "ViewModelMacros", type: "SecureMacro")

/// Marks a `var` that stays an ordinary one: no node, not in the schema.
@attached(peer)
public macro Ignored() = #externalMacro(module: "ViewModelMacros", type: "IgnoredMacro")

/// Lets a stored `var` read and write its node; ``ViewModel()`` puts it where it belongs.
@attached(accessor, names: named(init), named(get), named(set))
public macro PropertyNode(_ start: PropertyStart = .inInitializer) =
  #externalMacro(module: "ViewModelMacros", type: "PropertyNodeMacro")

/// The origin of the first value of a stored `var`, which ``ViewModel()`` knows.
public enum PropertyStart {
  /// The declaration alone: the class has no initializer.
  case byDefault
  /// An initializer, which may overrule the declaration.
  case inInitializer
}

/// The root of the key paths in ``Command(enabled:policy:)``: whatever the class has.
///
/// The macro looks the name up in the class; nothing is read through this type.
@dynamicMemberLookup
public enum OwnMembers {
  /// Lets any name stand in a key path.
  public subscript<Value>(dynamicMember name: String) -> Value {
    fatalError("\(name) names a member of a view-model for @Command; it cannot be read")
  }
}
