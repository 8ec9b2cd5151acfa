import ViewModels

struct Statement: Sendable {
  var kind: Kind
  var span: Span

  /// Whether the changes of the statement are an undo step.
  var isStep: Bool {
    switch kind {
    case .meta: false
    case .verb(let statement): statement.isStep
    case .declaration, .derived, .assignment, .expression, .help: true
    }
  }

  indirect enum Kind: Sendable {
    case meta(name: String, argument: String)
    case declaration(name: String, isConstant: Bool, type: TypeName?, value: Expression)
    /// `let total = { cart.price * cart.count }`: a derived value.
    case derived(name: String, body: Expression)
    case assignment(target: Expression, operation: String?, value: Expression)
    /// An expression with the use of its result.
    case expression(Expression, Output)
    /// `form.clear?`
    case help(Expression)
    case verb(VerbStatement)
  }

  /// The use of an expression's result.
  struct Output: Sendable {
    var filters: [Filtering] = []
    /// The target file: `> "file"`, which needs a filter before it, or `>> "file"`, which appends.
    var file: (name: Expression, isAppending: Bool)?
    /// Whether a trailing `&` runs the expression in the background.
    var isInBackground = false

    /// Whether the result is shown unchanged.
    var isPlain: Bool { filters.isEmpty && file == nil }
  }

  /// A filter that changes how a result is shown, such as `| prefix 3`.
  struct Filtering: Sendable {
    var filter: Filter
    var argument: Expression?
    var span: Span
  }

  /// A type as it was written.
  struct TypeName: Sendable {
    var type: ValueType
    var span: Span
    /// The names in it that are not types of the language itself.
    var names: [(name: String, span: Span)]
  }
}

/// The subject of an `unwatch`, `unbind` or `wait`.
enum Selection: Sendable {
  case all
  case number(Int, Span)
  case target(Expression)

  var expressions: [Expression] { if case .target(let target) = self { [target] } else { [] } }
}

struct Expression: Sendable {
  let kind: Kind
  var span: Span
  /// Whether the evaluation may wait or has effects; any other expression can be evaluated repeatedly.
  let mayWait: Bool
  /// The number of levels from this expression down to the deepest one in it, which is also the depth of evaluation.
  let height: Int

  init(kind: Kind, span: Span) {
    self.kind = kind
    self.span = span
    mayWait = kind.mayWait
    var deepest = 0
    _ = kind.contains {
      deepest = max(deepest, $0.height)
      return false
    }
    height = 1 + deepest
  }

  indirect enum Kind: Sendable {
    case literal(Literal)
    case name(String)
    /// A result by its number, as in `$3`; `nil` is the last result, `_`.
    case result(Int?)
    /// A result with a fixed number in a derived value, watch or similar, which reads it however old it is, and as a
    /// secret if it has become one; never written by a person.
    case keptResult(Int)
    case member(Expression, name: String, nameSpan: Span, isOptional: Bool)
    case element(Expression, Expression)
    case call(Expression, [CallArgument])
    /// A `decode News from "news.json"`; with `lossy`, parts that do not fit are dropped and reported.
    case decode(model: String, modelSpan: Span, isLossy: Bool, document: Expression)
    /// A closure such as `{ $0.price }`, as the argument of a method.
    case closure(Expression)
    case array([Expression])
    case dictionary([(key: Expression, value: Expression)])
    case unary(String, Expression)
    /// `value!`
    case unwrap(Expression)
    /// An attempt, `try? form.save()`, which is `nil` if an error occurs.
    case attempt(Expression)
    case binary(String, Expression, Expression)
    /// A range; only in the brackets of an element may it have one bound or none.
    case range(Expression?, Expression?, isClosed: Bool)
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
  /// Whether the expression is a member, after which a closure may follow.
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

  /// The names that were typed in the expression itself, and not in its parts; those of the language's own members are
  /// none.
  var ownNames: [String] {
    switch kind {
    case .member(_, let name, _, _) where ValueMembers.allNames.contains(name): []
    case .name(let name), .literal(.caseName(let name)), .member(_, let name, _, _),
      .decode(let name, _, _, _):
      [name]
    case .call(let callee, let arguments):
      if case .member(_, let name, _, _) = callee.kind, ValueMembers.allNames.contains(name) {
        []
      } else {
        arguments.compactMap(\.label)
      }
    default: []
    }
  }
}

extension Expression.Kind {
  /// The parts of the expression, in the order in which they are written.
  var children: [Expression] { flatMap { [$0] } }

  /// Returns the results of a closure for the parts, joined.
  func flatMap<Result>(_ results: (Expression) -> [Result]) -> [Result] {
    var all: [Result] = []
    _ = contains {
      all += results($0)
      return false
    }
    return all
  }

  /// Whether a part meets a condition; no array of the parts is built.
  func contains(where isMeant: (Expression) -> Bool) -> Bool {
    switch self {
    case .literal, .name, .result, .keptResult, .constant: false
    case .member(let base, _, _, _), .unary(_, let base), .unwrap(let base), .attempt(let base),
      .closure(let base), .decode(_, _, _, let base):
      isMeant(base)
    case .call(let callee, let arguments):
      isMeant(callee) || arguments.contains { isMeant($0.value) }
    case .element(let first, let second), .binary(_, let first, let second):
      isMeant(first) || isMeant(second)
    case .range(let first, let second, _):
      first.map(isMeant) == true || second.map(isMeant) == true
    case .conditional(let condition, let first, let second):
      isMeant(condition) || isMeant(first) || isMeant(second)
    case .array(let elements): elements.contains(where: isMeant)
    case .dictionary(let pairs): pairs.contains { isMeant($0.key) || isMeant($0.value) }
    case .interpolated(let parts):
      parts.contains { if case .value(let value) = $0 { isMeant(value) } else { false } }
    }
  }

  /// Returns the same expression with other parts, in the number and order of ``children``.
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
    case .range(let first, let second, let isClosed):
      return .range(
        first == nil ? nil : parts.first, second == nil ? nil : parts.last, isClosed: isClosed)
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
    default: contains(where: \.mayWait)
    }
  }
}
