/// The talks of a program, in one or more languages.
///
/// A document is named by its subject, `login.md`; its translation has the language before the ending, `login.zh.md`. A
/// talk that is not translated is held in English.
///
/// ```swift
/// let talks = try TalkList([("login.md", text), ("login.zh.md", chineseText)])
/// session.offer(talks)     // ❯ :present login
/// ```
public struct TalkList: Sendable {
  /// The talks in English, sorted by name.
  public let talks: [Talk]
  private let translations: [HelpLanguage: [Talk.ID: Talk]]

  /// No talks.
  public static let empty = TalkList([], [:])

  /// Reads documents; a `README.md` in any language, hidden files, and those whose names do not end in `.md`, are passed over.
  ///
  /// - Throws: ``LessonError``, the first one in the order of the names: a document that is no talk, or a translation
  ///   without its talk or with another number of steps.
  public init(_ documents: [(name: String, text: String)]) throws(LessonError) {
    var talks: [Talk] = []
    var translations: [HelpLanguage: [Talk.ID: Talk]] = [:]
    for (name, text) in documents.sorted(by: { DocumentName.comesBefore($0.name, $1.name) })
    where DocumentName.isDocument(name) {
      guard let parts = DocumentName(name) else {
        let tags = HelpLanguage.allCases.map { "login.\($0.rawValue).md" }
        throw LessonError(.name, .nameTalkLike(tags), file: name)
      }
      guard parts.id != "stop", Int(parts.id) == nil else {
        throw LessonError(.name, .wordIsNoTalk(parts.id), file: name)
      }
      let talk = try Talk(text, file: name)
      if parts.language != .english {
        translations[parts.language, default: [:]][talk.id] = talk
      } else {
        guard talks.last?.id != talk.id else {
          throw LessonError(.name, .talkTwice(talk.id), file: name)
        }
        talks.append(talk)
      }
    }
    (self.talks, self.translations) = (talks, translations)
    try checkTranslations()
  }

  private init(_ talks: [Talk], _ translations: [HelpLanguage: [Talk.ID: Talk]]) {
    (self.talks, self.translations) = (talks, translations)
  }

  /// The talks of this list, then those of another one.
  ///
  /// - Throws: ``LessonError`` when both have a talk of one name.
  public func followed(by other: TalkList) throws(LessonError) -> TalkList {
    for talk in other.talks where talks.contains(where: { $0.id == talk.id }) {
      throw LessonError(.name, .talkTwice(talk.id), file: "\(talk.id).md")
    }
    return TalkList(
      talks + other.talks,
      translations.merging(other.translations) { $0.merging($1) { first, _ in first } })
  }

  /// A talk by its name, in a language or else in English; `nil` when there is none.
  public func talk(_ id: Talk.ID, in language: HelpLanguage) -> Talk? {
    translations[language]?[id] ?? talks.first { $0.id == id }
  }

  private func checkTranslations() throws(LessonError) {
    for (language, translated) in translations.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for talk in translated.values.sorted(by: { $0.id < $1.id }) {
        let file = "\(talk.id).\(language.rawValue).md"
        guard let original = talks.first(where: { $0.id == talk.id }) else {
          throw LessonError(.translation, .noTalkToTranslate(talk.id), file: file)
        }
        guard original.steps.count == talk.steps.count else {
          throw LessonError(
            .translation, .stepsOfTranslation(talk.steps.count, original.steps.count), file: file)
        }
      }
    }
  }
}
