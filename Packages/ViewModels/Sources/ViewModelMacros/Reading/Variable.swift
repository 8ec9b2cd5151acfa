import SwiftParser
import SwiftSyntax

/// A `var` or `let` of a class, as far as the macros distinguish them.
struct Variable {
  enum Kind {
    /// A `let`, or a `var` of the type (`static`, `class`).
    case constant
    case stored
    case computed(AccessorBlockSyntax)
    /// A `var` that cannot become a node, with the reason.
    case unfit(Diagnosis)
  }

  let declaration: VariableDeclSyntax
  let kind: Kind
  /// The name; empty when the declaration has no name or several names.
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
    if block.isObserving { return .unfit(.observingAccessor) }
    guard case .accessors(let accessors) = block.accessors else { return .computed(block) }
    if accessors.contains(where: { $0.effectSpecifiers != nil }) { return .unfit(.effects) }
    return .computed(block)
  }
}

extension AccessorBlockSyntax {
  /// Whether the block observes a stored value instead of computing one.
  fileprivate var isObserving: Bool {
    guard case .accessors(let accessors) = accessors else { return false }
    return accessors.contains { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
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
    // With an underscore before it, a keyword becomes a valid identifier.
    first?.isNumber == true || !("_" + self).isValidSwiftIdentifier(for: .variableName)
  }

  /// The plain name as it is written after a dot.
  var asMember: String { isValidSwiftIdentifier(for: .memberAccess) ? self : "`\(self)`" }

  /// The plain name as it is written before a colon, where the compiler objects to needless backticks.
  var asLabel: String { self == "inout" || isRaw ? "`\(self)`" : self }
}

extension VariableDeclSyntax {
  /// Whether a property wrapper, a result builder or another macro affects the value.
  ///
  /// Their names start with a capital letter, unlike those of built-in attributes.
  var hasForeignAttribute: Bool {
    let known = ["Secure", "Ignored", "Command", "PropertyNode"]
    return attributes.contains { element in
      guard let name = element.as(AttributeSyntax.self)?.simpleName else { return false }
      return name.first?.isUppercase == true && !name.hasSuffix("Actor") && !known.contains(name)
    }
  }

  /// Whether the value is in a hidden variable, of `lazy` or a wrapper, which is isolated only if the class is.
  var hasHiddenStorage: Bool {
    if isStatic || bindingSpecifier.tokenKind == .keyword(.let) { return false }
    let isStored = bindings.first?.accessorBlock?.isObserving != false
    return hasModifier(.lazy) || isStored && hasUnknownAttribute
  }

  /// Whether the variable has a more restricted setter; then its node is exposed as read-only.
  var isSetterRestricted: Bool { modifiers.contains { $0.detail != nil } }

  var identifiers: [TokenSyntax] {
    bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
  }
}

extension Variable {
  /// The access level of a restricted setter, and of the node.
  var setterAccess: String {
    declaration.modifiers.first { $0.detail != nil }?.name.text ?? "private"
  }

  var nodeName: String { (declaration.isSetterRestricted ? "_node_" : "$") + name }

  /// Whether the variable stays unchanged: it has no node and is not in the schema.
  var isIgnored: Bool { declaration.attribute("Ignored") != nil || declaration.isUnavailable }

  var isStored: Bool { if case .stored = kind { true } else { false } }
  var isConstant: Bool { if case .constant = kind { true } else { false } }

  var hasNode: Bool {
    switch kind {
    case .stored, .computed: !isIgnored
    case .constant, .unfit: false
    }
  }

  /// Whether the schema names the variable.
  var isMember: Bool {
    if declaration.isPrivate { return false }
    // A view-model does not own objects that it references weakly.
    return hasNode || isConstant && !declaration.isStatic && !isIgnored && !declaration.isWeak
  }

  /// The initial value of a stored variable, perhaps the implicit `nil`, as an expression that can be an argument; nil
  /// without an initial value.
  var firstValue: String? {
    guard let initializer else { return type?.isOptional == true ? "nil" : nil }
    let isStatement = initializer.is(IfExprSyntax.self) || initializer.is(SwitchExprSyntax.self)
    let text = initializer.trimmedDescription
    return isStatement ? "{ \(text) }()" : text
  }

  /// The type of the node's value; `nil` when it is inferred from the initial value.
  var valueType: String? {
    guard let type else { return nil }
    guard let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else {
      return type.trimmedDescription
    }
    return unwrapped.wrappedType.trimmedDescription + "?"
  }
}

extension TypeSyntax {
  var isOptional: Bool {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}

extension ClassDeclSyntax {
  var variables: [Variable] {
    memberBlock.members.declarations.compactMap { $0.as(VariableDeclSyntax.self) }
      .map(Variable.init)
  }

  /// The names of the instance's variables, with or without nodes.
  var memberNames: Set<String> {
    Set(
      variables.filter { !$0.declaration.isStatic && !$0.isIgnored }
        .flatMap { $0.declaration.identifiers.map(\.plainText) })
  }

  /// The names of the derived values that getters read through their nodes.
  ///
  /// The others are read through their getters: one in an `#if` may be inactive, and the node of an implicitly unwrapped
  /// one has an ordinary optional.
  var derivedNames: Set<String> {
    let certain = memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .map(Variable.init)
      .filter { $0.type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) != true }
    return Set(certain.filter { $0.hasNode && !$0.isStored }.map(\.name))
  }

  var nodeNames: Set<String> { Set(variables.filter(\.hasNode).map(\.name)) }
}
