import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Marks a value or a command that no tool may show; the schema and the node say so.
enum SecureMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    var mistake: Diagnosis?
    var remedy: FixIt?
    if let function = declaration.as(FunctionDeclSyntax.self) {
      let isCommand = function.attribute("Command") != nil || !function.conditionalMarks.isEmpty
      mistake = isCommand ? nil : .secureWithoutNode
      remedy = function.removing(attribute: "Secure")
    } else if let variable = declaration.as(VariableDeclSyntax.self) {
      if case .constant = Variable(variable).kind {
        mistake = .secureWithoutNode
      } else if variable.attribute("Ignored") != nil {
        mistake = .secureAndIgnored
      }
      remedy = variable.removing(attribute: "Secure")
    } else {
      mistake = .secureWithoutNode
    }
    if let mistake { context.diagnose(mistake.at(node, [remedy].compactMap(\.self))) }
    return []
  }
}

/// Marks a `var` that stays as it is written.
enum IgnoredMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
