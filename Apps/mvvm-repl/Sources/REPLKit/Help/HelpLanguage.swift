/// The language of the help texts.
///
/// A text without a translation is shown in English.
public enum HelpLanguage: String, Sendable, CaseIterable, Codable {
  /// English.
  case english = "en"
  /// Chinese, in simplified characters.
  case chinese = "zh"

  /// Creates the language of a tag such as `zh_CN.UTF-8`, as in `LANG` and `--lang`; `nil` for other languages.
  public init?(tag: String) {
    let word = tag.lowercased().prefix { $0.isLetter }
    guard let language = HelpLanguage(rawValue: String(word)) else { return nil }
    self = language
  }

  func text(_ message: Message) -> String { message.text(in: self) }
}
