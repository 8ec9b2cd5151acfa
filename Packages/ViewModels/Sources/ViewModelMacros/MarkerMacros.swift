import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Marks a value or a command that no tool may show; the schema and the node say so.
enum SecureMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if declaration.as(FunctionDeclSyntax.self)?.attribute("Command") != nil { return [] }
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      context.diagnose(Diagnosis.secureWithoutNode.at(node))
      return []
    }
    let written = variable.attribute("Secure") ?? node
    let remedy = FixIt.remove(attribute: written, from: variable)
    if case .constant = Variable(variable).kind {
      context.diagnose(Diagnosis.secureWithoutNode.at(node, [remedy]))
    } else if variable.attribute("Ignored") != nil {
      context.diagnose(Diagnosis.secureAndIgnored.at(node, [remedy]))
    }
    return []
  }
}

/// Marks a `var` that stays as it is written.
enum IgnoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
