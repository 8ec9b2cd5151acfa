import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro that marks a method with a command and diagnoses mistakes; ``ViewModelMacro`` generates the command.
enum CommandMacro: PeerMacro, TextMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let function = declaration.as(FunctionDeclSyntax.self)
    // For a method in an `#if`, the macro of the class reports the mistakes.
    if function?.isUnavailable == true || function?.conditionalMarks.isEmpty == false { return [] }
    guard let command = function.flatMap(CommandShape.init) else {
      let variable = declaration.as(VariableDeclSyntax.self)
      let remedy = variable.flatMap { $0.removing(attribute: "Command") }
      context.diagnose(Diagnosis.commandOnSomethingElse.at(node, [remedy].compactMap(\.self)))
      return []
    }
    guard
      context.lexicalContext.first?.as(ClassDeclSyntax.self)?.attribute("ViewModel") != nil
    else {
      let remedy = FixIt.remove(command.attribute)
      context.diagnose(Diagnosis.commandOutsideViewModel.at(node, [remedy]))
      return []
    }
    command.mistakes.forEach(context.diagnose)
    return []
  }
}
