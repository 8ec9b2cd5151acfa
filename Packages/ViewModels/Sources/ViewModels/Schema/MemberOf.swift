public import Bindings

/// A member of the view-model type `Root`, as its schema is written.
///
/// Use the factories: `.property`, `.derived`, `.command`, `.child` and `.constant`. What can be
/// done with a member follows from its type: one that is not `Codable` is shown as text, and a
/// view-model, or several, are a child or a list. Names and documentation are literals, and the types are
/// looked at while the program runs, so that the code of a schema stays small.
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

  /// A value that the view-model alone sets: it can be read and observed, and put back where it was.
  ///
  /// It is for state that is in the view-model and nowhere else: tools put it back when something is undone or
  /// continues in a new program. What mirrors something outside, a row in a database, say, is `derived`.
  public static func output<Value>(
    _ name: StaticString, _ node: @escaping @MainActor @Sendable (Root) -> Property<Value>,
    _ documentation: StaticString = "", isSecure: Bool = false
  ) -> MemberOf {
    value(name, .derived, node, documentation, isSecure, mayBePutBack: true)
  }

  /// A value that can be read and observed but not set from outside.
  ///
  /// It follows from others, or is a property that mirrors something outside of the view-model.
  /// `mentions` has the names of the members that it is made of, with spaces between.
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
    if children != nil { access.children = { viewModels(in: node(cast($0)).value) } }
    return MemberOf(
      name, children ?? kind, ValueType(type), documentation, isSecure: isSecure,
      mentions: mentions, isRestorable: isRestorable, access)
  }

  /// An action that takes nothing.
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

  /// An action that takes inputs.
  ///
  /// `mentions` has the names of the members that enable it, with spaces between; `input` makes the
  /// command's input of what a caller wrote, in the order of `parameters`.
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

  /// A view-model that is always there.
  public static func child<Child: ViewModel>(
    _ name: StaticString, _ child: @escaping @MainActor @Sendable (Root) -> Child,
    _ documentation: StaticString = ""
  ) -> MemberOf {
    MemberOf(
      name, .child, ValueType(Child.self), documentation,
      Member.Access(children: { [child(cast($0))] }))
  }

  /// The member for a `let`: view-models; `nil` for anything else, which is the view-model's own affair.
  public static func constant<Value>(
    _ name: StaticString, _ value: @escaping @MainActor @Sendable (Root) -> Value,
    _ documentation: StaticString = ""
  ) -> MemberOf? {
    Member.Kind(ofChildren: Value.self).map {
      MemberOf(
        name, $0, ValueType(Value.self), documentation,
        Member.Access(children: { viewModels(in: value(cast($0))) }))
    }
  }

  /// The member for a `let`: a property that was made by hand.
  public static func constant<Value>(
    _ name: StaticString, _ node: @escaping @MainActor @Sendable (Root) -> Property<Value>,
    _ documentation: StaticString = ""
  ) -> MemberOf? { property(name, node, documentation) }

  /// The member for a `let`: a derived value that was made by hand.
  public static func constant<Value>(
    _ name: StaticString, _ node: @escaping @MainActor @Sendable (Root) -> Computed<Value>,
    _ documentation: StaticString = ""
  ) -> MemberOf? { derived(name, node, documentation) }

  /// The member for a `let`: a command that was made by hand and takes nothing.
  public static func constant<Output>(
    _ name: StaticString, _ node: @escaping @MainActor @Sendable (Root) -> Command<Void, Output>,
    _ documentation: StaticString = ""
  ) -> MemberOf? { command(name, node, documentation) }
}

/// Collects the members of a schema, for the code written by ``ViewModel()``.
@MainActor
public final class MemberList<Root: ViewModel> {
  /// The members so far.
  public private(set) var all: [MemberOf<Root>] = []

  /// Creates an empty list.
  public init() {}

  /// Adds a member, if there is one.
  public func add(_ member: MemberOf<Root>?) {
    if let member { all.append(member) }
  }
}
