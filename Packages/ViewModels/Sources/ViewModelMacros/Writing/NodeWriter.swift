import SwiftSyntax
import SwiftSyntaxMacros

/// A generator for the nodes and commands of a view-model class, as members next to the written ones.
///
/// A single expansion generates all of them, because each expansion sends the class to the plug-in and back.
struct NodeWriter<Context: MacroExpansionContext> {
  let type: ClassDeclSyntax
  let context: Context
  /// Whether no superclass has nodes.
  let isRoot: Bool

  var declarations: [DeclSyntax] {
    let derived = type.derivedNames
    var places = 0
    func nextPlace() -> Int {
      places += 1
      return places - 1
    }
    var written = type.memberBlock.members.texts { member in
      if let function = member.as(FunctionDeclSyntax.self) {
        guard let command = CommandShape(function), command.mistakes.isEmpty else { return [] }
        return [self.command(command, at: nextPlace())]
      }
      guard let variable = member.as(VariableDeclSyntax.self).map(Variable.init),
        !variable.isIgnored
      else { return [] }
      switch variable.kind {
      case .stored: return property(variable)
      case .computed(let block): return self.derived(variable, block, derived, at: nextPlace())
      case .constant, .unfit: return []
      }
    }
    if places > 0 {
      written.append("@MainActor private var \(factory) = \(viewModels)NodeFactory()")
    }
    return written.map(DeclSyntax.init(text:))
  }

  /// The name of the factory, with the class name, because a class nested in its superclass sees both factories.
  private var factory: String { "_made_\(type.name.plainText)".asMember }

  private func property(_ variable: Variable) -> [String] {
    let place = context.place(of: variable.declaration)
    let type = variable.valueType.map { "<\($0)>" } ?? ""
    let made = variable.firstValue.map {
      variable.declaration.securing(
        "\(bindings)Property\(type)(\($0), label: \"\(variable.name)\"\(place))")
    }
    let node = made.map { " = \($0)" } ?? ": \(bindings)Property\(type)"
    let access = variable.declaration.access()
    // Without an initializer the node is never replaced, and a constant needs less code.
    let isConstant = made != nil && self.type.initializers.isEmpty
    let specifier = isConstant ? "let" : "var"
    guard variable.declaration.isSetterRestricted, let value = variable.valueType else {
      let setter = isConstant || access == "private " ? "" : "private(set) "
      return ["@MainActor \(access)\(setter)\(specifier) $\(variable.name)\(node)"]
    }
    return [
      "@MainActor \(variable.setterAccess) \(specifier) \(variable.nodeName)\(node)",
      """
      @MainActor \(access)var $\(variable.name): any \(bindings)ObservableValue<\(value)> {
        \(variable.nodeName)
      }
      """,
    ]
  }

  private func derived(
    _ variable: Variable, _ block: AccessorBlockSyntax, _ derived: Set<String>, at place: Int
  ) -> [String] {
    guard let type = variable.valueType else { return [] }
    let name = variable.name
    let access = variable.declaration.access(isOverridable: true)
    let deprecation = variable.declaration.deprecation
    let isOverride = variable.declaration.hasModifier(.override) && !isRoot
    let override = isOverride ? "override " : ""
    let inheriting = isOverride ? ", isOverride: true" : ""
    let deriving = "_derive_\(self.type.name.plainText)_\(name)".asMember
    // If an attribute transforms the body, the getter is called instead.
    let body =
      variable.declaration.hasUnknownAttribute
      ? nil : DerivedBody(of: block, members: derived, derived: derived).rewritten
    let getter = "$0.\(variable.written)"
    var compute = body == nil ? getter : "$0.\(deriving)()"
    if body != nil, !self.type.hasModifier(.final), !variable.declaration.hasModifier(.final) {
      // A subclass may override the getter without a node.
      compute = "\(viewModels)NodeFactory.mayCopy($0) ? \(compute) : \(getter)"
    }
    let source = context.place(of: variable.declaration)
    let made = variable.declaration.securing(
      """
      \(factory).derived(
          \(place), of: self, label: "\(name)"\(inheriting)\(source)
        ) { \(compute) }
      """)
    let node = [
      """
      @MainActor \(deprecation)\(access)\(override)var $\(name): \(bindings)Computed<\(type)> {
        \(made)
      }
      """
    ]
    guard let body else { return node }
    return node + [
      """
      @MainActor \(deprecation)private func \(deriving)() -> \(type) {\(body)
      }
      """
    ]
  }

  private func command(_ command: CommandShape, at place: Int) -> String {
    let name = command.name
    let type = "\(bindings)Command<\(command.input), \(command.output)>"
    var settings = ""
    if let condition = command.condition {
      settings += ", enabled: self.$\(condition.baseName.plainText)"
    }
    if let policy = command.argument("policy") {
      settings += ", policy: \(policy.trimmedDescription)"
    }
    let effects = (command.isThrowing ? "try " : "") + (command.isAsync ? "await " : "")
    let making = command.isAsync ? "asyncCommand" : "command"
    let parameters = command.inputs.isEmpty ? "owner, _" : "owner, input"
    let source = context.place(of: command.function)
    let made = command.function.securing(
      """
      \(factory).\(making)(
          \(place), of: self, label: "\(name)"\(settings)\(source)
        ) { \(parameters) in
          \(effects)owner.\(command.function.name.text)(\(command.arguments))
        }
      """)
    return """
      @MainActor \(command.function.deprecation)\(command.function.access())var \(name)Command: \(type) {
        \(made)
      }
      """
  }
}
