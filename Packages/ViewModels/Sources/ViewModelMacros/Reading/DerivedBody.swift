import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that a getter reads, and its body rewritten to read derived values through their nodes.
///
/// A getter that reads another computed `var` would run that getter each time and depend on that getter's
/// dependencies. Reading the node instead computes each value once and gives the graph its edges.
struct DerivedBody {
  let mentions: Set<String>
  private let body: CodeBlockItemListSyntax?
  private let derived: Set<String>
  /// Whether a copy of the body could mean something else: an attribute transforms it, or it contains a macro, such as
  /// `#function`, a type, or another `self`.
  private let isBoundToPlace: Bool

  /// Analyses a getter; `members` are the member names to look for, `nil` for all names that could be members.
  init(of block: AccessorBlockSyntax, members: Set<String>?, derived: Set<String> = []) {
    var isTransformed = false
    switch block.accessors {
    case .getter(let statements): body = statements
    case .accessors(let accessors):
      let getter = accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
      body = getter?.body?.statements
      isTransformed = getter?.hasUnknownAttribute == true
    }
    self.derived = derived
    let names = BodyNames(viewMode: .sourceAccurate)
    if let body { names.walk(body) }
    // A name that is local anywhere in the body is not rewritten; reading the getter is correct, too.
    let read = names.read.subtracting(names.locals)
    mentions = members.map(read.intersection) ?? read
    isBoundToPlace = isTransformed || names.isBoundToPlace || names.locals.contains("self")
  }

  /// The body that reads derived values through their nodes; `nil` when it reads none, or must not be copied.
  var rewritten: CodeBlockItemListSyntax? {
    let names = mentions.intersection(derived)
    guard !names.isEmpty, !isBoundToPlace, let body else { return nil }
    return NodeReading(names).rewrite(body).cast(CodeBlockItemListSyntax.self)
  }
}

/// The names that a body reads as members, and those that it declares itself.
private final class BodyNames: SyntaxVisitor {
  var read: Set<String> = []
  var locals: Set<String> = []
  var isBoundToPlace = false

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    let declaring: [any SyntaxProtocol.Type] = [
      IdentifierPatternSyntax.self, ClosureShorthandParameterSyntax.self,
      ClosureParameterSyntax.self, ClosureCaptureSyntax.self, AccessorParametersSyntax.self,
      FunctionParameterSyntax.self,
    ]
    if let parent = token.parent,
      declaring.contains(where: { parent.is($0) }) || parent.isProtocol((any NamedDeclSyntax).self)
    {
      locals.insert(token.plainText)
      // The names in a type may be its own inherited members.
      if parent.isProtocol((any DeclGroupSyntax).self) { isBoundToPlace = true }
    }
    return .skipChildren
  }
  override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
    locals.insert("error")
    return .visitChildren
  }
  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    locals.formUnion(["newValue", "oldValue"])
    return .visitChildren
  }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    isBoundToPlace = true
    return .visitChildren
  }
  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.isOwnMember { read.insert(node.baseName.plainText) }
    return .visitChildren
  }
}

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
  /// Whether the name is used alone or after `self.`, but not in a key path and not as a called function.
  ///
  /// A called name may be a method with the same name, and `Module::name` refers to a module.
  fileprivate var isOwnMember: Bool {
    if argumentNames != nil || moduleSelector != nil { return false }
    if let access = parent?.as(MemberAccessExprSyntax.self), access.declName.id == id {
      return access.base?.isSelf == true && !access.isCalled
    }
    return !isCalled && parent?.is(KeyPathPropertyComponentSyntax.self) != true
  }

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
