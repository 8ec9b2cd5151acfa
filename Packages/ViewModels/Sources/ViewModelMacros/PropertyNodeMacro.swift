import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Turns a stored `var` into one that reads and writes a `Property` node named `$var`.
enum PropertyNodeMacro {}

extension PropertyNodeMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
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
    guard variable.isSetterRestricted, let value = variable.valueType else {
      let setter = access == "private " ? "" : "private(set) "
      return ["@MainActor \(raw: access)\(raw: setter)var $\(raw: variable.name)\(raw: node)"]
    }
    return [
      "@MainActor private var \(raw: variable.nodeName)\(raw: node)",
      """
      @MainActor \(raw: access)var $\(raw: variable.name): any Bindings.ObservableValue<\(raw: value)> {
        \(raw: variable.nodeName)
      }
      """,
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
    let node = variable.nodeName
    let made = variable.securing(
      """
      Bindings.Property(
          initialValue, label: "\(variable.name)"\(context.place(of: declaration)))
      """)
    return [
      """
      @storageRestrictions(initializes: \(raw: node))
      init(initialValue) {
        \(raw: node) = \(raw: made)
      }
      """,
      "get { \(raw: node).value }",
      "set { \(raw: node).value = newValue }",
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
