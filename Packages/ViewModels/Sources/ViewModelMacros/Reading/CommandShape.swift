import SwiftDiagnostics
import SwiftSyntax

/// A method marked `@Command`, in the form that the macros use.
struct CommandShape {
  struct Input {
    /// The argument label; `nil` without a label.
    let label: String?
    /// The name inside the method.
    let name: String
    let type: String
    let defaultValue: String?
  }

  let function: FunctionDeclSyntax
  let attribute: AttributeSyntax
  let inputs: [Input]

  /// Returns `nil` when the function is not marked or is unavailable.
  init?(_ function: FunctionDeclSyntax) {
    guard let attribute = function.attribute("Command"), !function.isUnavailable else { return nil }
    self.function = function
    self.attribute = attribute
    inputs = function.signature.parameterClause.parameters.map(Input.init)
  }

  var name: String { function.name.plainText }
  var isAsync: Bool { function.signature.effectSpecifiers?.asyncSpecifier != nil }
  var isThrowing: Bool { function.signature.effectSpecifiers?.throwsClause != nil }
  var output: String { function.signature.returnClause?.type.asValue ?? "Void" }

  var input: String {
    switch inputs.count {
    case 0: "Void"
    case 1: inputs[0].type
    default: "(" + inputs.map { "\($0.key.asLabel): \($0.type)" }.joined(separator: ", ") + ")"
    }
  }

  /// The arguments of the call, read from a variable of the input type named `input`.
  var arguments: String {
    inputs.map { input in
      input.argument(inputs.count == 1 ? "input" : "input.\(input.key.asMember)")
    }
    .joined(separator: ", ")
  }
}

extension CommandShape.Input {
  init(_ parameter: FunctionParameterSyntax) {
    label = parameter.firstName.tokenKind == .wildcard ? nil : parameter.firstName.plainText
    name = (parameter.secondName ?? parameter.firstName).plainText
    type = parameter.type.asValue
    defaultValue = parameter.defaultValue?.value.trimmedDescription
  }

  /// The label of the input in the tuple of all inputs.
  var key: String { label ?? name }

  func argument(_ value: String) -> String {
    (label.map { "\($0.asLabel): " } ?? "") + value
  }
}

extension CommandShape {
  func argument(_ label: String) -> ExprSyntax? {
    attribute.arguments?.as(LabeledExprListSyntax.self)?
      .first { $0.label?.text == label }?.expression
  }

  /// The member that the key path after `enabled:` names; `nil` unless it names exactly one.
  var condition: DeclReferenceExprSyntax? {
    guard let path = argument("enabled")?.as(KeyPathExprSyntax.self), path.components.count == 1
    else { return nil }
    return path.components.first?.component
      .as(KeyPathPropertyComponentSyntax.self)?.declName
  }

  var mistakes: [Diagnostic] {
    if function.isStatic {
      let modifier = function.hasModifier(.static) ? "static" : "class"
      return [
        Diagnosis.staticCommand.at(attribute, [.remove(modifier: modifier, from: function)])
      ]
    }
    let removal = FixIt.remove(attribute)
    if function.hasModifier(.override) {
      return [Diagnosis.overridingCommand.at(attribute, [removal])]
    }
    if function.name.isRaw {
      return [Diagnosis.rawName(name).at(function.name, [removal])]
    }
    let generics = function.genericParameterClause.map(Syntax.init)
    if let generics = generics ?? function.genericWhereClause.map(Syntax.init) {
      return [Diagnosis.genericCommand.at(generics, [removal])]
    }
    for parameter in function.signature.parameterClause.parameters where parameter.isUnfit {
      let name = (parameter.secondName ?? parameter.firstName).text
      return [Diagnosis.unfitParameter(name).at(parameter, [removal])]
    }
    if let unfit = inputWithoutOwnKey {
      return [Diagnosis.inputWithoutOwnName(unfit.key).at(attribute, [removal])]
    }
    if let result = function.signature.returnClause?.type, result.isOpaque {
      return [Diagnosis.opaqueResult.at(result, [removal])]
    }
    if let path = argument("enabled"), condition == nil, !path.is(NilLiteralExprSyntax.self) {
      return [Diagnosis.pathOfCondition.at(attribute, [removal])]
    }
    if let policy = argument("policy"), !isAsync {
      let remedy = FixIt.replace("remove policy", attribute, with: attribute.without("policy"))
      return [Diagnosis.policyWithoutEffect.at(policy, [remedy])]
    }
    return []
  }

