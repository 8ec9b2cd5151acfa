import ViewModels

/// One statement of a program.
struct Statement: Sendable {
  var kind: Kind
  var span: Span

  /// Whether what it changes is a step that can be undone.
  var isStep: Bool {
    switch kind {
    case .meta: false
    case .verb(let statement): statement.isStep
    case .declaration, .derived, .assignment, .expression, .help: true
    }
  }

  enum Kind: Sendable {
    case meta(name: String, argument: String)
    case declaration(name: String, isConstant: Bool, type: TypeName?, value: Expression)
    /// `let total = { cart.price * cart.count }`: a derived value.
    case derived(name: String, body: Expression)
    case assignment(target: Expression, operation: String?, value: Expression)
    /// `inBackground`: written with a trailing `&`.
    case expression(Expression, Output)
    /// `form.clear?`
    case help(Expression)
    case verb(VerbStatement)
  }

  /// The use that is made of the result of an expression.
  struct Output: Sendable {
    var filters: [Filtering] = []
    /// `> "file"` or `>> "file"`, which stand behind a filter.
    var file: (name: Expression, isAppending: Bool)?
    /// Written with a trailing `&`.
    var isInBackground = false

    /// Whether the result is shown as it is.
    var isPlain: Bool { filters.isEmpty && file == nil }
  }

  /// `| prefix 3`: how a result is to be shown.
  struct Filtering: Sendable {
    var filter: Filter
    var argument: Expression?
    var span: Span
  }

  /// A type as it was written.
  struct TypeName: Sendable {
    var type: ValueType
    var span: Span
    /// The names in it that are no types of the language itself.
    var names: [(name: String, span: Span)]
  }
}

/// The subject of an `unwatch`, `unbind` or `wait`.
enum Selection: Sendable {
  case all
  case number(Int, Span)
  case target(Expression)

  /// The expressions in it.
  var expressions: [Expression] { if case .target(let target) = self { [target] } else { [] } }
}

/// An expression with the place where it stands.
struct Expression: Sendable {
  let kind: Kind
  var span: Span
  /// Whether finding the value may have to wait, or has effects; what has neither can be computed
  /// again and again.
  let mayWait: Bool
  /// The number of expressions from this one down to the deepest one in it; computing goes as deep.
  let height: Int

  init(kind: Kind, span: Span) {
    self.kind = kind
    self.span = span
    mayWait = kind.mayWait
    height = 1 + kind.children.reduce(0) { max($0, $1.height) }
  }

  indirect enum Kind: Sendable {
    case literal(Literal)
    case name(String)
    /// `$3`, the third result; `_`, the last one, has no number.
    case result(Int?)
    /// A result in what stands, such as a derived value or a watch: by its number, however old it is, and as the secret
    /// that it may have become; never written by a person.
    case keptResult(Int)
    case member(Expression, name: String, nameSpan: Span, isOptional: Bool)
    case element(Expression, Expression)
    case call(Expression, [CallArgument])
    /// `decode News from "news.json"`; lossy: what does not fit is dropped and reported.
    case decode(model: String, modelSpan: Span, isLossy: Bool, document: Expression)
    /// `{ $0.price }`, behind a method that takes one.
    case closure(Expression)
    case array([Expression])
    case dictionary([(key: Expression, value: Expression)])
    case unary(String, Expression)
    /// `value!`
    case unwrap(Expression)
    /// `try? form.save()`: `nil` when it does not go well.
    case attempt(Expression)
    case binary(String, Expression, Expression)
    case range(Expression, Expression, isClosed: Bool)
    case conditional(Expression, Expression, Expression)
    case interpolated([StringPart])
    /// The result of a part that had to wait; never written by a person.
    case constant(Operand)
  }

  enum Literal: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    /// `.red`, a case of an enumeration.
    case caseName(String)
    case duration(Duration)
  }

  enum StringPart: Sendable {
    case text(String)
    case value(Expression)
  }

  struct CallArgument: Sendable {
    var label: String?
    var value: Expression
  }
}

extension Expression {
  /// Whether it names a member, behind which a closure may stand.
  var isMember: Bool { if case .member = kind { true } else { false } }

  /// The name that a path starts with.
  var firstName: String? {
    switch kind {
    case .name(let name): name
    case .member(let base, _, _, _), .element(let base, _): base.firstName
    default: nil
    }
  }

  /// The names that the expression reads.
  var names: Set<String> {
    if case .name(let name) = kind { return [name] }
    return kind.children.reduce(into: []) { $0.formUnion($1.names) }
  }
}

extension Expression.Kind {
  /// The parts of the expression, in the order in which they are written.
  var children: [Expression] {
    switch self {
    case .literal, .name, .result, .keptResult, .constant: []
    case .member(let base, _, _, _), .unary(_, let base), .unwrap(let base),
      .attempt(let base), .closure(let base):
      [base]
    case .decode(_, _, _, let document): [document]
    case .call(let callee, let arguments): [callee] + arguments.map(\.value)
    case .element(let first, let second), .binary(_, let first, let second),
      .range(let first, let second, _):
      [first, second]
    case .conditional(let condition, let first, let second): [condition, first, second]
    case .array(let elements): elements
    case .dictionary(let pairs): pairs.flatMap { [$0.key, $0.value] }
    case .interpolated(let parts):
      parts.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }
  }

  /// The same expression of other parts: as many, in the order of ``children``.
  func with(_ parts: [Expression]) -> Self {
    switch self {
    case .literal, .name, .result, .keptResult, .constant: return self
    case .member(_, let name, let nameSpan, let isOptional):
      return .member(parts[0], name: name, nameSpan: nameSpan, isOptional: isOptional)
    case .unary(let symbol, _): return .unary(symbol, parts[0])
    case .unwrap: return .unwrap(parts[0])
    case .attempt: return .attempt(parts[0])
    case .closure: return .closure(parts[0])
    case .decode(let model, let modelSpan, let isLossy, _):
      return .decode(model: model, modelSpan: modelSpan, isLossy: isLossy, document: parts[0])
    case .call(_, let arguments):
      let changed = zip(arguments, parts.dropFirst()).map {
        Expression.CallArgument(label: $0.label, value: $1)
      }
      return .call(parts[0], changed)
    case .element: return .element(parts[0], parts[1])
    case .binary(let symbol, _, _): return .binary(symbol, parts[0], parts[1])
    case .range(_, _, let isClosed): return .range(parts[0], parts[1], isClosed: isClosed)
    case .conditional: return .conditional(parts[0], parts[1], parts[2])
    case .array: return .array(parts)
    case .dictionary(let pairs):
      return .dictionary(pairs.indices.map { (parts[2 * $0], parts[2 * $0 + 1]) })
    case .interpolated(let pieces):
      var rest = parts[...]
      return .interpolated(
        pieces.map { if case .value = $0, let part = rest.popFirst() { .value(part) } else { $0 } })
    }
  }

  fileprivate var mayWait: Bool {
    switch self {
    case .literal, .name, .result, .keptResult, .constant, .closure: false
    case .call, .decode, .element: true
    case .member(let base, _, _, _), .unary(_, let base), .unwrap(let base),
      .attempt(let base):
      base.mayWait
    default: children.contains(where: \.mayWait)
    }
  }
}
