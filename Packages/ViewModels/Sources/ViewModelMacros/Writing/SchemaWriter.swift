import SwiftSyntax
import SwiftSyntaxBuilder

/// A generator for the `schema` of a view-model class.
struct SchemaWriter {
  let type: ClassDeclSyntax
  /// Whether no superclass has a schema.
  let isRoot: Bool

  var declaration: DeclSyntax {
    let isFinal = type.hasModifier(.final)
    let access = type.visibleAccess(isOverridable: !isFinal)
    let kind = isFinal ? "static" : "class"
    let override = isRoot ? "" : "override "
    let members = type.memberBlock.members.declarations
      .compactMap { $0.asProtocol((any WithAttributesSyntax).self) }
    let deprecation = members.lazy.map(\.deprecation).first { !$0.isEmpty } ?? ""
    return DeclSyntax(
      text: """
        @MainActor \(deprecation)\(access)\(override)\(kind) func makeSchema() \
        -> \(viewModels)ViewModelSchema {
        \(statements)
        }
        """)
  }

  private var name: String { type.name.text }
  /// The superclass, if the class has one.
  private var inherited: TypeSyntax? { type.inheritanceClause?.inheritedTypes.first?.type }

  private var statements: String {
    var lines = type.memberBlock.members.texts(statements)
    lines.insert("let _members = \(viewModels)MemberList<\(name)>()", at: 0)
    var arguments = "\(name).self, \(type.documentation.literal)"
    if let inherited, !isRoot {
      let hides = type.variables.contains { $0.isIgnored && $0.declaration.hasModifier(.override) }
      arguments += ", inheriting: \(inherited.trimmedDescription).schema"
      if hides { arguments += ".overriddenWithoutNodes" }
    }
    arguments += ", members: _members"
    if let creation { arguments += ", creation: \(creation)" }
    lines.append("return \(viewModels)ViewModelSchema(\(arguments))")
    return lines.joined(separator: "\n")
  }

  private func statements(for member: DeclSyntax) -> [String] {
    if let function = member.as(FunctionDeclSyntax.self) {
      guard !function.isPrivate, let command = CommandShape(function), command.mistakes.isEmpty
      else { return [] }
      return [statement(for: command)]
    }
    guard let declaration = member.as(VariableDeclSyntax.self) else { return [] }
    let variable = Variable(declaration)
    guard variable.isMember else { return [] }
    let text = declaration.documentation.literal
    let secure = ", isSecure: \(declaration.isSecure)"
    switch variable.kind {
    case .constant:
      return declaration.identifiers.map {
        append("constant", $0.plainText, "it.\($0.text)", text)
      }
    case .stored:
      let node = "it.\(variable.nodeName)"
      guard declaration.isSetterRestricted else {
        return [append("property", variable.name, node, text + secure)]
      }
      // A variable that other code may set is not restored.
      return [
        variable.setterAccess == "private"
          ? append("output", variable.name, node, text + secure)
          : append("derived", variable.name, node, rest(text, secure, []))
      ]
    case .computed(let block):
      // The macro cannot see the names of a superclass; the schema filters the unknown ones.
      let own = type.inheritanceClause == nil ? type.memberNames : nil
      let mentions = DerivedBody(of: block, members: own).mentions
      let told = rest(text, secure, mentions.sorted())
      return [append("derived", variable.name, "it.$\(variable.name)", told)]
    case .unfit: return []
    }
  }

  private func statement(for command: CommandShape) -> String {
    let text = rest(
      command.function.documentation.literal, ", isSecure: \(command.function.isSecure)",
      [command.condition?.baseName.plainText].compactMap(\.self))
    guard !command.inputs.isEmpty else {
      return append("command", command.name, "it.\(command.name)Command", text)
    }
    let values = command.inputs.enumerated().map { value($1, $0) }
    let input =
      values.count == 1
      ? values[0]
      : "(" + zip(command.inputs, values).map { "\($0.key.asLabel): \($1)" }.joined(separator: ", ")
        + ")"
    return append(
      "command", command.name, "it.\(command.name)Command",
      "\(text), parameters: \(parameters(command.inputs)), "
        + "input: { _values throws(\(viewModels)ViewModelError) in \(input) }")
  }

  /// Writes all arguments, because each default argument would be an extra call in the generated code.
  private func rest(_ text: String, _ secure: String, _ mentions: [String]) -> String {
    "\(text)\(secure), mentions: \(mentions.joined(separator: " ").literal)"
  }

  private func append(_ factory: String, _ member: String, _ access: String, _ rest: String)
    -> String
  {
    "_members.add(.\(factory)(\(member.literal), { (it: \(name)) in \(access) }, \(rest)))"
  }

  private func parameters(_ inputs: [CommandShape.Input]) -> String {
    let list = inputs.map { input in
      "\(viewModels)Parameter(label: \(input.label?.literal ?? "nil"), "
        + "name: \(input.name.literal), of: (\(input.type)).self"
        + (input.defaultValue.map { ", defaultValue: \($0.literal)" } ?? "") + ")"
    }
    return "[" + list.joined(separator: ", ") + "]"
  }

  private func value(_ input: CommandShape.Input, _ index: Int) -> String {
    let fallback = input.defaultValue.map { ", default: \($0)" } ?? ""
    return "try _values.value(\(index), as: (\(input.type)).self\(fallback))"
  }

  /// The description of the first initializer that a tool may call.
  private var creation: String? {
    // An initializer in an `#if` may not exist.
    let usable = type.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
      .first { initializer in
        !initializer.isPrivate && !initializer.isUnavailable && initializer.optionalMark == nil
          && initializer.genericParameterClause == nil && initializer.genericWhereClause == nil
          && !initializer.signature.parameterClause.parameters.contains(where: \.isUnfit)
      }
    guard let usable else {
      // Of all superclasses, only `LifecycleViewModel` is known to have an inheritable initializer.
      let isInherited =
        inherited?.simpleName == "LifecycleViewModel" && type.initializers.isEmpty
        && type.areAllVariablesInitialized
      guard isRoot ? type.lacksInitializer : isInherited else { return nil }
      return "\(viewModels)Creation(parameters: []) { _ in \(name)() }"
    }
    let inputs = usable.signature.parameterClause.parameters.map(CommandShape.Input.init)
    let effects =
      (usable.signature.effectSpecifiers?.throwsClause == nil && inputs.isEmpty ? "" : "try ")
      + (usable.signature.effectSpecifiers?.asyncSpecifier == nil ? "" : "await ")
    let call = inputs.enumerated().map { index, input in
      input.argument(String(value(input, index).dropFirst(4)))
    }
    let head = inputs.isEmpty ? "_" : "_values"
    return "\(viewModels)Creation(parameters: \(parameters(inputs))) { \(head) in "
      + "\(effects)\(name)(\(call.joined(separator: ", "))) }"
  }
}

extension String {
  /// The text as a Swift string literal.
  fileprivate var literal: String { debugDescription }
}
