import Bindings
import ViewModels

/// The thing that a name stands for.
enum Variable {
  case viewModel(any ViewModel)
  case constant(DynamicValue, ValueType)
  /// A constant that was made of a secret; of a variable its node knows.
  case secret(DynamicValue, ValueType)
  case variable(Property<DynamicValue>, ValueType)
  case derived(Computed<Derived>)

  var viewModel: (any ViewModel)? { if case .viewModel(let object) = self { object } else { nil } }

  /// The node of a value that changes.
  @MainActor var node: Node? {
    switch self {
    case .variable(let node, _): node.node
    case .derived(let node): node.node
    case .viewModel, .constant, .secret: nil
    }
  }

  /// Whether it never changes.
  var isConstant: Bool {
    switch self {
    case .constant, .secret: true
    case .viewModel, .variable, .derived: false
    }
  }

  /// A derived value, or why it has none now.
  enum Derived: Hashable, CustomStringConvertible {
    case value(DynamicValue)
    /// One that was made of a secret.
    case secret(DynamicValue)
    case failure(Diagnostic)

    init(_ operand: Operand, _ value: DynamicValue) {
      self = operand.isSecret ? .secret(value) : .value(value)
    }

    var isSecret: Bool { if case .secret = self { true } else { false } }

    /// As traces and diagrams show it.
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
