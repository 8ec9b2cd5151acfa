import ViewModels

// The kind of number that a literal is: as in Swift, the type that is wanted reaches it through operators.

extension Expression {
  /// An expression whose literals are of one kind of number, as far as it is known from them alone.
  init(ofOneKind kind: Kind, span: Span) {
    self.init(kind: kind, span: span)
    switch kind {
    case .binary(let symbol, let left, let right):
      let type = left.literalType.joined(with: right.literalType)
      if type == .double || symbol != "+" && type.hasFractions {
        self = changed { $0.withNumbers(of: type) }
      }
    default: self = withNumbers(of: literalType)
    }
  }

  /// The type that its literals come to by themselves; `.void` where it is not known, as of a variable.
  var literalType: ValueType {
    switch kind {
    case .literal(.int): .int
    case .literal(.double): .double
    case .literal(.string), .interpolated: .string
    case .literal(.bool): .bool
    case .unary("-", let operand): operand.literalType
    case .binary("+", let left, let right), .binary("-", let left, let right),
      .binary("*", let left, let right), .binary("/", let left, let right):
      left.literalType.joined(with: right.literalType, ifBothAreKnown: true)
    case .binary("??", let first, let second), .conditional(_, let first, let second):
      first.literalType.joined(with: second.literalType)
    case .array(let elements): .array(elements.literalType)
    case .dictionary(let pairs): .dictionary(pairs.map(\.value).literalType)
    default: .void
    }
  }

  /// Returns the expression with its typed whole numbers as `Double` literals where the type wants that; values that
  /// are not computed from literals alone stay unchanged.
  func withNumbers(of type: ValueType) -> Expression {
    guard type.hasFractions else { return self }
    switch (kind, type.present) {
    case (.literal(.int(let number)), .double): return with(Double(number))
    case (.unary("-", let operand), .double):
      // As in Swift, the sign belongs to the literal: there is no -0.
      if case .literal(.int(let number)) = operand.kind { return with(0 - Double(number)) }
      return changed { $0.withNumbers(of: type) }
    case (.binary("??", _, _), _), (.attempt, _), (.unwrap, _):
      return changed { $0.withNumbers(of: type) }
    case (.binary, _) where literalType != .void:
      return changed { $0.withNumbers(of: type) }
    case (.conditional(let condition, let first, let second), _):
      let parts = [condition] + [first, second].map { $0.withNumbers(of: type) }
      return Expression(kind: kind.with(parts), span: span)
    case (.array, .array(let element)): return changed { $0.withNumbers(of: element) }
    case (.dictionary(let pairs), .dictionary(let element)):
      let parts = pairs.flatMap { [$0.key, $0.value.withNumbers(of: element)] }
      return Expression(kind: kind.with(parts), span: span)
    default: return self
    }
  }

  private func with(_ number: Double) -> Expression {
    Expression(kind: .literal(.double(number)), span: span)
  }

  private func changed(_ change: (Expression) -> Expression) -> Expression {
    Expression(kind: kind.with(kind.children.map(change)), span: span)
  }
}

extension [Expression] {
  fileprivate var literalType: ValueType {
    reduce(.void) { $0.joined(with: $1.literalType) }
  }
}

extension ValueType {
  /// Whether numbers with a fraction are wanted somewhere in it.
  var hasFractions: Bool {
    switch present {
    case .double: true
    case .array(let element), .dictionary(let element): element.hasFractions
    default: false
    }
  }

  /// The type of both; `.void` is that of nothing known, and numbers of both kinds have fractions.
  func joined(with other: ValueType, ifBothAreKnown: Bool = false) -> ValueType {
    switch (self, other) {
    case (.void, let type), (let type, .void): ifBothAreKnown ? .void : type
    case (.int, .double), (.double, .int): .double
    case (.array(let own), .array(let other)): .array(own.joined(with: other))
    case (.dictionary(let own), .dictionary(let other)): .dictionary(own.joined(with: other))
    default: self == other ? self : .any
    }
  }
}
