public import Bindings

/// A member of the view-model type `Root`, for the definition of its schema.
///
/// Use the factories: `.property`, `.derived`, `.command`, `.child` and `.constant`. The type of a member
/// determines its operations: a value that is not `Codable` is shown as text, and one or several
/// view-models are a child or a list. Names and documentation are literals, and types are
/// inspected at run time, so that the code of a schema stays small.
@MainActor
public final class MemberOf<Root: ViewModel> {
  let member: Member

  private init(
    _ name: StaticString, _ kind: Member.Kind, _ type: ValueType, _ documentation: StaticString,
    isSecure: Bool = false, parameters: [Parameter] = [], mentions: StaticString = "",
    isRestorable: Bool = false, _ access: Member.Access
  ) {
    member = Member(
      name: "\(name)", kind: kind, type: type, documentation: "\(documentation)",
      isSecure: isSecure, parameters: parameters,
      mentions: "\(mentions)".split(separator: " ").map(String.init),
      isRestorable: isRestorable, access: access)
  }

  private static func cast(_ viewModel: any ViewModel) -> Root {
    guard let root = viewModel as? Root else {
      fatalError("a schema of \(Root.self) was asked about a \(type(of: viewModel))")
    }
    return root
  }
}

extension MemberOf {
  /// A value that can be read and observed.
  ///
  /// It can be set if it is `Codable` or an enumeration that is `CaseIterable`, and bound both ways if it is
  /// `Equatable`.
  public static func property<Value>(
    _ name: StaticString, _ node: @escaping @MainActor @Sendable (Root) -> Property<Value>,
    _ documentation: StaticString = "", isSecure: Bool = false
  ) -> MemberOf {
    value(name, .property, node, documentation, isSecure, mayBePutBack: true)
  }

  /// A value that only the view-model sets: it can be read, observed and restored.
  ///
  /// Use it for state that exists only in the view-model: tools restore it for undo or in a later session.
  /// State that mirrors something outside, such as a row in a database, is `derived`.
  public static func output<Value>(
    _ name: StaticString, _ node: @escaping @MainActor @Sendable (Root) -> Property<Value>,
    _ documentation: StaticString = "", isSecure: Bool = false
  ) -> MemberOf {
    value(name, .derived, node, documentation, isSecure, mayBePutBack: true)
  }

  /// A value that can be read and observed but not set from outside.
  ///
  /// The value is derived from others, or is a property that mirrors something outside of the view-model.
  /// `mentions` has the names of the members that it reads, separated by spaces.
  public static func derived<Source: ObservableValue>(
    _ name: StaticString, _ node: @escaping @MainActor @Sendable (Root) -> Source,
    _ documentation: StaticString = "", isSecure: Bool = false, mentions: StaticString = ""
  ) -> MemberOf {
    value(name, .derived, node, documentation, isSecure, mentions, mayBePutBack: false)
  }

  private static func value<Source: ObservableValue>(
    _ name: StaticString, _ kind: Member.Kind,
    _ node: @escaping @MainActor @Sendable (Root) -> Source, _ documentation: StaticString,
    _ isSecure: Bool, _ mentions: StaticString = "", mayBePutBack: Bool
  ) -> MemberOf {
    let type = Source.Value.self
    let children = Member.Kind(ofChildren: type)
    let isRestorable =
      mayBePutBack && children == nil && (type is any Codable.Type || NamedCases.cover(type))
    var access = Member.Access(source: { node(cast($0)) })
    if let children { access.children = { children.viewModels(in: node(cast($0)).value) } }
    return MemberOf(
      name, children ?? kind, ValueType(type), documentation, isSecure: isSecure,
      mentions: mentions, isRestorable: isRestorable, access)
  }

  /// An action without inputs.
  ///
  /// A result that is not `Encodable` is shown as text.
  public static func command<Output>(
    _ name: StaticString, _ node: @escaping @MainActor @Sendable (Root) -> Command<Void, Output>,
    _ documentation: StaticString = "", isSecure: Bool = false, mentions: StaticString = ""
  ) -> MemberOf {
    command(
      name, node, documentation, isSecure: isSecure, mentions: mentions, parameters: [],
      input: { (_) throws(ViewModelError) in () })
  }

  /// An action with inputs.
  ///
  /// `mentions` has the names of the members that enable it, separated by spaces; `input` makes the
  /// command's input from the caller's values, in the order of `parameters`.
  public static func command<Input, Output>(
    _ name: StaticString, _ node: @escaping @MainActor @Sendable (Root) -> Command<Input, Output>,
    _ documentation: StaticString = "", isSecure: Bool = false, mentions: StaticString = "",
    parameters: [Parameter],
    input: @escaping @MainActor @Sendable (InputValues) throws(ViewModelError) -> Input
  ) -> MemberOf {
    MemberOf(
      name, .command, ValueType(Output.self), documentation, isSecure: isSecure,
      parameters: parameters, mentions: mentions,
      Member.Access(command: { viewModel, isSecure in
        TypedCommand(
          name: "\(name)", command: node(cast(viewModel)), parameters: parameters,
          isSecure: isSecure, input: input)
      }))
  }

  /// A view-model that always exists.
  public static func child<Child: ViewModel>(
    _ name: StaticString, _ child: @escaping @MainActor @Sendable (Root) -> Child,
    _ documentation: StaticString = ""
  ) -> MemberOf {
    MemberOf(
      name, .child, ValueType(Child.self), documentation,
      Member.Access(children: { [child(cast($0))] }))
  }

  /// The member for a `let`: view-models are a child or a list, and a value that can be encoded is a constant, which can
  /// only be read; `nil` for any other value, which is not part of the schema.
  public static func constant<Value>(
    _ name: StaticString, _ value: @escaping @MainActor @Sendable (Root) -> Value,
    _ documentation: StaticString = ""
  ) -> MemberOf? {
    if let kind = Member.Kind(ofChildren: Value.self) {
      return MemberOf(
        name, kind, ValueType(Value.self), documentation,
        Member.Access(children: { kind.viewModels(in: value(cast($0))) }))
    }
    guard Value.self is any Encodable.Type || NamedCases.cover(Value.self) else { return nil }
    return MemberOf(
      name, .derived, ValueType(Value.self), documentation,
      Member.Access(constant: { value(cast($0)) }))
  }

  /// The member for a `let` with a manually made property.
  public static func constant<Value>(
    _ name: StaticString, _ node: @escaping @MainActor @Sendable (Root) -> Property<Value>,
    _ documentation: StaticString = ""
  ) -> MemberOf? { property(name, node, documentation) }

  /// The member for a `let` with a manually made derived value.
  public static func constant<Value>(
    _ name: StaticString, _ node: @escaping @MainActor @Sendable (Root) -> Computed<Value>,
    _ documentation: StaticString = ""
  ) -> MemberOf? { derived(name, node, documentation) }

  /// The member for a `let` with a manually made command without inputs.
  public static func constant<Output>(
    _ name: StaticString, _ node: @escaping @MainActor @Sendable (Root) -> Command<Void, Output>,
    _ documentation: StaticString = ""
  ) -> MemberOf? { command(name, node, documentation) }
}

/// A builder for the members of a schema, used by the code that ``ViewModel()`` generates.
@MainActor
public final class MemberList<Root: ViewModel> {
  /// The members so far.
  private(set) var all: [MemberOf<Root>] = []

  /// Creates an empty list.
  public init() {}

  /// Adds a member, unless it is nil.
  public func add(_ member: MemberOf<Root>?) {
    if let member { all.append(member) }
  }
}
