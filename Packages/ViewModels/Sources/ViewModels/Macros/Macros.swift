public import Bindings

/// Turns a plain class into a view-model.
///
/// Stored `var`s become `Property` nodes and computed ones become `Computed` nodes,
/// available as `$name`. Methods marked ``Command(enabled:policy:)`` get commands. The class
/// gets its ``ViewModel/schema``, including documentation comments, and is isolated to the main actor.
///
/// ```swift
/// @ViewModel final class Counter {
///   var count = 0
///   var isEven: Bool { count.isMultiple(of: 2) }
///   @Command func increment() { count += 1 }
/// }
/// ```
/// The file must also `import Bindings`. <doc:WritingAViewModel> has the details.
@attached(member, conformances: SchemaInheriting, names: named(makeSchema), named(init), arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: SchemaInheriting, Sendable)
public macro ViewModel() = #externalMacro(module: "ViewModelMacros", type: "ViewModelMacro")

/// Adds a command to a method of a ``ViewModel()`` class: `clear()` gets `clearCommand`.
///
/// The method itself is unchanged: a call does the work. Executing the command first checks whether it
/// is enabled, and follows the policy. Methods may be `async`, may throw, return a value and take
/// inputs; several inputs are passed to the command as a tuple with their labels.
///
/// ```swift
/// @Command(enabled: \.isValid) func signIn(name: String, password: String) async throws -> User
/// ```
/// - Parameters:
///   - enabled: A `Bool` of the same class; the command is enabled while it is true.
///   - policy: The handling of an execution that is requested while another one runs.
@attached(peer)
public macro Command(enabled: KeyPath<OwnMembers, Bool>? = nil, policy: CommandPolicy = .drop) =
  #externalMacro(module: "ViewModelMacros", type: "CommandMacro")

/// Marks a `var`, or a ``Command(enabled:policy:)`` with its inputs and result, as secret, such as a password: no
/// tool may show, store or log it.
///
/// The member is an ordinary node. The schema's ``Member/isSecure`` tells tools to hide it, and the flag of the
/// node keeps it out of traces, diagrams and reports.
@attached(peer)
public macro Secure() = #externalMacro(module: "ViewModelMacros", type: "SecureMacro")

/// Marks a `var` or `let` that stays an ordinary one: it has no node and is not in the schema.
@attached(peer)
public macro Ignored() = #externalMacro(module: "ViewModelMacros", type: "IgnoredMacro")

/// Connects the accessors of a stored `var` to its node; ``ViewModel()`` adds this attribute.
@attached(accessor, names: named(init), named(get), named(set))
public macro PropertyNode(_ start: PropertyStart = .inInitializer) =
  #externalMacro(module: "ViewModelMacros", type: "PropertyNodeMacro")

/// The source of the first value of a stored `var`, determined by ``ViewModel()``.
public enum PropertyStart {
  /// Only the declaration, because the class has no initializer.
  case byDefault
  /// An initializer, which may overrule the declaration.
  case inInitializer
}

/// The root of the key paths in ``Command(enabled:policy:)``, which accepts any member name.
///
/// The macro looks the name up in the class; nothing is read through this type.
@dynamicMemberLookup
public enum OwnMembers {
  /// Accepts any name in a key path.
  public subscript<Value>(dynamicMember name: String) -> Value {
    fatalError("\(name) names a member of a view-model for @Command; it cannot be read")
  }
}
