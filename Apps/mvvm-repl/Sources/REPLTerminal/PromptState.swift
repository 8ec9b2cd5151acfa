import LineEditor
import REPLKit
import Synchronization

/// The state of session and settings that the editor's thread needs, always at hand.
@dynamicMemberLookup
final class PromptState: Sendable {
  struct Values {
    var symbols: Symbols
    var leavingQuestion: String?
    var theme: Theme
    var hasSuggestions: Bool
    var language = HelpLanguage.english
    /// The question that is answered in the place of an entry.
    var question: CreationWord.Question?
    /// Ends what goes on beside the prompt; `nil` when nothing does.
    var endWork: (@Sendable () -> Void)?
    /// Whether a key behind the last statement of a talk is waited for.
    var isEndOfTalk = false
    /// Whether a person on the screen types into a field.
    var isInField = false
    /// The entry that was looked at last, and what may be kept of it.
    fileprivate var entry = ParsedText("")
    fileprivate var kept: String?

    fileprivate mutating func take(_ text: String) {
      if entry.source.text != text { (entry, kept) = (ParsedText(text), nil) }
    }
  }

  private let values: Mutex<Values>

  init(symbols: Symbols, theme: Theme, hasSuggestions: Bool) {
    values = Mutex(Values(symbols: symbols, theme: theme, hasSuggestions: hasSuggestions))
  }

  subscript<Value: Sendable>(dynamicMember part: WritableKeyPath<Values, Value>) -> Value {
    get { values.withLock { $0[keyPath: part] } }
    set { values.withLock { $0[keyPath: part] = newValue } }
  }

  /// The entry with its statements: parsed when it is asked whether it is finished, and never again.
  func parsed(_ text: String) -> ParsedText {
    values.withLock {
      $0.take(text)
      return $0.entry
    }
  }

  /// The entry as it may be kept and shown, by the secrets that were known when it was typed.
  func kept(_ text: String) -> String {
    values.withLock {
      $0.take(text)
      let kept = $0.kept ?? $0.symbols.redacted($0.entry)
      $0.kept = kept
      return kept
    }
  }

  /// What may be shown of what is typed now: an entry, or the answer to a question.
  func masked(_ text: String) -> String {
    switch self.question {
    case nil: return kept(text)
    case .argument(let before):
      let whole = before + text
      return self.symbols.redacted(ParsedText(whole)) == whole ? text : "•••"
    case .type, .name: return text
    }
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
  /// Handles a text as the end of the statement that it belongs to, which begins that many bytes before it.
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
      before + text, cursor: start + cursor, symbols: self.symbols, files: Completer.files)
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
