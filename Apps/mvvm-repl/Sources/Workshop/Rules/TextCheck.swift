import Bindings
import Foundation
import ViewModels

/// A text for trying the text rules: those that accept it, and why the others refuse.
///
/// ```
/// let check = TextCheck()
/// watch check.accepted
/// check.text = "ann@example.org"
/// check.refusals
/// check.text = "1204.56"
/// check.wordings
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

  /// The text as Chinese apps show it: a `phone` with its middle hidden, an amount of `money` in the words of cheques,
  /// a number of seconds as a `duration`, and as `ago`, the time that was so many seconds before now.
  var wordings: [String: String] {
    var wordings: [String: String] = [:]
    if text.satisfies(.lessonPhone2016) { wordings["phone"] = Formatting.maskedPhone(text) }
    if text.contains(#/^[0-9]{1,15}(\.[0-9]+)?$/#) {
      wordings["money"] = Decimal(string: text).flatMap(Formatting.moneyWords)
    }
    // More than a hundred years are no span that an app shows, but a phone number, say.
    if let seconds = Int(text), 0...3_155_760_000 ~= seconds {
      wordings["duration"] = Formatting.duration(seconds: seconds)
      wordings["ago"] = Formatting.relative(now() - Double(seconds), to: now())
    }
    return wordings
  }

  @Ignored private let language: PageLanguage
  @Ignored private let now: @Sendable () -> Date

  /// Makes a check of an empty text, with reasons in a language.
  init(language: PageLanguage = .english, now: @escaping @Sendable () -> Date = { Date() }) {
    (self.language, self.now) = (language, now)
  }

  private static let rules: [Rule] = [
    .notBlank, .letters, .digits, .minimumLength(8), .email, .url, .lessonPhone2016,
    .carLessonPhone2016,
  ]
}
