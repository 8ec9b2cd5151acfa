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

  /// A word beside a value.
  func label(_ english: String) -> String { text("label.\(english)", english) }

  /// Whether a command can run, and why not.
  func stateText(_ disabledReasons: [String]?) -> String {
    let reasons = reasonsText(disabledReasons)
    return disabledReasons == nil ? reasons : "\(label("not enabled")): \(reasons)"
  }

  /// The same without saying that reasons are some.
  func reasonsText(_ disabledReasons: [String]?) -> String {
    guard let disabledReasons else { return label("ready") }
    return disabledReasons.map { self == .chinese ? Chinese.sentence($0) ?? $0 : $0 }
      .joined(separator: "; ")
  }

  /// What `:lang` answers.
  var greeting: String {
    switch self {
    case .english: "The help is in English."
    case .chinese: "帮助语言：中文"
    }
  }

  /// The text of a key; `english` when there is no translation.
  func text(_ key: String, _ english: String) -> String {
    switch self {
    case .english: english
    case .chinese:
      Chinese.texts[key] ?? Chinese.editing[key] ?? Chinese.lessons[key] ?? Chinese.headings[key]
        ?? english
    }
  }
}
