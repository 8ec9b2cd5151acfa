import ViewModels

extension Diagnostic {
  /// The same mistake, with the advice to write quotes where a word that is no name stands in the place of a text.
  func quoting(_ expression: Expression, as type: ValueType?) -> Diagnostic {
    guard code == .unknownName, case .name(let word) = expression.kind, type?.present == .string
    else { return self }
    let text = "\"\(word)\""
    return Diagnostic(code, message, at: span, help: .write(text), replacement: text)
  }
}
