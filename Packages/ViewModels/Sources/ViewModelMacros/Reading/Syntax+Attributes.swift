import SwiftSyntax

extension WithAttributesSyntax {
  /// Returns the attribute with that name, written with or without its module.
  func attribute(_ name: String) -> AttributeSyntax? {
    attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.simpleName == name }
  }

  var isIsolationWritten: Bool {
    attributes.contains { element in
      guard let name = element.as(AttributeSyntax.self)?.simpleName else { return false }
      return name.hasSuffix("Actor") || name == "concurrent"
    }
  }

  /// Whether the declaration is unavailable on all platforms, by `@available(*, unavailable)`.
  var isUnavailable: Bool {
    attributes.contains { element in
      guard let attribute = element.as(AttributeSyntax.self), attribute.simpleName == "available",
        case .availability(let arguments) = attribute.arguments
      else { return false }
      let words = arguments.map { $0.argument.as(TokenSyntax.self)?.text }
      // A declaration that is unavailable on one platform is still used on the others.
      return words.first == "*" && words.contains("unavailable")
    }
  }

  /// The attribute for generated code that uses the declaration, followed by a space; empty unless it is deprecated.
  ///
  /// Deprecated code may use deprecated declarations without a warning.
  var deprecation: String {
    let availability = attributes.compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.simpleName == "available" }
    let isDeprecated = availability.contains { $0.trimmedDescription.contains("deprecated") }
    return isDeprecated ? "@available(*, deprecated) " : ""
  }

  var isSecure: Bool { attribute("Secure") != nil }

  /// Whether an attribute may be a wrapper, which stores the value in a variable of its own, or a result builder, which
  /// transforms a getter: each that is not known.
  var hasUnknownAttribute: Bool {
    let known = [
      "available", "inlinable", "inline", "nonobjc", "objc", "usableFromInline", "Ignored",
      "MainActor", "PropertyNode", "Secure",
    ]
    return attributes.contains { element in
      guard let attribute = element.as(AttributeSyntax.self) else { return true }
      return !known.contains(attribute.simpleName)
    }
  }

  /// The expression that makes the node or command; a secure one is wrapped in a call that marks it.
  func securing(_ made: String) -> String {
    isSecure ? "\(viewModels)NodeFactory.secure(\(made))" : made
  }
}

extension AttributeSyntax {
  /// The attribute's name without its module.
  var simpleName: String { attributeName.simpleName }
}

extension TypeSyntax {
  /// The type's name without its qualifier: `Module.`, `Module::` or `Outer.`.
  var simpleName: String {
    self.as(MemberTypeSyntax.self)?.name.text ?? self.as(IdentifierTypeSyntax.self)?.name.text
      ?? trimmedDescription
  }
}

extension WithModifiersSyntax {
  func hasModifier(_ keyword: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil }
  }

  /// Whether the declaration is nonisolated, including `nonisolated(unsafe)`.
  var isNonisolated: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.nonisolated) } }

  var isWeak: Bool { modifiers.contains { ["weak", "unowned"].contains($0.name.text) } }

  var isStatic: Bool { hasModifier(.static) || hasModifier(.class) }

  /// Returns the access level for a generated declaration next to this one, followed by a space.
  func access(isOverridable: Bool = false) -> String {
    let level = modifiers.first { modifier in
      modifier.detail == nil
        && ["open", "public", "package", "internal", "fileprivate", "private"]
          .contains(modifier.name.text)
    }
    guard let level else { return "" }
    return (level.name.text == "open" && !isOverridable ? "public" : level.name.text) + " "
  }

  /// Returns the access level with which a member is visible wherever the declaration is, followed by a space.
  func visibleAccess(isOverridable: Bool = false) -> String {
    let level = access(isOverridable: isOverridable)
    return level == "private " ? "fileprivate " : level
  }

  var isPrivate: Bool { hasModifier(.private) || hasModifier(.fileprivate) }
}

extension SyntaxProtocol {
  /// The first paragraph of the documentation comment above the declaration, with its lines joined by
  /// spaces.
  var documentation: String {
    var lines: [String] = []
    for piece in leadingTrivia {
      switch piece {
      case .docLineComment(let text):
        lines.append(text.dropFirst(3).drop { $0 == " " }.description)
      case .docBlockComment(let text): lines = text.linesOfDocumentation
      case .newlines(let count), .carriageReturnLineFeeds(let count), .carriageReturns(let count):
        if count > 1 { lines.removeAll() }
      case .lineComment, .blockComment: lines.removeAll()
      default: break
      }
    }
    return lines.prefix { !$0.isEmpty }.joined(separator: " ")
  }
}

extension String {
  /// The lines of a `/** … */` comment without leading asterisks.
  fileprivate var linesOfDocumentation: [String] {
    let lines = dropFirst(3).dropLast(2).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    )
    .map { line in
      let text = line.drop(while: \.isWhitespace)
      let isStarred = text.first == "*" && text.dropFirst().first != "*"
      return (isStarred ? text.dropFirst() : text).split(separator: " ").joined(separator: " ")
    }
    return Array(lines.drop(while: \.isEmpty))
  }
}
