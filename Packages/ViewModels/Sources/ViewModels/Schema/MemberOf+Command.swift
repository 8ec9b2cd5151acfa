public import Bindings

extension MemberOf {
  /// An action that takes nothing.
  public static func command<Output: Encodable & Sendable>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Command<Void, Output>,
    _ documentation: String = "", isSecure: Bool = false, mentions: [String] = []
  ) -> MemberOf {
    command(name, node, documentation, isSecure: isSecure, mentions: mentions, parameters: []) {
      (_) throws(ViewModelError) in ()
    }
  }

  /// An action that takes nothing and returns nothing.
  public static func command(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Command<Void, Void>,
    _ documentation: String = "", isSecure: Bool = false, mentions: [String] = []
  ) -> MemberOf {
    command(name, node, documentation, isSecure: isSecure, mentions: mentions, parameters: []) {
      (_) throws(ViewModelError) in ()
    }
  }

  /// An action that takes nothing; its result is shown as text, as it is not `Encodable`.
  @_disfavoredOverload
  public static func command<Output>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Command<Void, Output>,
    _ documentation: String = "", isSecure: Bool = false, mentions: [String] = []
  ) -> MemberOf {
    command(name, node, documentation, isSecure: isSecure, mentions: mentions, parameters: []) {
      (_) throws(ViewModelError) in ()
    }
  }

  /// An action that takes inputs.
  ///
  /// `input` makes the command's input of what a caller wrote, in the order of `parameters`.
  public static func command<Input, Output: Encodable & Sendable>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Command<Input, Output>,
    _ documentation: String = "", isSecure: Bool = false, mentions: [String] = [],
    parameters: [Parameter],
    input: @escaping @MainActor @Sendable (InputValues) throws(ViewModelError) -> Input
  ) -> MemberOf {
    erase(
      name, node, documentation, isSecure, mentions, parameters, input: input,
      output: { (value) throws(ViewModelError) in try DynamicValue(encoding: value) })
  }

  /// An action that takes inputs and returns nothing.
  public static func command<Input>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Command<Input, Void>,
    _ documentation: String = "", isSecure: Bool = false, mentions: [String] = [],
    parameters: [Parameter],
    input: @escaping @MainActor @Sendable (InputValues) throws(ViewModelError) -> Input
  ) -> MemberOf {
    erase(
      name, node, documentation, isSecure, mentions, parameters, input: input,
      output: { _ in .null })
  }

  /// An action that takes inputs; its result is shown as text, as it is not `Encodable`.
  @_disfavoredOverload
  public static func command<Input, Output>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Command<Input, Output>,
    _ documentation: String = "", isSecure: Bool = false, mentions: [String] = [],
    parameters: [Parameter],
    input: @escaping @MainActor @Sendable (InputValues) throws(ViewModelError) -> Input
  ) -> MemberOf {
    erase(
      name, node, documentation, isSecure, mentions, parameters, input: input,
      output: { .string("\($0)") })
  }

  private static func erase<Input, Output>(
    _ name: String, _ node: @escaping @MainActor @Sendable (Root) -> Command<Input, Output>,
    _ documentation: String, _ isSecure: Bool, _ mentions: [String], _ parameters: [Parameter],
    input: @escaping @MainActor @Sendable (InputValues) throws(ViewModelError) -> Input,
    output: @escaping @MainActor @Sendable (Output) throws(ViewModelError) -> DynamicValue
  ) -> MemberOf {
    let access = Member.Access(
      node: { node(cast($0)) },
      introspect: { node(cast($0)).node },
      command: { viewModel in
        TypedCommand(
          name: name, command: node(cast(viewModel)), parameters: parameters, input: input,
          output: output)
      })
    return MemberOf(
      member: Member(
        name: name, kind: .command,
        type: Output.self == Void.self ? .void : ValueType(Output.self),
        documentation: documentation, isSecure: isSecure, parameters: parameters,
        mentions: mentions, access: access))
  }
}
