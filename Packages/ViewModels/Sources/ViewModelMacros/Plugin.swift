import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct ViewModelPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ViewModelMacro.self, PropertyNodeMacro.self, CommandMacro.self,
    SecureMacro.self, IgnoredMacro.self,
  ]
}
