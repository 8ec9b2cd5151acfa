import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Gives a computed `var` a `Computed` node named `$var`, made when first asked for.
enum DerivedNodeMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

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
          &_node_\(name), of: self, label: "\(name)"\(context.place(of: declaration))
        ) { \(compute) }
      """)
    var peers = [
      DeclSyntax(
        text: """
          @MainActor \(access)\(override)var $\(name): Bindings.Computed<\(type)> {
            \(made)
          }
          """),
      DeclSyntax(text: "@MainActor private var _node_\(name): Bindings.Computed<\(type)>?"),
    ]
    if let body {
      peers.append(
        DeclSyntax(
          text: """
            @MainActor private func _derive_\(name)() -> \(type) {\(body)
            }
            """))
    }
    return peers
  }
}
