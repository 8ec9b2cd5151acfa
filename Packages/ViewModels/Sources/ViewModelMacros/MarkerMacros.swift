import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The macro that marks a value or command as secret; the schema and the node carry the mark.
enum SecureMacro: PeerMacro, TextMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let function = declaration.as(FunctionDeclSyntax.self)
    let variable = declaration.as(VariableDeclSyntax.self)
    var mistake = Diagnosis.secureWithoutNode
    if let function {
      if function.attribute("Command") != nil || !function.conditionalMarks.isEmpty { return [] }
    } else if let variable, !Variable(variable).isConstant {
      if variable.attribute("Ignored") == nil { return [] }
      mistake = .secureAndIgnored
    }
    let remedy =
      function?.removing(attribute: "Secure") ?? variable?.removing(attribute: "Secure")
    context.diagnose(mistake.at(node, [remedy].compactMap(\.self)))
    return []
  }
}

/// The macro that marks a `var` or `let` that stays an ordinary one.
enum IgnoredMacro: PeerMacro, TextMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
