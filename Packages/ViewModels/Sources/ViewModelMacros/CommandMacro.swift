import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Gives a method a command named `methodCommand`, made when first asked for.
enum CommandMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let function = declaration.as(FunctionDeclSyntax.self),
      let command = CommandShape(function)
    else {
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
    let mistakes = command.mistakes
    guard mistakes.isEmpty else {
      mistakes.forEach(context.diagnose)
      return []
    }
    return peers(of: command, place: context.place(of: declaration))
  }

  private static func peers(of command: CommandShape, place: String) -> [DeclSyntax] {
    let name = command.name
    let type = "Bindings.Command<\(command.input), \(command.output)>"
    var settings = ""
    if let condition = command.condition {
      settings += ", enabled: self.$\(condition.baseName.text)"
    }
    if let policy = command.argument("policy") {
      settings += ", policy: \(policy.trimmedDescription)"
    }
    let effects = (command.isThrowing ? "try " : "") + (command.isAsync ? "await " : "")
    let factory = command.isAsync ? "asyncCommand" : "command"
    let parameters = command.inputs.isEmpty ? "owner, _" : "owner, input"
    let made = command.function.securing(
      """
      ViewModels.NodeFactory.\(factory)(
          &_command_\(name), of: self, label: "\(name)"\(settings)\(place)
        ) { \(parameters) in
          \(effects)owner.\(name)(\(command.arguments))
        }
      """)
    return [
      DeclSyntax(
        text: """
          @MainActor \(command.function.access())var \(name)Command: \(type) {
            \(made)
          }
          """),
      DeclSyntax(text: "@MainActor private var _command_\(name): \(type)?"),
    ]
  }
}
