import SwiftDiagnostics
import SwiftSyntax

/// The text of a fix-it.
struct Remedy: FixItMessage {
  let message: String
  var fixItID: MessageID { MessageID(domain: "ViewModels", id: message) }

  init(_ message: String) { self.message = message }
}

extension FixIt {
  /// Writes one thing in place of another.
  static func replace(
    _ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol
  ) -> FixIt {
    FixIt(
      message: Remedy(message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// Puts an attribute in front of a declaration.
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

  /// Takes an attribute away, and leaves the comment before it.
  static func remove(_ attribute: AttributeSyntax) -> FixIt {
    replace(
      "remove @\(attribute.simpleName)", attribute,
      with: TokenSyntax.identifier("", leadingTrivia: attribute.leadingTrivia))
  }

  /// Writes a declaration of its own for each name in a `var`; `nil` when that is not possible.
  static func split(_ declaration: VariableDeclSyntax) -> FixIt? {
    var type: TypeAnnotationSyntax?
    var parts: [VariableDeclSyntax] = []
    for binding in declaration.bindings.reversed() {
      guard binding.pattern.is(IdentifierPatternSyntax.self) else { return nil }
      // In `x, y: Int` the type is that of both.
      type = binding.typeAnnotation ?? (binding.initializer == nil ? type : nil)
      var single = binding
      single.typeAnnotation = type?.trimmed
      single.trailingComma = nil
      var part = declaration.trimmed
      part.bindings = [single.trimmed]
      parts.insert(part, at: 0)
    }
    let indentation = declaration.leadingTrivia.description.split(separator: "\n").last ?? ""
    let items = parts.enumerated().map { index, part in
      let leading =
        index == 0 ? declaration.leadingTrivia : [.newlines(1), .spaces(indentation.count)]
      return MemberBlockItemSyntax(decl: part.with(\.leadingTrivia, leading))
    }
    let new = MemberBlockItemListSyntax(items)
    return replace("write each alone", declaration, with: new)
  }

  /// Takes a modifier away from a declaration.
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
  /// The fix-it that takes the attribute of that name away; `nil` when there is none.
  func removing(attribute name: String) -> FixIt? {
    attribute(name).map { .remove($0) }
  }
}
