/// The lessons of a course in order, in one or more languages.
///
/// The name of a document is its number and subject, `03-derived.md`; its translation has the language before the
/// extension, `03-derived.zh.md`. A lesson without a translation is shown in English.
///
/// ```swift
/// let course = try Course([("01-values.md", text), ("01-values.zh.md", chineseText)])
/// session.offer(course)     // ❯ :lesson 1
/// ```
public typealias Course = Translated<Lesson>

extension Course {
  /// The lessons in English, in order.
  public var lessons: [Lesson] { originals }

  /// Returns all mistakes in the documents of a course: the first mistake of each document, or else the first mistake
  /// between documents; empty if they are a course.
  public static func mistakes(in documents: [(name: String, text: String)]) -> [LessonError] {
    var mistakes: [LessonError] = []
    for (name, text) in DocumentName.sorted(documents) {
      do { _ = try Lesson.read(name, text) } catch { mistakes.append(error) }
    }
    guard mistakes.isEmpty else { return mistakes }
    do { _ = try Course(documents) } catch { return [error] }
    return []
  }

  /// Returns whether a file name is that of a lesson: it ends in `.md`, is not hidden and not a `README.md`.
  public static func isLesson(_ name: String) -> Bool { DocumentName.isDocument(name) }

  /// Returns a lesson in a language, or in English if it is not translated.
  ///
  /// - Precondition: `index` is an index of ``lessons``.
  public func lesson(_ index: Int, in language: HelpLanguage) -> Lesson {
    self[lessons[index].id, language] ?? lessons[index]
  }

  /// Returns the index of a lesson by its number from 1, its name, or its name without the number.
  func index(of word: String) -> Int? {
    if let number = Int(word) { return lessons.index(ofNumber: number) }
    return lessons.firstIndex { $0.id == word || $0.id.drop { $0.isNumber || $0 == "-" } == word }
  }
}

extension Lesson: TranslatedDocument {
  /// Reads a lesson, whose name tells its place and its language.
  public static func read(
    _ name: String, _ text: String
  ) throws(LessonError) -> (Lesson, HelpLanguage) {
    guard let parts = DocumentName(name) else {
      let tags = HelpLanguage.allCases.map { "03-derived.\($0.rawValue).md" }
      throw LessonError(.name, .nameLessonLike(tags), file: name)
    }
    var document = LessonDocument(text, file: name, id: parts.id)
    return (try document.read(), parts.language)
  }

  /// Returns how the task of a translation differs: it must be the same, because languages share progress and checks.
  public func difference(from other: Lesson) -> Message? {
    guard setup == other.setup, teardown == other.teardown, steps.count == other.steps.count else {
      return .translationAsksForElse(id, .wholeLesson)
    }
    let step = zip(steps, other.steps).enumerated().first { _, steps in
      steps.0.task != steps.1.task || steps.0.refused != steps.1.refused
    }
    return step.map { .translationAsksForElse(id, .stepOfLesson($0.offset + 1)) }
  }
}

extension Lesson.Step {
  /// The task of the step and its solutions, without texts in a human language.
  var task: [String] { [setup] + solutions + checks.map(\.condition) }

  /// Returns the identifier of the step in a learner's progress: the hash of its task, so that learners do a changed
  /// step again.
  func digest(in lesson: Lesson) -> String {
    ([lesson.id] + task).joined(separator: "\u{0}").utf8.stableHash
  }
}
