/// The language of the help texts.
///
/// A text without a translation is shown in English.
public enum HelpLanguage: String, Sendable, CaseIterable {
  /// English.
  case english = "en"
  /// Chinese, in simplified characters.
  case chinese = "zh"

  /// The language of a tag such as `zh_CN.UTF-8`, as `LANG` and `--lang` have it; `nil` for others.
  public init?(tag: String) {
    let word = tag.lowercased().prefix { $0.isLetter }
    guard let language = HelpLanguage(rawValue: String(word)) else { return nil }
    self = language
  }

  /// The text of a key; `english` when there is no translation.
  func text(_ key: String, _ english: String) -> String {
    switch self {
    case .english: english
    case .chinese: Chinese.texts[key] ?? Chinese.editing[key] ?? Chinese.lessons[key] ?? english
    }
  }
}
