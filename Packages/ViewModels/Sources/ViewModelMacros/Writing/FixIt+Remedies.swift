import SwiftDiagnostics
import SwiftSyntax

struct Remedy: FixItMessage {
  let message: String
  var fixItID: MessageID { MessageID(domain: "ViewModels", id: message) }

  init(_ message: String) { self.message = message }
}

extension FixIt {
  static func replace(
    _ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol
  ) -> FixIt {
    FixIt(
      message: Remedy(message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  static func add<Declaration: WithAttributesSyntax>(
    attribute name: String, to declaration: Declaration
  ) -> FixIt {
    let attribute = AttributeSyntax(
      leadingTrivia: declaration.leadingTrivia,
      attributeName: IdentifierTypeSyntax(name: .identifier(name)), trailingTrivia: .space)
    var new = declaration
    new.leadingTrivia = []
    new.attributes.insert(.attribute(attribute), at: new.attributes.startIndex)
    return replace("add @\(name)", declaration, with: new)
  }

  /// Removes an attribute and keeps the comment before it.
  static func remove(_ attribute: AttributeSyntax) -> FixIt {
    replace(
      "remove @\(attribute.simpleName)", attribute,
      with: TokenSyntax.identifier("", leadingTrivia: attribute.leadingTrivia))
  }

  /// Splits a `var` into a separate declaration for each name; `nil` when that is not possible.
  static func split(_ declaration: VariableDeclSyntax) -> FixIt? {
    var type: TypeAnnotationSyntax?
    var parts: [String] = []
    for binding in declaration.bindings.reversed() {
      guard binding.pattern.is(IdentifierPatternSyntax.self) else { return nil }
      // In `x, y: Int` both variables have the type.
      type = binding.typeAnnotation ?? (binding.initializer == nil ? type : nil)
      let single = binding.with(\.typeAnnotation, type?.trimmed).with(\.trailingComma, nil)
      parts.append(declaration.trimmed.with(\.bindings, [single.trimmed]).description)
    }
    let lines = declaration.leadingTrivia.description.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let indentation = lines.last?.prefix(while: \.isWhitespace) ?? ""
    let text = parts.reversed().joined(separator: "\n\(indentation)")
    let new = TokenSyntax.identifier(
      text, leadingTrivia: declaration.leadingTrivia, trailingTrivia: declaration.trailingTrivia)
    return replace("write each alone", declaration, with: new)
  }

  static func remove<Declaration: WithModifiersSyntax>(
    modifier name: String, from declaration: Declaration
  ) -> FixIt {
    var new = declaration
    new.modifiers = declaration.modifiers.filter { $0.name.text != name }
    new.leadingTrivia = declaration.leadingTrivia
    return replace("remove \(name)", declaration, with: new)
  }
}

extension WithAttributesSyntax {
  func removing(attribute name: String) -> FixIt? {
    attribute(name).map { .remove($0) }
  }
}
