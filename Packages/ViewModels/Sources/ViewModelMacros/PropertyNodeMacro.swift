import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Turns a stored `var` into one that reads and writes a `Property` node named `$var`.
enum PropertyNodeMacro {
  static var formatMode: FormatMode { .disabled }
}

extension PropertyNodeMacro: PeerMacro {
  static func expansion(
    of attribute: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self).map(Variable.init),
      case .stored = variable.kind
    else { return [] }
    let place = context.place(of: declaration)
    let type = variable.valueType.map { "<\($0)>" } ?? ""
    let initial =
      variable.initializer?.trimmedDescription ?? (variable.isImplicitlyNil ? "nil" : nil)
    let made = initial.map {
      variable.securing("Bindings.Property\(type)(\($0), label: \"\(variable.name)\"\(place))")
    }
    let node = made.map { " = \($0)" } ?? ": Bindings.Property\(type)"
    let access = variable.declaration.access()
    // Without an initializer nobody replaces the node, and a constant is less code.
    let isConstant = attribute.arguments != nil && made != nil
    let specifier = isConstant ? "let" : "var"
    guard variable.isSetterRestricted, let value = variable.valueType else {
      let setter = isConstant || access == "private " ? "" : "private(set) "
      let declaration = "\(access)\(setter)\(specifier) $\(variable.name)\(node)"
      return [DeclSyntax(text: "@MainActor " + declaration)]
    }
    return [
      DeclSyntax(text: "@MainActor private \(specifier) \(variable.nodeName)\(node)"),
      DeclSyntax(
        text: """
          @MainActor \(access)var $\(variable.name): any Bindings.ObservableValue<\(value)> {
            \(variable.nodeName)
          }
          """),
    ]
  }
}

extension PropertyNodeMacro: AccessorMacro {
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
    let made = variable.securing(
      """
      Bindings.Property(
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
  /// The arguments that tell a node where it is declared; empty when that is not known.
  func place(of declaration: some SyntaxProtocol) -> String {
    guard
      let location = location(
        of: declaration, at: .afterLeadingTrivia, filePathMode: .fileID)
    else { return "" }
    return
      ", fileID: \(location.file.trimmedDescription), line: \(location.line.trimmedDescription)"
  }
}
