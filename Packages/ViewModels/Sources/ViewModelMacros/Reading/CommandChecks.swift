import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Checks of names that need the whole class.
enum CommandChecks {
  static func diagnose(_ type: ClassDeclSyntax, in context: some MacroExpansionContext) {
    var seen: Set<String> = []
    diagnoseDuplicates(in: type.memberBlock.members, &seen, in: context)
    for member in type.memberBlock.members.declarations {
      member.asProtocol((any WithAttributesSyntax).self)?.conditionalMarks
        .forEach(context.diagnose)
      // A class with a superclass may inherit the condition; in this case the compiler checks the name.
      guard let command = member.as(FunctionDeclSyntax.self).flatMap(CommandShape.init),
        let condition = command.condition, type.inheritanceClause == nil,
        !type.nodeNames.contains(condition.baseName.plainText)
      else { continue }
      context.diagnose(unknown(condition, of: command, in: type))
    }
  }

  /// Diagnoses members with the same base name, which tools use to identify them.
  ///
  /// Different branches of an `#if` may use the same name.
  private static func diagnoseDuplicates(
    in members: MemberBlockItemListSyntax, _ seen: inout Set<String>,
    in context: some MacroExpansionContext
  ) {
    for member in members {
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        let before = seen
        for branch in condition.clauses.compactMap(\.members) {
          var own = before
          diagnoseDuplicates(in: branch, &own, in: context)
          seen.formUnion(own)
        }
      } else if let command = member.decl.as(FunctionDeclSyntax.self).flatMap(CommandShape.init) {
        let isOwnCommand = seen.insert("\(command.name)Command").inserted
        let isOwnName = command.function.isPrivate || seen.insert(command.name).inserted
        if isOwnCommand && isOwnName { continue }
        context.diagnose(
          Diagnosis.duplicateName(command.name)
            .at(command.attribute, [.remove(command.attribute)]))
      } else if let declaration = member.decl.as(VariableDeclSyntax.self),
        Variable(declaration).isMember
      {
        for name in declaration.identifiers.map(\.plainText) where !seen.insert(name).inserted {
          context.diagnose(
            Diagnosis.duplicateName(name)
              .at(declaration, [.add(attribute: "Ignored", to: declaration)]))
        }
      }
    }
  }

  private static func unknown(
    _ condition: DeclReferenceExprSyntax, of command: CommandShape, in type: ClassDeclSyntax
  ) -> Diagnostic {
    let name = condition.baseName.plainText
    let remedy: FixIt
    if let nearest = type.nodeNames.nearest(to: name) {
      remedy = .replace(
        "write \(nearest)", condition,
        with: DeclReferenceExprSyntax(baseName: .identifier(nearest.asMember))
      )
    } else {
      remedy = .remove(command.attribute)
    }
    return Diagnosis.unknownCondition(name).at(condition, [remedy])
  }
}

extension Set<String> {
  /// The name with the smallest edit distance to a misspelt one, if it is near enough to be meant.
  fileprivate func nearest(to name: String) -> String? {
    sorted().map { (name: $0, distance: $0.distance(to: name)) }
      .filter { $0.distance <= Swift.max(2, name.count / 3) }
      .min { $0.distance < $1.distance }?.name
  }
}

extension String {
  /// The edit distance: the number of characters to insert, remove or replace.
  fileprivate func distance(to other: String) -> Int {
    let other = Array(other)
    var row = Array(0...other.count)
    for (i, character) in enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in other.indices {
        let replaced = diagonal + (character == other[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = Swift.min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
