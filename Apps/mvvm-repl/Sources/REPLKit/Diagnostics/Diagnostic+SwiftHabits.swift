import ViewModels

// Statements of Swift that are written in another way here, and a forgotten dot.

extension Diagnostic {
  /// Returns the error with a statement for each part of `let a = 1, b = 2`, with `v += 1` for `v++`, and the like; `nil`
  /// for other errors.
  ///
  /// The corrected statement is valid.
  @MainActor
  func asSwiftHabit(_ statement: Span, in session: Session) -> Diagnostic? {
    guard let span, span.start >= statement.start else { return nil }
    let source = session.evaluator.source
    let text = String(source.slice(statement))
    let first = String(text.prefix { $0.isLetter })
    let found = String(source.slice(span))
    let before = String(source.slice(Span(statement.start, span.start)))
    let behind = String(source.slice(Span(span.end, max(span.end, statement.end))))
    func meant(_ line: String) -> Diagnostic? {
      guard line != text, Self.isFit(line, in: session) else { return nil }
      return Diagnostic(code, message, at: statement, help: .withPlainSigns, replacement: line)
    }
    let isDeclared = ["let", "var"].contains(first)
    switch found {
    case "," where isDeclared || ["unwatch", "unbind"].contains(first):
      return meant("\(before.trimmedAtEnd); \(first) \(behind.trimmed)")
    case "." where behind.first?.isNumber == true: return meant("\(before)0.\(behind)")
    case "." where isDeclared:
      return meant(text.dropFirst(first.count).description.trimmed)
    case "+" where before.hasSuffix("+") && behind.isEmpty,
      "-" where before.hasSuffix("-") && behind.isEmpty:
      return meant("\(before.dropLast().description.trimmed) \(found)= 1")
    case ":" where behind.first == "=": return meant(before + behind)
    case ":" where before.isEmpty: return meant(found + behind.trimmed)
    case "{" where before.isEmpty: return meant("let value = \(text)")
    case "{" where before.trimmed == Verb.watch.name:
      return meant("let value = \(found)\(behind); watch value")
    case let word where !isDeclared && ["as", "is"].contains(word):
      return Diagnostic(code, .notInLanguage(found), at: span, help: .typesAreAskedFor)
    case "…": return Diagnostic(code, message, at: span, help: .replaceEllipsis)
    default: break
    }
    if text.contains("\"\""), let line = meant(text.replacing("\"\"", with: "\"")) { return line }
    return asForgottenDot(statement, text, in: session)
  }

  /// Returns the error with `form.phone` for `form phone` and `form:phone`.
  @MainActor
  private func asForgottenDot(
    _ statement: Span, _ text: String, in session: Session
  ) -> Diagnostic? {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let rest = text.dropFirst(name.count).drop { $0 == " " || $0 == ":" }
    let member = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard let viewModel = session.scope[String(name)]?.viewModel,
      type(of: viewModel).schema[String(member)] != nil,
      case let line = "\(name).\(rest)", (try? Parser.parse(line)) != nil
    else { return nil }
    return Diagnostic(code, message, at: statement, help: .withPlainSigns, replacement: line)
  }

  /// Returns the error that nothing has the name at the beginning of a statement of several words; `nil` if it is a name
  /// or a word of the language.
  @MainActor
  func asUnknownWord(_ statement: Span, _ word: String, in session: Session) -> Diagnostic? {
    guard help == .oneStatementALine, session.scope[word] == nil, session.catalog[word] == nil,
      Verb.named(word) == nil, !SwiftKeywords.all.contains(word),
      case .name(word)? = (try? Parser.expression(word))?.kind
    else { return nil }
    let span = Span(statement.start, statement.start + word.utf8.count)
    if let verb = Glossary.terms.first(where: { $0.chinese == word })?.english,
      Verb.named(verb) != nil
    {
      return Diagnostic(
        .unknownName, .noName(word), at: span, help: .didYouMean([verb]), replacement: verb)
    }
    return Diagnostic(.unknownName, .noName(word), at: span, help: .seeHelp)
  }
}
