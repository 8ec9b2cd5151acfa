import ViewModels

extension Diagnostic {
  /// Returns the error with the advice to add quotes or a dot, if a word that is not a name is used as a text or a case.
  ///
  /// A name of which the word may be a misspelling is offered, too.
  func quoting(_ expression: Expression, as type: ValueType?) -> Diagnostic {
    guard code == .unknownName, case .name(let word) = expression.kind, span == expression.span,
      let type = type?.present
    else { return self }
    if type.hasCases {
      let meant = Suggestion(for: ".\(word)", among: type.cases.map { ".\($0)" })
      return type.cases.contains(word)
        ? Diagnostic(code, message, at: expression.span, Suggestion(meant: [".\(word)"]))
        : Diagnostic(code, message, at: expression.span, meant)
    }
    guard type == .string || type == .any else { return self }
    let text = "\"\(word)\""
    if let replacement, replacement.first?.isUppercase == false, replacement != text {
      return Diagnostic(code, message, at: expression.span, Suggestion(meant: [replacement, text]))
    }
    return Diagnostic(code, message, at: span, help: .textHasQuotes, replacement: text)
  }
}