  /// The first input whose label in the tuple of all inputs is not unique.
  private var inputWithoutOwnKey: Input? {
    guard inputs.count > 1 else { return nil }
    var seen: Set = ["_"]
    return inputs.first { !seen.insert($0.key).inserted }
  }
}

extension FunctionParameterSyntax {
  /// Whether a value cannot be passed for the parameter.
  var isUnfit: Bool {
    if ellipsis != nil || type.isOpaque || type.is(PackExpansionTypeSyntax.self) { return true }
    let attributes = type.as(AttributedTypeSyntax.self)?.attributes ?? []
    return isSpecified("inout") || isSpecified("isolated")
      || attributes.contains { $0.trimmedDescription == "@autoclosure" }
  }

  fileprivate func isSpecified(_ specifier: String) -> Bool {
    type.as(AttributedTypeSyntax.self)?.specifiers
      .contains { $0.trimmedDescription == specifier } == true
  }
}

extension DeclSyntaxProtocol {
  var hasIsolatedParameter: Bool {
    let clause =
      self.as(FunctionDeclSyntax.self)?.signature.parameterClause
      ?? self.as(InitializerDeclSyntax.self)?.signature.parameterClause
      ?? self.as(SubscriptDeclSyntax.self)?.parameterClause
    return clause?.parameters.contains { $0.isSpecified("isolated") } == true
  }
}

extension TypeSyntax {
  /// Whether the type contains an opaque type (`some`) or the type of the instance (`Self`).
  var isOpaque: Bool {
    tokens(viewMode: .sourceAccurate)
      .contains { token in
        // `Self.Kind` is a type of its own.
        token.tokenKind == .keyword(.some)
          || token.tokenKind == .keyword(.Self)
            && token.parent?.parent?.is(MemberTypeSyntax.self) != true
      }
  }

  /// The type as a type argument or as the type of a value: without attributes that only parameters and results have.
  fileprivate var asValue: String {
    if let written = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return written.wrappedType.asValue + "?"
    }
    guard let written = self.as(AttributedTypeSyntax.self) else {
      return VoidNaming().rewrite(self).trimmedDescription
    }
    var kept = written
    kept.specifiers = []
    kept.attributes = written.attributes.filter { $0.trimmedDescription != "@escaping" }
    return kept.attributes.isEmpty ? kept.baseType.asValue : kept.trimmedDescription
  }
}

/// Replaces `()` by the name of the type, because `().self` and `[()].self` are values.
private final class VoidNaming: SyntaxRewriter {
  override func visit(_ node: TupleTypeSyntax) -> TypeSyntax {
    if !node.elements.isEmpty { return super.visit(node) }
    return TypeSyntax(IdentifierTypeSyntax(name: .identifier("Void")))
  }
}

extension AttributeSyntax {
  fileprivate func without(_ label: String) -> AttributeSyntax {
    guard let list = arguments?.as(LabeledExprListSyntax.self) else { return self }
    var rest = list.filter { $0.label?.text != label }
    if let last = rest.indices.last { rest[last].trailingComma = nil }
    var new = self
    new.arguments = rest.isEmpty ? nil : .argumentList(rest)
    if rest.isEmpty {
      new.leftParen = nil
      new.rightParen = nil
    }
    return new
  }
}
