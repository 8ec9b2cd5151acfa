/// One word of the language with the place where it stands.
struct Token: Sendable, Hashable {
  var kind: Kind
  var span: Span
  /// Whether white space stands before it; tells `form.clear() &` from `a&b`.
  var spaceBefore = false

  enum Kind: Sendable, Hashable {
    case name(String)
    case int(Int)
    case double(Double)
    case duration(Duration)
    /// `$3`
    case result(Int)
    case string([Segment])
    /// An operator or a punctuation mark.
    case symbol(String)
    /// A `:word` at the start of a statement, with the rest of its line.
    case meta(name: String, rest: String)
    /// A line break or `;`.
    case separator
    /// Characters that are no token, and why.
    case invalid(Diagnostic)
    case end
  }

  /// A part of a string literal.
  enum Segment: Sendable, Hashable {
    case text(String)
    /// What stands between `\(` and `)`, at a UTF-8 offset of the whole text.
    case interpolation(String, offset: Int, depth: Int)
  }

  var isName: Bool { if case .name = kind { true } else { false } }

  /// How the token is named in an error.
  var description: String {
    switch kind {
    case .name(let name): "'\(name)'"
    case .int(let value): "'\(value)'"
    case .double(let value): "'\(value)'"
    case .duration(let value): "'\(value.shortText)'"
    case .result(let number): "'$\(number)'"
    case .string: "a string"
    case .symbol(let symbol): "'\(symbol)'"
    case .meta(let name, _): "':\(name)'"
    case .separator: "the end of the line"
    case .invalid: "this"
    case .end: "the end of the input"
    }
  }
}
