import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Gives a computed `var` a `Computed` node named `$var`, made when first asked for.
enum DerivedNodeMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self).map(Variable.init),
      case .computed(let block) = variable.kind, let type = variable.valueType
    else { return [] }
    let name = variable.name
    let derived = Set(
      (node.arguments?.as(LabeledExprListSyntax.self) ?? []).compactMap {
        $0.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      })
    let access = variable.declaration.access(isOverridable: true)
    let override = variable.declaration.hasModifier(.override) ? "override " : ""
    let body = DerivedBody(of: block, members: derived, derived: derived).rewritten
    let compute = body == nil ? "$0.\(name)" : "$0._derive_\(name)()"
    let made = variable.securing(
      """
      ViewModels.NodeFactory.derived(
          of: self, label: "\(name)"\(context.place(of: declaration))) { \(compute) }
      """)
    var peers: [DeclSyntax] = [
      """
      @MainActor \(raw: access)\(raw: override)var $\(raw: name): Bindings.Computed<\(raw: type)> {
        if let made = _node_\(raw: name) { return made }
        let made = \(raw: made)
        _node_\(raw: name) = made
        return made
      }
      """,
      "@MainActor private var _node_\(raw: name): Bindings.Computed<\(raw: type)>?",
    ]
    if let body {
      peers.append(
        """
        @MainActor private func _derive_\(raw: name)() -> \(raw: type) {\(body)
        }
        """)
    }
    return peers
  }
}
