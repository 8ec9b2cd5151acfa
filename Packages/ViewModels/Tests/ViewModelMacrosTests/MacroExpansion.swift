import Foundation
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import ViewModelMacros

private let macros: [String: MacroSpec] = [
  "ViewModel": MacroSpec(
    type: ViewModelMacro.self, conformances: ["SchemaInheriting", "Sendable"]),
  "PropertyNode": MacroSpec(type: PropertyNodeMacro.self),
  "Command": MacroSpec(type: CommandMacro.self),
  "Secure": MacroSpec(type: SecureMacro.self),
  "Ignored": MacroSpec(type: IgnoredMacro.self),
]

/// Checks what the macros make of `source`.
///
/// `only` names the macros to expand; all when it is empty. `expanded` names modules as in
/// `Bindings::Property`, of which an older compiler gets a dot.
func expectExpansion(
  _ source: String, _ expanded: String, only: Set<String> = [],
  location: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source,
    expandedSource: expanded.replacing("Bindings::", with: bindings)
      .replacing("ViewModels::", with: viewModels),
    macroSpecs: macros.filter { only.isEmpty || only.contains($0.key) },
    indentationWidth: .spaces(2)
  ) { failure in
    Issue.record("\(failure.message)", sourceLocation: location)
  }
}

/// What the macros make of `source`.
func expansion(of source: String) -> String {
  let file = Parser.parse(source: source)
  let context = BasicMacroExpansionContext(
    sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
  return file.expand(
    macroSpecs: macros,
    contextGenerator: {
      BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
    }
  ).description
}

/// What a programmer sees of one mistake: the message, and what each fix-it would write.
struct Complaint: Equatable, CustomStringConvertible {
  let message: String
  let remedies: [String]
  /// The whole source with one of the fix-its applied.
  var mended: [String] = []

  static func == (lhs: Complaint, rhs: Complaint) -> Bool {
    lhs.message == rhs.message && lhs.remedies == rhs.remedies
  }

  var description: String { ([message] + remedies).joined(separator: "\n") }
}

/// The mistakes that the macros find in `source`.
///
/// A remedy reads `message: new source`.
func complaints(about source: String) -> [Complaint] {
  let file = Parser.parse(source: source)
  let context = BasicMacroExpansionContext(
    sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
  _ = file.expand(
    macroSpecs: macros,
    contextGenerator: {
      BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
    })
  return context.diagnostics.map { diagnostic in
    Complaint(
      message: diagnostic.message,
      remedies: diagnostic.fixIts.map { fixIt in
        let written = fixIt.edits.map(\.replacement).joined(separator: " ")
        return "\(fixIt.message.message): \(written.split(separator: " ").joined(separator: " "))"
      },
      mended: diagnostic.fixIts.map { $0.applied(to: source) })
  }
}

extension FixIt {
  /// The source after the changes.
  ///
  /// Nodes that a macro was given stand for themselves, so their place is found by their text.
  fileprivate func applied(to source: String) -> String {
    changes.reduce(into: source) { source, change in
      guard case .replace(let old, let new) = change,
        let place = source.range(of: old.description)
      else { return }
      source.replaceSubrange(place, with: new.description)
    }
  }
}
