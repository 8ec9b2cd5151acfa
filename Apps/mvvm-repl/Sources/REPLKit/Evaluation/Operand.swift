import ViewModels

/// The result of an expression.
///
/// It can be handed about as part of an expression. `@unchecked` is safe: only the evaluator makes and
/// opens an operand that holds a view-model, and it lives on the main actor, as view-models do.
enum Operand: @unchecked Sendable {
  case value(DynamicValue, ValueType)
  /// A value that was made of a secret: it is computed with as any other, and never shown or kept.
  case secret(DynamicValue, ValueType)
  case viewModel(any ViewModel)
  case nothing

  static func plain(_ value: DynamicValue) -> Operand { .value(value, value.type) }

  /// A value that is a secret if what it was made of is one.
  ///
  /// A truth value or `nil` tells too little to be one: conditions on secrets can be seen.
  static func made(_ value: DynamicValue, _ type: ValueType, ofSecret isSecret: Bool) -> Operand {
    switch value {
    case .bool, .null: .value(value, type)
    default: isSecret ? .secret(value, type) : .value(value, type)
    }
  }

  var isSecret: Bool { if case .secret = self { true } else { false } }
  var isNothing: Bool { if case .nothing = self { true } else { false } }
}

extension DynamicValue {
  /// Whether nothing is in it, so that there is nothing to mask.
  var isBlank: Bool { self == .null || self == .string("") }

  /// A secret as it may be shown: the same mask for each, whatever its length, unless nothing is in it.
  var masked: String { isBlank ? description : TextRenderer.mask }
}

extension Operand {
  /// The operand in one line.
  var text: String {
    switch self {
    case .value(let value, _): "\(value)"
    case .secret(let value, _): value.masked
    case .viewModel(let viewModel): "\(type(of: viewModel))"
    case .nothing: "nothing"
    }
  }
}
