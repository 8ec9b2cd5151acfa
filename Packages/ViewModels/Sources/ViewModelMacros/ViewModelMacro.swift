import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro that turns a plain class into a view-model: nodes for its variables, isolation, conformance and a schema.
enum ViewModelMacro: TextMacro {}

extension ViewModelMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let type = declaration.as(ClassDeclSyntax.self) else { return [] }
    var attributes: [AttributeSyntax] = []
    if let variable = member.as(VariableDeclSyntax.self).map(Variable.init), !variable.isIgnored {
      switch variable.kind {
      case .constant, .computed: break
      case .stored:
        let needsNoInit = variable.firstValue != nil && type.initializers.isEmpty
        attributes.append(AttributeSyntax(text: "PropertyNode\(needsNoInit ? "(.byDefault)" : "")"))
      case .unfit(let diagnosis): diagnose(diagnosis, variable, in: context)
      }
    }
    if !type.isIsolationWritten, needsIsolation(member) {
      attributes.append(AttributeSyntax(text: "MainActor"))
    }
    return attributes
  }

  private static func diagnose(
    _ diagnosis: Diagnosis, _ variable: Variable, in context: some MacroExpansionContext
  ) {
    var remedies = [FixIt.add(attribute: "Ignored", to: variable.declaration)]
    switch diagnosis {
    case .severalNames: remedies = [FixIt.split(variable.declaration)].compactMap(\.self)
    case .lazyVariable:
      remedies.insert(.remove(modifier: "lazy", from: variable.declaration), at: 0)
    case .weakVariable, .nonisolatedVariable:
      let unfit = ["weak", "unowned", "nonisolated"]
      if let written = variable.declaration.modifiers.first(where: { unfit.contains($0.name.text) })
      {
        remedies.append(.remove(modifier: written.name.text, from: variable.declaration))
      }
    case .missingType:
      remedies.insert(.addType(to: variable), at: 0)
    default: break
    }
    context.diagnose(diagnosis.at(variable.declaration, remedies))
  }

  /// Whether the macro isolates a member to the main actor.
  private static func needsIsolation(_ member: some DeclSyntaxProtocol) -> Bool {
    guard let attributed = member.asProtocol((any WithAttributesSyntax).self),
      let modified = member.asProtocol((any WithModifiersSyntax).self),
      !attributed.isIsolationWritten, !modified.isNonisolated, !member.hasIsolatedParameter
    else { return false }
    return member.is(VariableDeclSyntax.self) || member.is(FunctionDeclSyntax.self)
      || member.is(InitializerDeclSyntax.self) || member.is(SubscriptDeclSyntax.self)
  }
}

extension ViewModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let type = declaration.as(ClassDeclSyntax.self) else {
      context.diagnose(
        Diagnosis.notAClass.at(node, [declaration.makingItAFinalClass].compactMap(\.self)))
      return []
    }
    let isRoot = protocols.contains { $0.simpleName == "SchemaInheriting" }
    if isRoot, !type.hasModifier(.final), !type.isIsolationWritten {
      context.diagnose(
        Diagnosis.neitherFinalNorIsolated.at(
          node, [type.makingItFinal, .add(attribute: "MainActor", to: type)]))
    }
    CommandChecks.diagnose(type, in: context)
    var members: [DeclSyntax] = []
    if isRoot, type.lacksInitializer { members.append(DeclSyntax(text: "@MainActor init() {}")) }
    members += NodeWriter(type: type, context: context, isRoot: isRoot).declarations
    if isRoot {
      let graph = "let ownGraph: \(bindings)Graph = \(bindings)Graph.current"
      members.append(DeclSyntax(text: "@MainActor \(type.visibleAccess())\(graph)"))
    }
    members.append(SchemaWriter(type: type, isRoot: isRoot).declaration)
    return members
  }
}

extension ViewModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let written = declaration.as(ClassDeclSyntax.self),
      protocols.contains(where: { $0.simpleName == "SchemaInheriting" })
    else { return [] }
    // An isolated class is Sendable implicitly. Here only its members are isolated, and no hidden storage is.
    let needsSendable =
      written.hasModifier(.final) && !written.isIsolationWritten
      && !written.variables.contains(where: \.declaration.hasHiddenStorage)
      && protocols.contains { $0.simpleName == "Sendable" }
    let conformances = "\(viewModels)SchemaInheriting" + (needsSendable ? ", Sendable" : "")
    let head = "\(written.deprecation)extension \(type.trimmed)"
    return [try ExtensionDeclSyntax("\(raw: head): \(raw: conformances) {}")]
  }
}

extension ClassDeclSyntax {
  /// The designated initializers; without any, a class has the initializers of its superclass, or one without
  /// parameters.
  var initializers: [InitializerDeclSyntax] {
    memberBlock.members.declarations.compactMap { $0.as(InitializerDeclSyntax.self) }
      .filter { !$0.hasModifier(.convenience) }
  }

  /// Whether a class without a superclass needs an initializer without parameters, which is also made beside those in
  /// an `#if`, because they may be inactive.
  var lacksInitializer: Bool {
    memberBlock.members.allSatisfy {
      $0.decl.as(InitializerDeclSyntax.self)?.hasModifier(.convenience) != false
    } && initializers.allSatisfy { !$0.signature.parameterClause.parameters.isEmpty }
      && areAllVariablesInitialized
  }

  var areAllVariablesInitialized: Bool {
    variables.map(\.declaration).filter { !$0.isStatic }
      .allSatisfy { declaration in
        let isLet = declaration.bindingSpecifier.tokenKind == .keyword(.let)
        return declaration.bindings.allSatisfy { binding in
          binding.initializer != nil || binding.accessorBlock != nil
            || (!isLet && binding.typeAnnotation?.type.isOptional == true)
        }
      }
  }

  fileprivate var makingItFinal: FixIt {
    var new = self
    new.leadingTrivia = leadingTrivia
    new.modifiers.append(DeclModifierSyntax(name: .keyword(.final), trailingTrivia: .space))
    return .replace("add final", self, with: new)
  }
}

extension DeclGroupSyntax {
  fileprivate var makingItAFinalClass: FixIt? {
    let keyword: TokenSyntax? =
      self.as(StructDeclSyntax.self)?.structKeyword ?? self.as(ActorDeclSyntax.self)?.actorKeyword
    guard let keyword else { return nil }
    let new = keyword.with(\.tokenKind, .identifier("final class"))
    return .replace("write final class", keyword, with: new)
  }
}

extension FixIt {
  /// Makes a fix-it that adds the type of a variable, inferred from a literal.
  fileprivate static func addType(to variable: Variable) -> FixIt {
    let name =
      switch variable.initializer?.kind {
      case .stringLiteralExpr: "String"
      case .integerLiteralExpr: "Int"
      case .floatLiteralExpr: "Double"
      case .booleanLiteralExpr: "Bool"
      default: "<#Type#>"
      }
    var new = variable.declaration
    let typed = TokenSyntax.identifier("\(variable.written): \(name)", trailingTrivia: .space)
    new.bindings[new.bindings.startIndex].pattern = PatternSyntax(
      IdentifierPatternSyntax(identifier: typed))
    return .replace("write the type", variable.declaration, with: new)
  }
}
