/// A lesson or a talk, of which there are documents in several languages.
protocol TranslatedDocument: Identifiable, Sendable where ID == String {
  /// Reads a document, whose name tells which one it is, in which language.
  static func read(_ name: String, _ text: String) throws(LessonError) -> (Self, HelpLanguage)
  /// That two documents of one language have a name.
  static func isTwice(_ id: ID) -> Message
  /// That a translation has no document in English.
  static func isNotThere(_ id: ID) -> Message
  /// Where a translation asks for something else; `nil` when it asks for the same.
  func difference(from translation: Self) -> Message?
}

/// Documents in their order, in one or more languages; one that is not translated is shown in English.
struct Translated<Document: TranslatedDocument>: Sendable {
  /// The documents in English.
  let originals: [Document]
  private let translations: [HelpLanguage: [String: Document]]

  private init(_ originals: [Document], _ translations: [HelpLanguage: [String: Document]]) {
    (self.originals, self.translations) = (originals, translations)
  }

  /// No documents.
  static var none: Self { Self([], [:]) }

  /// Reads documents in the order of the numbers that their names begin with, then of the names.
  init(_ documents: [(name: String, text: String)]) throws(LessonError) {
    var originals: [Document] = []
    var translations: [HelpLanguage: [String: Document]] = [:]
    for (name, text) in DocumentName.sorted(documents) {
      let (document, language) = try Document.read(name, text)
      if language != .english {
        translations[language, default: [:]][document.id] = document
      } else if originals.last?.id == document.id {
        throw LessonError(.name, Document.isTwice(document.id), file: name)
      } else {
        originals.append(document)
      }
    }
    self.init(originals, translations)
    try checkTranslations()
  }

  /// These documents, then others.
  func followed(by other: Self) throws(LessonError) -> Self {
    for id in other.originals.map(\.id) where self[id] != nil {
      throw LessonError(.name, Document.isTwice(id), file: "\(id).md")
    }
    return Self(
      originals + other.originals,
      translations.merging(other.translations) { $0.merging($1) { first, _ in first } })
  }

  /// A document in a language, or in English when it is not translated; `nil` when there is none of that name.
  subscript(id: String, language: HelpLanguage = .english) -> Document? {
    translations[language]?[id] ?? originals.first { $0.id == id }
  }

  private func checkTranslations() throws(LessonError) {
    for (language, translated) in translations.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for document in translated.values.sorted(by: { $0.id < $1.id }) {
        let file = "\(document.id).\(language.rawValue).md"
        guard let original = self[document.id] else {
          throw LessonError(.translation, Document.isNotThere(document.id), file: file)
        }
        if let difference = original.difference(from: document) {
          throw LessonError(.translation, difference, file: file)
        }
      }
    }
  }
}
