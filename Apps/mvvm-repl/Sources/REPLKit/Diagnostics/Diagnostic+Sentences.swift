import ViewModels

// Typical errors of beginners: questions, quotes of other languages, and strings without an end.

extension Diagnostic {
  /// Returns the error with a reference to the help, if the statement is a question; `nil` otherwise.
  @MainActor
  func asQuestion(in session: Session) -> Diagnostic? {
    guard let span, [.unexpected, .unknownName].contains(code) else { return nil }
    let source = session.evaluator.source
    let statement = source.statement(at: span.start)
    let text = String(source.slice(statement))
    guard text.isQuestion, session.scope[text.nameBeforeMark] == nil else { return nil }
    return asSentence(statement)
  }

  /// Returns an error with a reference to the help.
  func asSentence(_ statement: Span) -> Diagnostic {
    Diagnostic(
      .unexpected, .isNoStatement, at: statement, help: .whatThereIs,
      replacement: ":\(ToolCommand.help.name)")
  }

  /// Returns the error with double quotes as the correction of single quotes; `nil` if this is not the error.
  @MainActor
  func asQuoting(_ statement: Span, in session: Session) -> Diagnostic? {
    let source = session.evaluator.source
    guard let span, source.slice(span) == "'" else { return nil }
    let text = String(source.slice(statement))
    guard !text.contains("\""), !text.contains("\\"), case let start = span.start - statement.start,
      start >= 0
    else { return nil }
    let bytes = Array(text.utf8)
    let meant =
      String(decoding: bytes[..<start], as: UTF8.self)
      + String(decoding: bytes[start...], as: UTF8.self).replacing("'", with: "\"")
    guard Self.isFit(meant, in: session) else { return nil }
    return Diagnostic(code, message, at: statement, help: .doubleQuotesStand, replacement: meant)
  }

  /// Returns the error with the missing end of a string, if the line is valid with it; `nil` otherwise.
  @MainActor
  func asOpenText(in session: Session) -> Diagnostic? {
    let source = session.evaluator.source
    guard code == .unterminated, help == .closeString, let span else { return nil }
    let line = source.line(at: span.start)
    let place = Span(span.start, line.start + line.text.utf8.count)
    let typed = String(source.slice(place)).trimmedAtEnd
    // The text after a semicolon may be another statement or a part of the string.
    guard typed.count > 1, !typed.contains(";") else { return nil }
    let statement = source.statement(at: span.start)
    let before = source.slice(Span(min(statement.start, span.start), span.start))
    let end = ["\"", "\")"].first { Self.isFit(String(before) + typed + $0, in: session) }
    return end.map {
      Diagnostic(code, message, at: place, help: .withPlainSigns, replacement: typed + $0)
    }
  }

  /// Returns the error with parentheses, if a command without arguments was read as a value; `nil` otherwise.
  @MainActor
  func asCommand(in session: Session) -> Diagnostic? {
    let source = session.evaluator.source
    guard code == .notAValue, replacement == nil, let span,
      source.statement(at: span.start) == span,
      let path = try? Parser.expression(String(source.slice(span))),
      case .member(_, let member)? = try? session.evaluator.place(of: path),
      member.kind == .command, member.parameters.allSatisfy({ $0.defaultValue != nil })
    else { return nil }
    return Diagnostic(
      code, message, at: span, help: .addParenthesesToExecute,
      replacement: "\(source.slice(span))()")
  }
}

extension String {
  /// Whether the text looks like a sentence of any language: three plain words or more.
  var isSentence: Bool { plainWords.map { $0.count > 2 } ?? false }

  /// Whether the text is plain words with an apostrophe in one of them, as in "don't".
  var hasApostrophe: Bool { plainWords?.contains { $0.contains(/\p{L}['’]\p{L}/) } == true }

  /// Whether the text is a question: two plain words or more and a question mark, or Chinese, which has no spaces.
  fileprivate var isQuestion: Bool {
    guard let words = plainWords else { return false }
    let isAsked = last == "?" || last == "？"
    let isChinese = words.contains { $0.unicodeScalars.contains { 0x4E00...0x9FFF ~= $0.value } }
    return isChinese
      ? isAsked || last == "吗" || Self.questions.contains(where: words.joined().contains)
      : isAsked && words.count > 1
  }

  /// Words that identify a Chinese question without its question mark.
  private static let questions = ["怎么", "如何", "什么", "为什么", "哪里", "怎样"]

  /// The words without punctuation after them; `nil` if a word contains more than letters.
  private var plainWords: [Substring]? {
    let words = split(separator: " ").map { word in
      var word = word
      while let last = word.last, "?？.。!！,，".contains(last) { word.removeLast() }
      return word
    }
    let isPlain = words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { $0.isLetter || $0 == "'" || $0 == "’" || $0 == "-" }
    }
    return isPlain && !words.isEmpty ? words : nil
  }

  /// The text without a question mark at its end.
  fileprivate var nameBeforeMark: String {
    last == "?" || last == "？" ? String(dropLast()).trimmed : self
  }
}
