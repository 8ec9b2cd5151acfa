/// A text together with its parsed statements.
///
/// The text is parsed only once; the check for completeness, the history and the session share the result.
///
/// ```swift
/// let entry = ParsedText("let form = LoginForm()")
/// if entry.isComplete { await session.run(entry) }
/// ```
public struct ParsedText: Sendable {
  /// The text.
  public private(set) var source: SourceText
  /// The statements, or the first error.
  let statements: Result<[Statement], Diagnostic>

  /// Parses a text.
  ///
  /// - Complexity: O(*n*) in its length.
  public init(_ source: SourceText) {
    self.source = source
    statements = Self.parsed(source.text).mapError { mistake in
      // The next line can complete the statement only if a line break does not end it.
      guard mistake.isIncomplete, case .failure(let next) = Self.parsed(source.text + "\n"),
        !next.isIncomplete
      else { return mistake }
      return mistake.finished
    }
  }

  private static func parsed(_ text: String) -> Result<[Statement], Diagnostic> {
    Result { () throws(Diagnostic) in try Parser.parse(text) }
  }

  /// Parses a text that was typed.
  public init(_ text: String) { self.init(SourceText(text)) }

  /// Whether the text can run, correct or not; `false` if it is incomplete: a bracket, comment or multi-line string is
  /// open, or an operator has no right side.
  public var isComplete: Bool {
    if case .failure(let mistake) = statements { !mistake.isIncomplete } else { true }
  }

  /// The missing part of an incomplete text; `nil` for a complete text, or if the part is not known.
  public var awaited: Message? {
    if case .failure(let mistake) = statements { mistake.awaited } else { nil }
  }

  /// Whether a mistake keeps statements beside the one with the mistake from running, because the text is not valid.
  var losesStatements: Bool {
    guard case .failure(let mistake) = statements, let place = mistake.span else { return false }
    let statement = source.statement(at: place.start)
    return [Span(0, statement.start), Span(statement.end, source.text.utf8.count)].contains {
      (try? Parser.parse(String(source.slice($0))))?.isEmpty != true
    }
  }

  /// Returns the text with the name of a file.
  public func named(_ name: String?) -> ParsedText {
    var text = self
    text.source = SourceText(source.text, name: name, firstLine: source.firstLine)
    return text
  }
}
