/// The talks of a program, in one or more languages.
///
/// The name of a document is its subject, `login.md`; its translation has the language before the extension,
/// `login.zh.md`. A talk without a translation is held in English.
///
/// ```swift
/// let talks = try TalkList([("login.md", text), ("login.zh.md", chineseText)])
/// session.offer(talks)     // ❯ :present login
/// ```
public typealias TalkList = Translated<Talk>

extension TalkList {
  /// A list without talks.
  public static var empty: TalkList { TalkList(unread: []) }

  /// The talks in English, sorted by name.
  public var talks: [Talk] { originals }
  /// Whether there are no talks.
  public var isEmpty: Bool { ids.isEmpty }

  /// A talk by its name, in a language or else in English; `nil` when there is none.
  public func talk(_ id: Talk.ID, in language: HelpLanguage) -> Talk? {
    self[id, language]
  }
}

extension Talk: TranslatedDocument {
  /// Reads a talk, whose name tells its language.
  public static func read(
    _ name: String, _ text: String
  ) throws(LessonError) -> (Talk, HelpLanguage) {
    guard let parts = DocumentName(name) else {
      let tags = HelpLanguage.allCases.map { "login.\($0.rawValue).md" }
      throw LessonError(.name, .nameTalkLike(tags), file: name)
    }
    guard parts.id != "stop", Int(parts.id) == nil else {
      throw LessonError(.name, .wordIsNoTalk(parts.id), file: name)
    }
    return (try Talk(text, file: name), parts.language)
  }

  /// The other number of steps; `nil` when both have as many.
  public func difference(from other: Talk) -> Message? {
    steps.count == other.steps.count
      ? nil : .stepsOfTranslation(other.steps.count, steps.count)
  }
}
