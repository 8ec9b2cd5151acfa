import Synchronization

/// A lesson or a talk, of which there are documents in several languages.
public protocol TranslatedDocument: Identifiable, Sendable where ID == String {
  /// Reads a document, whose name tells which one it is, in which language.
  static func read(_ name: String, _ text: String) throws(LessonError) -> (Self, HelpLanguage)
  /// Returns the message that two documents have the same name.
  static func isTwice(_ id: ID) -> Message
  /// Returns the message that a translation has no English document.
  static func isNotThere(_ id: ID) -> Message
  /// Returns how the task of a translation differs; `nil` if it is the same.
  func difference(from translation: Self) -> Message?
}

/// A list of documents in one or more languages; English replaces a missing translation.
///
/// They are read when somebody first asks for one: a program need not read lessons before its prompt is there. What a
/// document has in its name is known before.
public final class Translated<Document: TranslatedDocument>: Sendable {
  /// The names of the documents in English, in their order; no document is read for them.
  let ids: [String]
  private let texts: [(name: String, text: String)]
  /// The parsed documents; `nil` before.
  private let content: Mutex<[HelpLanguage: [Document]]?>

  /// Takes the documents that a program brings along, and reads them when the first one is asked for.
  ///
  /// - Precondition: They are right, which a test of the program or ``read()`` says; other ones end the program then.
  public init(unread documents: [(name: String, text: String)]) {
    texts = DocumentName.sorted(documents)
    ids = texts.compactMap { DocumentName($0.name) }.filter { $0.language == .english }.map(\.id)
    content = Mutex(nil)
  }

  private init(_ content: [HelpLanguage: [Document]]) {
    (texts, ids) = ([], (content[.english] ?? []).map(\.id))
    self.content = Mutex(content)
  }

  /// Reads documents; a `README.md` in any language, hidden files, and those whose names do not end in `.md`, are passed over.
  ///
  /// They stand in the order of the numbers that their names begin with, then of the names.
  ///
  /// - Throws: ``LessonError``, the first one in the order of the names: a document that is no lesson or talk, a
  ///   translation without its document in English, or one that asks for something else.
  public convenience init(_ documents: [(name: String, text: String)]) throws(LessonError) {
    self.init(unread: documents)
    try read()
  }

  /// Reads the documents that have not been read yet.
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
        throw LessonError(.name, Document.isTwice(document.id), file: name)
      }
      content[language, default: []].append(document)
    }
    for (language, translated) in content.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for document in translated.sorted(by: { $0.id < $1.id }) where language != .english {
        let file = "\(document.id).\(language.rawValue).md"
        guard let original = content[.english]?.first(where: { $0.id == document.id }) else {
          throw LessonError(.translation, Document.isNotThere(document.id), file: file)
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

  /// These documents, then others.
  ///
  /// - Throws: ``LessonError`` when both have one of one name.
  public func followed(by other: Translated) throws(LessonError) -> Translated {
    if let id = other.ids.first(where: ids.contains) {
      throw LessonError(.name, Document.isTwice(id), file: "\(id).md")
    }
    return Translated(known.merging(other.known, uniquingKeysWith: +))
  }

  /// Returns a document in a language, or in English if it is not translated; `nil` if there is none of that name.
  subscript(id: String, language: HelpLanguage) -> Document? {
    let known = known
    return [language, .english].lazy.compactMap { known[$0]?.first { $0.id == id } }.first
  }
}
