import ViewModels

/// The result of an expression.
///
/// An operand can be part of an expression. `@unchecked` is safe: only the evaluator creates and reads an operand with
/// a view-model, and it runs on the main actor, as view-models do.
enum Operand: @unchecked Sendable {
  case value(DynamicValue, ValueType)
  /// A value that was computed from a secret; computations use it like any other, but it is never shown or stored.
  case secret(DynamicValue, ValueType)
  case viewModel(any ViewModel)
  case nothing

  static func plain(_ value: DynamicValue) -> Operand { .value(value, value.type) }

  /// Returns a value that is a secret if its source is one.
  ///
  /// A truth value or `nil` reveals too little to be a secret, so conditions on secrets are shown.
  static func made(_ value: DynamicValue, _ type: ValueType, ofSecret isSecret: Bool) -> Operand {
    switch value {
    case .bool, .null: .value(value, type)
    default: isSecret ? .secret(value, type) : .value(value, type)
    }
  }

  /// The value; `nil` for a view-model and for nothing.
  var value: DynamicValue? {
    switch self {
    case .value(let value, _), .secret(let value, _): value
    case .viewModel, .nothing: nil
    }
  }

  var isSecret: Bool { if case .secret = self { true } else { false } }
  var isNothing: Bool { if case .nothing = self { true } else { false } }
}

extension DynamicValue {
  /// Whether the value is empty, so that there is nothing to mask.
  var isBlank: Bool { self == .null || self == .string("") }

  /// The text that is shown for a secret: the same mask for any length, but no mask for an empty value.
  var masked: String { isBlank ? description : TextRenderer.mask }
}

extension Operand {
  /// The operand as one line of text.
  var text: String {
    switch self {
    case .value(let value, _): "\(value)"
    case .secret(let value, _): value.masked
    case .viewModel(let viewModel): "\(type(of: viewModel))"
    case .nothing: "nothing"
    }
  }
}
