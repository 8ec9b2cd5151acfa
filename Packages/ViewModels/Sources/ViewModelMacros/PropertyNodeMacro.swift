import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro that connects a stored `var` to its `Property` node; ``ViewModelMacro`` generates the node.
enum PropertyNodeMacro: AccessorMacro, TextMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self).map(Variable.init),
      case .stored = variable.kind
    else { return [] }
    let storage = variable.nodeName
    let access = "get { \(storage).value }\nset { \(storage).value = newValue }"
    if node.arguments != nil { return [AccessorDeclSyntax(text: access)] }
    let made = variable.declaration.securing(
      """
      \(bindings)Property(
          initialValue, label: "\(variable.name)"\(context.place(of: declaration)))
      """)
    return [
      AccessorDeclSyntax(
        text: """
          @storageRestrictions(initializes: \(storage))
          init(initialValue) {
            \(storage) = \(made)
          }
          \(access)
          """)
    ]
  }
}

extension MacroExpansionContext {
  /// Returns the arguments for the source location of a node; empty when the location is unknown.
  func place(of declaration: some SyntaxProtocol) -> String {
    guard
      let location = location(
        of: declaration, at: .afterLeadingTrivia, filePathMode: .fileID)
    else { return "" }
    return
      ", fileID: \(location.file.trimmedDescription), line: \(location.line.trimmedDescription)"
  }
}
