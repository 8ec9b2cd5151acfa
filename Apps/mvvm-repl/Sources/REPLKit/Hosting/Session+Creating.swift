import Bindings
public import ViewModels

// For a host in which a person fills in the parameters of a view-model one by one.

extension Session {
  /// Returns an unused name from the last word of a type's name: `form` for `LoginForm`, then `form2`.
  public func freeName(for type: String) -> String {
    let type = type.prefix { $0 != "<" }
    let name = type[(type.lastIndex(where: \.isUppercase) ?? type.startIndex)...].lowercased()
    let stem = isName(name) ? name : "it"
    guard scope[stem] != nil else { return stem }
    return (2...).lazy.map { "\(stem)\($0)" }.first { self.scope[$0] == nil } ?? stem
  }

  /// Whether a name is in use.
  public func isTaken(_ name: String) -> Bool { scope[name] != nil }

  /// Whether a text is a valid name.
  public func isName(_ text: String) -> Bool {
    guard
      case .declaration(let name, _, _, _)? = (try? Parser.parse("let \(text) = 1"))?.first?.kind
    else { return false }
    return name == text
  }

  /// Returns the error of a text as the value of a parameter; `nil` if the text is valid.
  ///
  /// The check executes no commands and creates nothing.
  public func objection(to text: String, as parameter: Parameter) async -> Record? {
    let outer = evaluator.source
    evaluator.source = SourceText(text)
    defer { evaluator.source = outer }
    do throws(Diagnostic) {
      let expression = try Parser.expression(text)
      try await graph.run { () async throws(Diagnostic) in
        try await evaluator.loadElements(of: expression)
      }
      try untracked { () throws(Diagnostic) in
        let operand = try evaluator.pure(expression)
        let value = try evaluator.value(operand, of: expression)
        guard parameter.type.accepts(value) else {
          throw Diagnostic(
            .typeMismatch,
            operand.isSecret
              ? .isWanted(parameter.type, thisIs: "\(value.type)")
              : .isWanted(parameter.type, operand.text, is: value.type), at: expression.span,
            replacement: operand.isSecret ? nil : parameter.type.nearestCase(to: value))
        }
      }
      return nil
    } catch {
      let expression = try? Parser.expression(text)
      return .diagnostic(
        expression.map { error.quoting($0, as: parameter.type) } ?? error, in: SourceText(text))
    }
  }
}
