/// One statement of a program.
struct Statement: Sendable {
  var kind: Kind
  var span: Span

  enum Kind: Sendable {
    case meta(name: String, argument: String)
    case declaration(name: String, isConstant: Bool, value: Expression)
    case assignment(target: Expression, operation: String?, value: Expression)
    /// `inBackground`: written with a trailing `&`.
    case expression(Expression, inBackground: Bool)
    case watch([Expression])
    case unwatch(Selection)
    case bind(Expression, Expression, isTwoWay: Bool)
    case unbind(Selection)
    case expect(Expression)
  }

  /// What an `unwatch` or `unbind` is about.
  enum Selection: Sendable {
    case all
    case number(Int, Span)
    case target(Expression)
  }
}

/// An expression with the place where it stands.
struct Expression: Sendable {
  indirect enum Kind: Sendable {
    case literal(Literal)
    case name(String)
    /// `_`, the last result.
    case lastResult
    case member(Expression, name: String, nameSpan: Span, isOptional: Bool)
    case element(Expression, Expression)
    case call(Expression, [CallArgument])
    /// `decode News from "news.json"`; lossy: what does not fit is dropped and reported.
    case decode(model: String, modelSpan: Span, isLossy: Bool, document: Expression)
    case array([Expression])
    case dictionary([(key: Expression, value: Expression)])
    case unary(String, Expression)
    case binary(String, Expression, Expression)
    case conditional(Expression, Expression, Expression)
    case interpolated([StringPart])
  }

  enum Literal: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
  }

  enum StringPart: Sendable {
    case text(String)
    case value(Expression)
  }

  struct CallArgument: Sendable {
    var label: String?
    var value: Expression
  }

  var kind: Kind
  var span: Span
}
