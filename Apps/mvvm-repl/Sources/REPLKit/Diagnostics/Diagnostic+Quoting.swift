import ViewModels

extension Diagnostic {
  /// Returns the error with the advice to add quotes, if a word that is not a name is used as a text.
  func quoting(_ expression: Expression, as type: ValueType?) -> Diagnostic {
    guard code == .unknownName, case .name(let word) = expression.kind, type?.present == .string
    else { return self }
    let text = "\"\(word)\""
    return Diagnostic(code, message, at: span, help: .write(text), replacement: text)
  }
}
