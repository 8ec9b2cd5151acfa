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
  private let documents: Translated<Talk>
  /// The talks in English, sorted by name.
  public var talks: [Talk] { documents.originals }
  /// The names of the talks, in their order; no document is read for them.
  var ids: [Talk.ID] { documents.ids }
  /// Whether there is none.
  public var isEmpty: Bool { ids.isEmpty }

  /// No talks.
  public static let empty = TalkList(unread: [])

  private init(_ documents: Translated<Talk>) { self.documents = documents }

  /// Reads documents; a `README.md` in any language, hidden files, and those whose names do not end in `.md`, are passed over.
  ///
  /// - Throws: ``LessonError``, the first one in the order of the names: a document that is no talk, or a translation
  ///   without its talk or with another number of steps.
  public init(_ documents: [(name: String, text: String)]) throws(LessonError) {
    self.init(try Translated(documents))
  }

  /// Takes the documents that a program brings along, and reads them when the first talk is asked for.
  ///
  /// - Precondition: They are right, which a test of the program or ``read()`` says; other ones end the program then.
  public init(unread documents: [(name: String, text: String)]) {
    self.documents = Translated(unread: documents)
  }

  /// Reads the documents that have not been read yet.
  ///
  /// - Throws: ``LessonError``, as ``init(_:)``.
  public func read() throws(LessonError) { try documents.read() }

  /// The talks of this list, then those of another one.
  ///
  /// - Throws: ``LessonError`` when both have a talk of one name.
  public func followed(by other: TalkList) throws(LessonError) -> TalkList {
    TalkList(try documents.followed(by: other.documents))
  }

  /// A talk by its name, in a language or else in English; `nil` when there is none.
  public func talk(_ id: Talk.ID, in language: HelpLanguage) -> Talk? {
    documents[id, language]
  }
}

extension Talk: TranslatedDocument {
  static func read(_ name: String, _ text: String) throws(LessonError) -> (Talk, HelpLanguage) {
    guard let parts = DocumentName(name) else {
      let tags = HelpLanguage.allCases.map { "login.\($0.rawValue).md" }
      throw LessonError(.name, .nameTalkLike(tags), file: name)
    }
    guard parts.id != "stop", Int(parts.id) == nil else {
      throw LessonError(.name, .wordIsNoTalk(parts.id), file: name)
    }
    return (try Talk(text, file: name), parts.language)
  }

  static func isTwice(_ id: ID) -> Message { .talkTwice(id) }
  static func isNotThere(_ id: ID) -> Message { .noTalkToTranslate(id) }

  func difference(from other: Talk) -> Message? {
    steps.count == other.steps.count
      ? nil : .stepsOfTranslation(other.steps.count, steps.count)
  }
}
