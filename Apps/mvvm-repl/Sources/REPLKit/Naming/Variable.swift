import Bindings
import ViewModels

/// The value of a name in a session.
enum Variable {
  case viewModel(any ViewModel)
  case constant(DynamicValue, ValueType)
  /// A constant that was computed from a secret; for a variable, its node says so.
  case secret(DynamicValue, ValueType)
  case variable(Property<DynamicValue>, ValueType)
  case derived(Computed<Derived>)

  var viewModel: (any ViewModel)? { if case .viewModel(let object) = self { object } else { nil } }

  /// The node of a value that can change.
  @MainActor var node: Node? {
    switch self {
    case .variable(let node, _): node.node
    case .derived(let node): node.node
    case .viewModel, .constant, .secret: nil
    }
  }

  /// The value of a constant or variable; `nil` for a view-model or a derived value.
  @MainActor var value: DynamicValue? {
    switch self {
    case .constant(let value, _), .secret(let value, _): value
    case .variable(let node, _): node.peek()
    case .derived, .viewModel: nil
    }
  }

  /// Whether the value never changes.
  var isConstant: Bool {
    switch self {
    case .constant, .secret: true
    case .viewModel, .variable, .derived: false
    }
  }

  /// The value of a derived value, or the error of its computation.
  enum Derived: Hashable, CustomStringConvertible {
    case value(DynamicValue)
    /// A value that was computed from a secret.
    case secret(DynamicValue)
    case failure(Diagnostic)

    init(_ operand: Operand, _ value: DynamicValue) {
      self = operand.isSecret ? .secret(value) : .value(value)
    }

    var isSecret: Bool { if case .secret = self { true } else { false } }

    /// The text in traces and diagrams.
    var description: String {
      switch self {
      case .value(let value): value.description
      case .secret(let value): value.masked
      case .failure(let problem): "\(problem.message)"
      }
    }

    func get() throws(Diagnostic) -> DynamicValue {
      switch self {
      case .value(let value), .secret(let value): return value
      case .failure(let problem): throw problem
      }
    }
  }
}
