import ViewModels

/// Closures over the elements of an array, or over the view-models of a list, as in `cars.map { $0.price }`.
extension Evaluator {
  /// Returns the result of a method that takes a closure; `nil` if the method takes none.
  func applied(
    _ name: String, to base: Expression, _ body: Expression, at span: Span
  ) throws(Diagnostic) -> DynamicValue? {
    let elements = try elements(of: base)
    func value(_ arguments: Operand...) throws(Diagnostic) -> DynamicValue {
      try self.value(try computed(body, with: arguments), of: body)
    }
    let reads = secretReads
    // A selection by a secret is a secret; `pure` marks it as one afterwards.
    defer { if secretReads != reads { hasReadSecret = true } }
    func isTrue(_ arguments: Operand...) throws(Diagnostic) -> Bool {
      guard case .bool(let isTrue) = try self.value(try computed(body, with: arguments), of: body)
      else { throw Diagnostic(.typeMismatch, .conditionIsBool, at: body.span) }
      return isTrue
    }
    func first(ofTruth truth: Bool) throws(Diagnostic) -> Operand? {
      for element in elements where try isTrue(element) == truth { return element }
      return nil
    }
    switch name {
    case "map":
      return .array(try elements.map { (element) throws(Diagnostic) in try value(element) })
    case "filter":
      let truths = try elements.map { (element) throws(Diagnostic) in try isTrue(element) }
      return .array(zip(elements, truths).filter(\.1).map(\.0.shown))
    case "first": return try first(ofTruth: true)?.shown ?? .null
    case "contains": return .bool(try first(ofTruth: true) != nil)
    case "allSatisfy": return .bool(try first(ofTruth: false) == nil)
    case "sorted":
      return try counting(at: span) { _ in
        .array(try elements.sorted { try isTrue($0, $1) }.map(\.shown))
      }
    default: return nil
    }
  }

  private func computed(
    _ body: Expression, with arguments: [Operand]
  ) throws(Diagnostic) -> Operand {
    let outer = closureArguments
    closureArguments = arguments
    defer { closureArguments = outer }
    try countWork(Self.workOfCall, at: body.span)
    return try pure(body)
  }

  private func elements(of base: Expression) throws(Diagnostic) -> [Operand] {
    if case .member(let viewModel, let member)? = try place(of: base), member.kind == .list {
      return member.children(in: viewModel).map(Operand.viewModel)
    }
    let operand = try pure(base)
    let value = try value(operand, of: base)
    guard case .array(let elements) = value else {
      throw Diagnostic(.typeMismatch, .arrayWanted(value.type), at: base.span)
    }
    return elements.map { .made($0, $0.type, ofSecret: operand.isSecret) }
  }
}

extension Operand {
  /// The operand as a value; for a view-model, the name of its type.
  @MainActor fileprivate var shown: DynamicValue {
    switch self {
    case .value(let value, _), .secret(let value, _): value
    case .viewModel(let viewModel): .string(type(of: viewModel).schema.typeName)
    case .nothing: .null
    }
  }
}
