import LineEditor
import REPLKit
import Synchronization

/// The state of session and settings that the editor's thread needs at any time.
@dynamicMemberLookup
final class PromptState: Sendable {
  struct Values {
    var symbols: Symbols
    var leavingQuestion: String?
    var theme: Theme
    var hasSuggestions: Bool
    var language: HelpLanguage
    /// The open question, whose answer takes the place of an entry.
    var question: CreationWord.Question?
    /// Ends the work beside the prompt; `nil` without such work.
    var endWork: (@Sendable () -> Void)?
    /// Whether a talk waits for a key after its last statement.
    var isEndOfTalk = false
    /// Whether a person in the screen types into a field.
    var isInField = false
    /// The entry that was examined last, and its version that may be kept.
    fileprivate var entry = ParsedText("")
    fileprivate var kept: String?

    fileprivate mutating func take(_ text: String) {
      if entry.source.text != text { (entry, kept) = (ParsedText(text), nil) }
    }
  }

  private let values: Mutex<Values>

  init(symbols: Symbols, theme: Theme, hasSuggestions: Bool, language: HelpLanguage) {
    values = Mutex(
      Values(
        symbols: symbols, theme: theme, hasSuggestions: hasSuggestions, language: language))
  }

  subscript<Value: Sendable>(dynamicMember part: WritableKeyPath<Values, Value>) -> Value {
    get { values.withLock { $0[keyPath: part] } }
    set { values.withLock { $0[keyPath: part] = newValue } }
  }

  /// Returns the entry with its statements; parses it once, when the editor asks whether it is complete.
  func parsed(_ text: String) -> ParsedText {
    values.withLock {
      $0.take(text)
      return $0.entry
    }
  }

  /// Returns the entry as it may be kept and shown, by the secrets known when it was typed.
  func kept(_ text: String) -> String {
    values.withLock {
      $0.take(text)
      let kept = $0.kept ?? $0.symbols.redacted($0.entry)
      $0.kept = kept
      return kept
    }
  }

  /// Returns what may be shown of the text that is typed now: an entry, or the answer to a question.
  func masked(_ text: String) -> String {
    switch self.question {
    case nil: return kept(text)
    case .argument(let before):
      let whole = before + text
      return self.symbols.redacted(ParsedText(whole)) == whole ? text : "•••"
    case .type, .name: return text
    }
  }

  /// Returns what may be recorded of a text that the program shows.
  ///
  /// The lines of a text for a terminal end in CR LF, those of a secret in LF.
  func maskedOutput(_ text: String) -> String {
    let plain = text.replacing("\r\n", with: "\n")
    let masked = self.symbols.masked(plain)
    return masked == plain ? text : masked.replacing("\n", with: "\r\n")
  }

  @MainActor
  func update(_ session: Session) {
    let (symbols, question) = (session.symbols, session.leavingQuestion)
    let language = session.language
    values.withLock {
      $0.language = language
      $0.symbols = symbols
      $0.kept = nil
      $0.leavingQuestion = question
    }
  }

  func update(theme: Theme, hasSuggestions: Bool) {
    values.withLock {
      $0.theme = theme
      $0.hasSuggestions = hasSuggestions
    }
  }
}

extension PromptState {
  /// Handles a text as the end of its statement, which begins `start` bytes before the text.
  func shifted<Result>(_ text: String, _ body: (_ whole: String, _ start: Int) -> [Result])
    -> [Result]
  {
    switch self.question {
    case nil: body(text, 0)
    case .argument(let before): body(before + text, before.utf8.count)
    case .type, .name: []
    }
  }

  /// The candidates at the cursor.
  func completions(of text: String, at cursor: Int) -> Completions {
    let (before, isType): (String, Bool) =
      switch self.question {
      case nil: ("", false)
      case .argument(let before): (before, false)
      case .type: ("let it = ", true)
      case .name: ("", true)
      }
    let start = before.utf8.count
    let result = Completer.complete(
      before + text, cursor: start + cursor, symbols: self.symbols, files: TextFile.names)
    guard result.replaced.lowerBound >= start, !(isType && before.isEmpty) else { return .none }
    let items = result.candidates.filter { !isType || $0.kind == "type" }.map { candidate in
      let text = isType ? String(candidate.text.prefix { $0 != "(" }) : candidate.text
      return Completion(text, kind: candidate.kind(in: self.language), detail: candidate.detail)
    }
    return Completions(
      replacing: result.replaced.lowerBound - start..<result.replaced.upperBound - start,
      with: items)
  }
}
