import Bindings
import ViewModels

/// A text for trying the text rules: those that accept it, and why the others refuse.
///
/// ```
/// let check = TextCheck()
/// watch check.accepted
/// check.text = "ann@example.org"
/// check.refusals
/// ```
@MainActor
@ViewModel
final class TextCheck {
  /// The text that is tried.
  var text: String = ""
  /// The names of the rules that accept the text.
  var accepted: [String] {
    Self.rules.filter { text.satisfies($0) }.map(\.name)
  }
  /// The reasons of the rules that refuse the text, by their names.
  var refusals: [String: String] {
    let refusals = Self.rules.compactMap { rule in rule.refusal(of: text).map { (rule.name, $0) } }
    return Dictionary(uniqueKeysWithValues: refusals).mapValues(language.reason)
  }

  @Ignored private let language: PageLanguage

  /// Makes a check of an empty text, with reasons in a language.
  init(language: PageLanguage = .english) { self.language = language }

  private static let rules: [Rule] = [
    .notBlank, .letters, .digits, .minimumLength(8), .email, .url, .lessonPhone2016,
    .carLessonPhone2016,
  ]
}
