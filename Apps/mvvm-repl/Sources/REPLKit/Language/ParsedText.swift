/// A text with the statements in it.
///
/// It is parsed once: whoever asks whether it is finished, keeps it in a history or runs it, takes the
/// same one.
///
/// ```swift
/// let entry = ParsedText("let form = LoginForm()")
/// if entry.isComplete { await session.run(entry) }
/// ```
public struct ParsedText: Sendable {
  /// The text.
  public private(set) var source: SourceText
  /// The statements, or the first mistake.
  let statements: Result<[Statement], Diagnostic>

  /// Parses a text.
  ///
  /// - Complexity: O(*n*) in its length.
  public init(_ source: SourceText) {
    self.source = source
    statements = Result { () throws(Diagnostic) in
      do throws(Diagnostic) {
        return try Parser.parse(source.text)
      } catch {
        // The next line belongs to it only where a line break does not end the statement.
        guard error.isIncomplete, case .failure(let next) = Self.parsed(source.text + "\n"),
          !next.isIncomplete
        else { throw error }
        throw error.finished
      }
    }
  }

  private static func parsed(_ text: String) -> Result<[Statement], Diagnostic> {
    Result { () throws(Diagnostic) in try Parser.parse(text) }
  }

  /// Parses a text that was typed.
  public init(_ text: String) { self.init(SourceText(text)) }

  /// Whether the text can be run as it is, be it right or wrong; `false` when it is not finished yet:
  /// a bracket or string is open, or an operator waits for its right side.
  public var isComplete: Bool {
    if case .failure(let mistake) = statements { !mistake.isIncomplete } else { true }
  }

  /// What a text that is not finished waits for; `nil` for a finished one, and where it is not known.
  public var awaited: Message? {
    if case .failure(let mistake) = statements { mistake.awaited } else { nil }
  }

  /// The text as that of a file.
  public func named(_ name: String?) -> ParsedText {
    var text = self
    text.source = SourceText(source.text, name: name, firstLine: source.firstLine)
    return text
  }
}
