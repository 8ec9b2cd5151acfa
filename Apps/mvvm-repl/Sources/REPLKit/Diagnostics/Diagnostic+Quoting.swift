import ViewModels

extension Diagnostic {
  /// The same mistake, with the advice to write quotes where a word that is no name stands in the place of a text.
  func quoting(_ expression: Expression, as type: ValueType?) -> Diagnostic {
    guard code == .unknownName, case .name(let word) = expression.kind, type?.isText == true else {
      return self
    }
    let text = "\"\(word)\""
    return Diagnostic(code, message, at: span, help: .write(text), replacement: text)
  }
}

extension ValueType {
  /// Whether it is text, perhaps none.
  fileprivate var isText: Bool {
    switch self {
    case .string: true
    case .optional(let wrapped): wrapped.isText
    default: false
    }
  }
}
