import SwiftSyntax
import SwiftSyntaxBuilder

/// The names that a getter mentions, and its body with derived values read through their nodes.
///
/// A getter that reads another computed `var` runs that getter again each time and depends on what
/// is beneath it. Reading the node instead computes each value once and gives the graph its edges.
struct DerivedBody {
  let mentions: Set<String>
  private let body: CodeBlockItemListSyntax?
  private let derived: Set<String>

  /// - Parameters:
  ///   - block: The accessors of the `var`.
  ///   - members: The names to look for; `nil` for all that may be a member.
  ///   - derived: The names that have a derived node.
  init(of block: AccessorBlockSyntax, members: Set<String>?, derived: Set<String> = []) {
    switch block.accessors {
    case .getter(let statements): body = statements
    case .accessors(let accessors):
      body =
        accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
    }
    self.derived = derived
    guard let body else {
      mentions = []
      return
    }
    let locals = LocalNames(viewMode: .sourceAccurate)
    locals.walk(body)
    let reader = MentionReader(candidates: members, locals: locals.names)
    reader.walk(body)
    mentions = reader.found
  }

  /// The body with derived values read through their nodes; `nil` when it mentions none.
  var rewritten: CodeBlockItemListSyntax? {
    let names = mentions.intersection(derived)
    guard !names.isEmpty, let body else { return nil }
    return NodeReading(names).rewrite(body).cast(CodeBlockItemListSyntax.self)
  }
}

/// The names that a body declares itself: they hide the members of the same name.
private final class LocalNames: SyntaxVisitor {
  var names: Set<String> = []

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    let declaring: [any SyntaxProtocol.Type] = [
      IdentifierPatternSyntax.self, ClosureShorthandParameterSyntax.self,
      ClosureParameterSyntax.self, ClosureCaptureSyntax.self, AccessorParametersSyntax.self,
      FunctionDeclSyntax.self, FunctionParameterSyntax.self,
    ]
    if let parent = token.parent, declaring.contains(where: { parent.is($0) }) {
      names.insert(token.plainText)
    }
    return .skipChildren
  }
  override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
    names.insert("error")
    return .visitChildren
  }
  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    names.formUnion(["newValue", "oldValue"])
    return .visitChildren
  }
}

/// Finds the members that a body reads by name.
private final class MentionReader: SyntaxVisitor {
  var found: Set<String> = []
  private let candidates: Set<String>?
  private let locals: Set<String>

  init(candidates: Set<String>?, locals: Set<String>) {
    self.candidates = candidates
    self.locals = locals
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.plainText
    // A name that is local anywhere in the body is left alone: reading the getter is right too.
    let isCandidate = candidates?.contains(name) ?? (name.first?.isLowercase == true)
    if node.isOwnMember, isCandidate, !locals.contains(name) { found.insert(name) }
    return .visitChildren
  }
}

/// Reads members through their nodes.
private final class NodeReading: SyntaxRewriter {
  private let names: Set<String>

  init(_ names: Set<String>) { self.names = names }

  override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
    let name = node.baseName.plainText
    guard node.isOwnMember, names.contains(name) else { return ExprSyntax(node) }
    let text = (node.isNameOfAccess ? "" : "self.") + "$\(name).value"
    return ExprSyntax(node.with(\.baseName, node.baseName.with(\.tokenKind, .identifier(text))))
  }
}

extension DeclReferenceExprSyntax {
  /// Whether the name stands alone or after `self.`, outside of key paths and not to be called.
  ///
  /// What is called may be a method of the same name.
  fileprivate var isOwnMember: Bool {
    if argumentNames != nil { return false }
    if let access = parent?.as(MemberAccessExprSyntax.self), access.declName.id == id {
      return access.base?.isSelf == true && !access.isCalled
    }
    return !isCalled && parent?.is(KeyPathPropertyComponentSyntax.self) != true
  }

  /// Whether the name stands after a dot.
  fileprivate var isNameOfAccess: Bool {
    parent?.as(MemberAccessExprSyntax.self)?.declName.id == id
  }
}

extension ExprSyntaxProtocol {
  fileprivate var isCalled: Bool {
    parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == id
  }
}

extension ExprSyntax {
  fileprivate var isSelf: Bool {
    self.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
  }
}
