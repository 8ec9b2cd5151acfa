/// A text in each language of the help.
struct Wording: Sendable, Hashable {
  let english: String
  let chinese: String

  init(_ english: String, _ chinese: String) {
    self.english = english
    self.chinese = chinese
  }

  /// The text in a language.
  subscript(language: HelpLanguage) -> String {
    switch language {
    case .english: english
    case .chinese: chinese
    }
  }

  /// The text up to its first semicolon, for the menu of completion.
  func brief(_ language: HelpLanguage) -> String {
    String(self[language].prefix { $0 != ";" && $0 != "；" })
  }
}
