/// Lessons in their order, in one or more languages.
///
/// A document is named by its place and subject, `03-derived.md`; its translation has the language
/// before the ending, `03-derived.zh.md`. A lesson that is not translated is shown in English.
///
/// ```swift
/// let course = try Course([("01-values.md", text), ("01-values.zh.md", chineseText)])
/// session.offer(course)     // ❯ :lesson 1
/// ```
public struct Course: Sendable {
  /// The lessons in English, sorted by name.
  public let lessons: [Lesson]
  private let translations: [HelpLanguage: [Lesson.ID: Lesson]]

  /// Reads the documents of a course; files whose names do not end in `.md` are passed over.
  ///
  /// - Throws: ``LessonError``, the first one in the order of the names: a document that is no lesson, a
  ///   translation without its lesson, or one that asks for something else.
  public init(_ documents: [(name: String, text: String)]) throws(LessonError) {
    var lessons: [Lesson] = []
    var translations: [HelpLanguage: [Lesson.ID: Lesson]] = [:]
    for (name, text) in documents.sorted(by: { $0.name < $1.name }) where name.hasSuffix(".md") {
      let parts = name.dropLast(3).split(separator: ".", omittingEmptySubsequences: false)
      let id = String(parts[0])
      let language = parts.count == 2 ? HelpLanguage(rawValue: String(parts[1])) : .english
      guard !id.isEmpty, parts.count < 3, let language else {
        let tags = HelpLanguage.allCases.map { "03-derived.\($0.rawValue).md" }
        throw LessonError(.name, .nameLessonLike(tags), file: name)
      }
      var document = LessonDocument(text, file: name, id: id)
      let lesson = try document.read()
      if language == .english {
        guard lessons.last?.id != id else {
          throw LessonError(.name, .lessonTwice(id), file: name)
        }
        lessons.append(lesson)
      } else {
        translations[language, default: [:]][id] = lesson
      }
    }
    self.lessons = lessons
    self.translations = translations
    try checkTranslations()
  }

  /// A lesson in a language, or in English when it is not translated.
  ///
  /// - Precondition: `index` is one of ``lessons``.
  public func lesson(_ index: Int, in language: HelpLanguage) -> Lesson {
    translations[language]?[lessons[index].id] ?? lessons[index]
  }

  /// The place of a lesson by its number from 1, its name, or its name without the number.
  func index(of word: String) -> Int? {
    if let number = Int(word) { return (1...lessons.count).contains(number) ? number - 1 : nil }
    return lessons.firstIndex { $0.id == word || $0.id.drop { $0.isNumber || $0 == "-" } == word }
  }

  /// Progress and checks are the same in each language, so a translation has to ask for the same.
  private func checkTranslations() throws(LessonError) {
    for (language, translated) in translations.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for lesson in translated.values.sorted(by: { $0.id < $1.id }) {
        let file = "\(lesson.id).\(language.rawValue).md"
        guard let original = lessons.first(where: { $0.id == lesson.id }) else {
          throw LessonError(.translation, .noLessonToTranslate(lesson.id), file: file)
        }
        guard original.setup == lesson.setup, original.teardown == lesson.teardown,
          original.steps.map(\.task) == lesson.steps.map(\.task)
        else {
          throw LessonError(.translation, .translationAsksForElse(lesson.id), file: file)
        }
      }
    }
  }
}

extension Lesson.Step {
  /// The task of the step and its solution, in no language of people.
  var task: [String] { [setup, solution] + checks.map(\.condition) }

  /// Names the step in what is kept of a learner's progress: the hash of its task, so that a step that
  /// has been changed is to be done again.
  func digest(in lesson: Lesson) -> String {
    ([lesson.id] + task).joined(separator: "\u{0}").utf8.stableHash
  }
}
