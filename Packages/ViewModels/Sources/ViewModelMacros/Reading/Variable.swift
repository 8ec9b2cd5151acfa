import SwiftParser
import SwiftSyntax

/// One `var` or `let` of a class, as far as the macros tell them apart.
struct Variable {
  enum Kind {
    /// `let`, or a `var` of the type.
    case constant
    case stored
    case computed(AccessorBlockSyntax)
    /// A `var` that cannot become a node; why not.
    case unfit(Diagnosis)
  }

  let declaration: VariableDeclSyntax
  let kind: Kind
  /// The name; empty when the declaration names none or several.
  let name: String
  /// The name as it is written, with its backticks.
  let written: String
  let type: TypeSyntax?
  let initializer: ExprSyntax?

  init(_ declaration: VariableDeclSyntax) {
    self.declaration = declaration
    let binding = declaration.bindings.first
    let pattern = binding?.pattern.as(IdentifierPatternSyntax.self)
    name = pattern?.identifier.plainText ?? ""
    written = pattern?.identifier.text ?? ""
    type = binding?.typeAnnotation?.type
    initializer = binding?.initializer?.value
    kind = Self.kind(of: declaration, binding: binding, type: type)
  }

  private static func kind(
    of declaration: VariableDeclSyntax, binding: PatternBindingSyntax?, type: TypeSyntax?
  ) -> Kind {
    if declaration.bindingSpecifier.tokenKind == .keyword(.let) || declaration.isStatic {
      return .constant
    }
    guard let binding, declaration.bindings.count == 1,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { return .unfit(.severalNames) }
    if pattern.identifier.isRaw { return .unfit(.rawName(pattern.identifier.plainText)) }
    if declaration.hasModifier(.lazy) { return .unfit(.lazyVariable) }
    if declaration.isWeak { return .unfit(.weakVariable) }
    if type?.isOpaque == true { return .unfit(.opaqueType) }
    guard let block = binding.accessorBlock else {
      if declaration.isNonisolated { return .unfit(.nonisolatedVariable) }
      if declaration.hasForeignAttribute { return .unfit(.foreignAttribute) }
      let needsType = declaration.isSetterRestricted && type == nil
      return needsType ? .unfit(.missingType) : .stored
    }
    guard case .accessors(let accessors) = block.accessors else { return .computed(block) }
    if accessors.contains(where: { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }) {
      return .unfit(.observingAccessor)
    }
    if accessors.contains(where: { $0.effectSpecifiers != nil }) { return .unfit(.effects) }
    return .computed(block)
  }
}

extension TokenSyntax {
  /// The name without the backticks that a keyword needs.
  var plainText: String {
    isInBackticks ? String(text.dropFirst().dropLast()) : text
  }

  /// Whether the name can only be written in backticks: `my name`, `2nd`.
  var isRaw: Bool {
    isInBackticks && plainText.isRaw
  }

  private var isInBackticks: Bool { text.count > 2 && text.first == "`" && text.last == "`" }
}

extension String {
  /// Whether the plain name is neither an identifier nor a keyword.
  fileprivate var isRaw: Bool {
    // A keyword becomes an ordinary name by an underscore before it.
    first?.isNumber == true || !("_" + self).isValidSwiftIdentifier(for: .variableName)
  }

  /// The plain name as it is written after a dot.
  var asMember: String { isValidSwiftIdentifier(for: .memberAccess) ? self : "`\(self)`" }

  /// The plain name as it is written before a colon, where the compiler objects to needless backticks.
  var asLabel: String { self == "inout" || isRaw ? "`\(self)`" : self }
}

extension VariableDeclSyntax {
  /// Whether a property wrapper, a result builder or another macro has a say in the value.
  ///
  /// Their names start with a capital letter; those of the language do not.
  var hasForeignAttribute: Bool {
    let known = ["Secure", "Ignored", "Command", "PropertyNode"]
    return attributes.contains { element in
      guard let name = element.as(AttributeSyntax.self)?.simpleName else { return false }
      return name.first?.isUppercase == true && !name.hasSuffix("Actor") && !known.contains(name)
    }
  }

  fileprivate var isSetterRestricted: Bool { modifiers.contains { $0.detail != nil } }

  var identifiers: [TokenSyntax] {
    bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
  }
}

extension Variable {
  /// Whether fewer may write the variable than may read it; its node is shown read-only then.
  var isSetterRestricted: Bool { declaration.isSetterRestricted }

  /// The access level of those who may write a variable whose setter is restricted, and its node.
  var setterAccess: String {
    declaration.modifiers.first { $0.detail != nil }?.name.text ?? "private"
  }

  var nodeName: String { (isSetterRestricted ? "_node_" : "$") + name }

  /// The expression that makes the node, within one that marks it when it must not be shown.
  func securing(_ node: String) -> String { declaration.securing(node) }

  /// Whether the variable stays as it is written: no node, not in the schema.
  var isIgnored: Bool { declaration.attribute("Ignored") != nil || declaration.isUnavailable }

  var isStored: Bool { if case .stored = kind { true } else { false } }
  var isConstant: Bool { if case .constant = kind { true } else { false } }

  var hasNode: Bool {
    switch kind {
    case .stored, .computed: !isIgnored
    case .constant, .unfit: false
    }
  }

  /// Whether the variable, when it is stored, starts with a value that nobody writes: `nil`.
  var isImplicitlyNil: Bool {
    guard let type, initializer == nil, isStored else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }

  /// The expression of the value that the declaration gives a stored variable, if it does; one that
  /// can be an argument.
  var firstValue: String? {
    guard let initializer else { return isImplicitlyNil ? "nil" : nil }
    let isStatement = initializer.is(IfExprSyntax.self) || initializer.is(SwitchExprSyntax.self)
    let text = initializer.trimmedDescription
    return isStatement ? "{ \(text) }()" : text
  }

  /// The type of the node's value; `nil` when the initial value says it.
  var valueType: String? {
    guard let type else { return nil }
    guard let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else {
      return type.trimmedDescription
    }
    return unwrapped.wrappedType.trimmedDescription + "?"
  }
}

extension ClassDeclSyntax {
  var variables: [Variable] {
    memberBlock.members.declarations.compactMap { $0.as(VariableDeclSyntax.self) }
      .map(Variable.init)
  }

  /// The names of the instance's values, nodes or not.
  var memberNames: Set<String> {
    Set(
      variables.filter { !$0.declaration.isStatic && !$0.isIgnored }
        .flatMap { $0.declaration.identifiers.map(\.plainText) })
  }

  var derivedNames: Set<String> { Set(variables.filter { $0.hasNode && !$0.isStored }.map(\.name)) }

  var nodeNames: Set<String> { Set(variables.filter(\.hasNode).map(\.name)) }
}
