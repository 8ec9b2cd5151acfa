import ViewModels

/// The type annotation of a declaration such as `let color: Color = .red`.
enum DeclaredType {
  case value(ValueType)
  case viewModel(String)
}

extension SessionScope {
  /// Resolves a written type; enumerations get their cases.
  func resolved(_ written: Statement.TypeName) throws(Diagnostic) -> DeclaredType {
    let known = namedTypes
    for (name, span) in written.names where known[name] == nil {
      throw Diagnostic(
        .unknownType, .noType(name.clipped(to: 40)), at: span,
        Suggestion(
          for: name, among: ValueType.words + known.keys.sorted(),
          otherwise: .leaveOutOrWrite(ValueType.words)))
    }
    switch written.type {
    case .named(let name), .optional(.named(let name)):
      if case .viewModel? = known[name] { return .viewModel(name) }
    default: break
    }
    return .value(
      written.type.replacingNames { name in
        if case .value(let type)? = known[name] { type } else { .named(name) }
      })
  }

  /// The types that occur in the catalogs and in the reachable view-models, by name.
  private var namedTypes: [String: DeclaredType] {
    var types: [String: DeclaredType] = [:]
    for entry in models.entries { types[entry.name] = .value(.named(entry.name)) }
    for entry in catalog.entries {
      types.add(entry.schema)
      for parameter in entry.parameters { types.add(parameter.type) }
    }
    for step in reach().steps { types.add(type(of: step.viewModel).schema) }
    return types
  }
}

extension [String: DeclaredType] {
  fileprivate mutating func add(_ schema: ViewModelSchema) {
    if case .viewModel? = self[schema.typeName] { return }
    self[schema.typeName] = .viewModel(schema.typeName)
    for member in schema.members where member.kind != .child && member.kind != .list {
      add(member.type)
      for parameter in member.parameters { add(parameter.type) }
    }
  }

  fileprivate mutating func add(_ type: ValueType) {
    switch type {
    case .choice(let name, _), .named(let name): self[name] = self[name] ?? .value(type)
    case .optional(let inner), .array(let inner), .dictionary(let inner): add(inner)
    case .string, .int, .double, .bool, .void, .any: break
    }
  }
}

extension ValueType {
  /// The built-in types of the language.
  fileprivate static let words = ["String", "Int", "Double", "Bool", "Any"]

  fileprivate func replacingNames(_ type: (String) -> ValueType) -> ValueType {
    switch self {
    case .named(let name): type(name)
    case .optional(let inner): .optional(inner.replacingNames(type))
    case .array(let inner): .array(inner.replacingNames(type))
    case .dictionary(let inner): .dictionary(inner.replacingNames(type))
    case .choice, .string, .int, .double, .bool, .void, .any: self
    }
  }
}

extension ViewModel {
  /// Whether the object's type, or a superclass of it, has this name.
  func isInstance(ofType name: String) -> Bool {
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror {
      if "\(current.subjectType)" == name { return true }
      mirror = current.superclassMirror
    }
    return type(of: self).schema.typeName == name
  }
}

extension SessionScope {
  /// Resolves the text of a type annotation; `nil` if the type is not a value type.
  func declaredType(_ text: String) throws(Diagnostic) -> ValueType? {
    let statements = try Parser.parse("let type: \(text) = 0")
    guard case .declaration(_, _, let written?, _)? = statements.first?.kind,
      case .value(let type) = try resolved(written)
    else { return nil }
    return type
  }
}
