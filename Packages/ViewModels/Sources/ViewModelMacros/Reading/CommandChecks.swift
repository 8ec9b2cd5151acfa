import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The mistakes with names that only the whole class shows.
enum CommandChecks {
  static func diagnose(_ type: ClassDeclSyntax, in context: some MacroExpansionContext) {
    var seen: Set<String> = []
    diagnoseDuplicates(in: type.memberBlock.members, &seen, in: context)
    for member in type.memberBlock.members.declarations {
      let marks = member.asProtocol((any WithAttributesSyntax).self)?.conditionalMarks ?? []
      for mark in marks {
        context.diagnose(
          Diagnosis.conditionalMark(mark.attribute.simpleName).at(mark.attribute, [mark.remedy]))
      }
    }
    for command in type.commands {
      // A class with a superclass may inherit the condition; there the compiler looks for it.
      guard let condition = command.condition, type.inheritanceClause == nil else { continue }
      let name = condition.baseName.plainText
      if type.nodeNames.contains(name) { continue }
      context.diagnose(
        Diagnosis.unknownCondition(name).at(condition, [.remove(command.attribute)]))
    }
  }

  /// Finds members of one first name, by which tools know them.
  ///
  /// Each branch of an `#if` may have one of the same name.
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
      } else if let variable = member.decl.as(VariableDeclSyntax.self).map(Variable.init),
        variable.hasNode, !variable.declaration.isPrivate, !seen.insert(variable.name).inserted
      {
        context.diagnose(
          Diagnosis.duplicateName(variable.name)
            .at(variable.declaration, [.add(attribute: "Ignored", to: variable.declaration)]))
      }
    }
  }
}

extension ClassDeclSyntax {
  var commands: [CommandShape] {
    memberBlock.members.declarations.compactMap { $0.as(FunctionDeclSyntax.self) }
      .compactMap(CommandShape.init)
  }
}
