import Synchronization

/// A lesson or a talk, with documents in several languages.
public protocol TranslatedDocument: Identifiable, Sendable where ID == String {
  /// The title of the document.
  var title: String { get }
  /// Parses a document; its name contains its identifier and its language.
  static func read(_ name: String, _ text: String) throws(LessonError) -> (Self, HelpLanguage)
  /// Returns how the task of a translation differs; `nil` if it is the same.
  func difference(from translation: Self) -> Message?
}

/// A list of documents in one or more languages; English replaces a missing translation.
///
/// The documents are parsed at their first use, so that a program need not read lessons before its prompt appears.
/// Their names are parsed before.
public final class Translated<Document: TranslatedDocument>: Sendable {
  /// The names of the English documents, in order; no document is read for them.
  let ids: [String]
  private let texts: [(name: String, text: String)]
  /// The parsed documents; `nil` before.
  private let content: Mutex<[HelpLanguage: [Document]]?>

  /// Creates a list from the documents of a program, which are read when the first one is requested.
  ///
  /// - Precondition: The documents are valid. A test or ``read()`` can check that; invalid documents stop the program.
  public init(unread documents: [(name: String, text: String)]) {
    texts = DocumentName.sorted(documents)
    ids = texts.compactMap { DocumentName($0.name) }.filter { $0.language == .english }.map(\.id)
    content = Mutex(nil)
  }

  private init(_ content: [HelpLanguage: [Document]]) {
    (texts, ids) = ([], (content[.english] ?? []).map(\.id))
    self.content = Mutex(content)
  }

  /// Reads documents; ignores `README.md` in any language, hidden files, and names without `.md`.
  ///
  /// The documents are sorted by the numbers at the start of their names, then by names.
  ///
  /// - Throws: ``LessonError`` for the first mistake in the order of the names: a document that is not a lesson or a
  ///   talk, a translation without its English document, or a translation with another task.
  public convenience init(_ documents: [(name: String, text: String)]) throws(LessonError) {
    self.init(unread: documents)
    try read()
  }

  /// Returns the name of the document with a title, ignoring case, or of the only one with some Chinese characters in
  /// its title; `nil` if there is none.
  func id(titled text: String) -> Document.ID? {
    let text = text.lowercased()
    let isChinese = text.contains { !$0.isASCII }
    let found = ids.filter { id in
      HelpLanguage.allCases.contains { language in
        let title = self[id, language]?.title.lowercased() ?? ""
        return title == text || isChinese && title.contains(text)
      }
    }
    return found.count == 1 ? found.first : nil
  }

  /// Returns the titles in a language, or in English if there is no translation, without parsing the documents.
  func titles(in language: HelpLanguage) -> [Document.ID: String] {
    guard !texts.isEmpty else {
      return Dictionary(uniqueKeysWithValues: ids.map { ($0, self[$0, language]?.title ?? "") })
    }
    let documents = texts.map { (DocumentName($0.name), $0.text) }
    return [.english, language].reduce(into: [:]) { titles, language in
      for case (let name?, let text) in documents where name.language == language {
        titles[name.id] = DocumentReader.title(of: text)
      }
    }
  }

  /// Reads the documents if they have not been read yet.
  ///
  /// - Throws: ``LessonError``, as ``init(_:)``.
  public func read() throws(LessonError) { _ = try readOnce() }

  private func readOnce() throws(LessonError) -> [HelpLanguage: [Document]] {
    try content.withLock { content throws(LessonError) in
      if let content { return content }
      let read = try Self.read(texts)
      content = read
      return read
    }
  }

  private static func read(
    _ texts: [(name: String, text: String)]
  ) throws(LessonError) -> [HelpLanguage: [Document]] {
    var content: [HelpLanguage: [Document]] = [:]
    for (name, text) in texts {
      let (document, language) = try Document.read(name, text)
      if content[language]?.contains(where: { $0.id == document.id }) == true {
        throw LessonError(.name, .documentTwice(document.id), file: name)
      }
      content[language, default: []].append(document)
    }
    for (language, translated) in content.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for document in translated.sorted(by: { $0.id < $1.id }) where language != .english {
        let file = "\(document.id).\(language.rawValue).md"
        guard let original = content[.english]?.first(where: { $0.id == document.id }) else {
          throw LessonError(.translation, .noDocumentToTranslate(document.id), file: file)
        }
        if let difference = original.difference(from: document) {
          throw LessonError(.translation, difference, file: file)
        }
      }
    }
    return content
  }

  /// The documents by language.
  ///
  /// - Precondition: The documents are valid.
  private var known: [HelpLanguage: [Document]] {
    do { return try readOnce() } catch { preconditionFailure(error.text(in: .english)) }
  }

  /// The documents in English.
  var originals: [Document] { known[.english] ?? [] }

  /// Returns these documents, followed by others.
  ///
  /// - Throws: ``LessonError`` if both have a document of the same name.
  public func followed(by other: Translated) throws(LessonError) -> Translated {
    if let id = other.ids.first(where: ids.contains) {
      throw LessonError(.name, .documentTwice(id), file: "\(id).md")
    }
    return Translated(known.merging(other.known, uniquingKeysWith: +))
  }

  /// Returns a document in a language, or in English if it is not translated; `nil` if there is none of that name.
  subscript(id: String, language: HelpLanguage) -> Document? {
    let known = known
    return [language, .english].lazy.compactMap { known[$0]?.first { $0.id == id } }.first
  }
}
