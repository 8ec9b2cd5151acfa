import SwiftDiagnostics
import SwiftSyntax

extension MemberBlockItemListSyntax {
  /// The declarations of the list, including those in all branches of an `#if`.
  var declarations: [DeclSyntax] {
    flatMap { member in
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
      return condition.clauses.flatMap { $0.members?.declarations ?? [] }
    }
  }

  /// Returns the texts that `write` makes from each declaration; texts for an `#if` are in the same `#if`.
  func texts(_ write: (DeclSyntax) -> [String]) -> [String] {
    flatMap { member -> [String] in
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else {
        return write(member.decl)
      }
      let branches = condition.clauses.map { $0.members?.texts(write) ?? [] }
      if branches.allSatisfy(\.isEmpty) { return [] }
      let lines = zip(condition.clauses, branches).flatMap { clause, texts in
        [clause.poundKeyword.text + (clause.condition.map { " \($0.trimmed)" } ?? "")] + texts
      }
      return [(lines + ["#endif"]).joined(separator: "\n")]
    }
  }
}

extension IfConfigClauseSyntax {
  var members: MemberBlockItemListSyntax? { elements?.as(MemberBlockItemListSyntax.self) }
}

extension WithAttributesSyntax {
  /// The diagnoses for attributes inside an `#if` that are meant for ``ViewModelMacro``, which cannot see them there.
  var conditionalMarks: [Diagnostic] {
    attributes.compactMap { $0.as(IfConfigDeclSyntax.self) }.flatMap { condition in
      condition.attributes.filter { ["Command", "Secure", "Ignored"].contains($0.simpleName) }
        .map { mark in
          let alone = mark.trimmed.with(\.leadingTrivia, condition.leadingTrivia)
          return Diagnosis.conditionalMark(mark.simpleName)
            .at(mark, [.replace("remove #if", condition, with: alone)])
        }
    }
  }
}

extension IfConfigDeclSyntax {
  fileprivate var attributes: [AttributeSyntax] {
    clauses.compactMap { $0.elements?.as(AttributeListSyntax.self) }.joined().flatMap { element in
      element.as(IfConfigDeclSyntax.self)?.attributes
        ?? [element.as(AttributeSyntax.self)].compactMap(\.self)
    }
  }
}
