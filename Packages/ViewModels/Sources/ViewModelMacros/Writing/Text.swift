import SwiftSyntax
import SwiftSyntaxMacros

// The module prefixes in generated code. With `::`, no type of the program can hide the module; compilers that do
// not support `::` get a dot.
#if compiler(>=6.3)
  let bindings = "Bindings::"
  let viewModels = "ViewModels::"
#else
  let bindings = "Bindings."
  let viewModels = "ViewModels."
#endif

/// A macro that generates its code as text.
///
/// The compiler parses the generated code. Parsing and formatting it here, too, took most of an expansion's time.
protocol TextMacro: Macro {}

extension TextMacro {
  static var formatMode: FormatMode { .disabled }
}

extension DeclSyntax {
  init(text: String) { self.init(MissingDeclSyntax(placeholder: .identifier(text))) }
}

extension AccessorDeclSyntax {
  init(text: String) { self.init(accessorSpecifier: .identifier(text)) }
}

extension AttributeSyntax {
  init(text: String) {
    self.init(attributeName: IdentifierTypeSyntax(name: .identifier(text)))
  }
}
