import Synchronization

/// Documents with lazy initialization: they are read when somebody first asks for one.
///
/// A program need not read lessons before its prompt is there. What a document has in its name is known before.
final class UnreadDocuments<Document: TranslatedDocument>: Sendable {
  /// The documents in English, by what their names say, in order.
  let ids: [String]
  private enum State {
    case unread([(name: String, text: String)])
    case read(Translated<Document>)
  }
  private let state: Mutex<State>

  init(_ documents: [(name: String, text: String)]) {
    let names = DocumentName.sorted(documents).compactMap { DocumentName($0.name) }
    ids = names.filter { $0.language == .english }.map(\.id)
    state = Mutex(.unread(documents))
  }

  /// Documents that have been read.
  init(_ documents: Translated<Document>) {
    ids = documents.originals.map(\.id)
    state = Mutex(.read(documents))
  }

  /// Reads them, unless that has been done.
  func read() throws(LessonError) -> Translated<Document> {
    try state.withLock { state throws(LessonError) in
      if case .read(let documents) = state { return documents }
      guard case .unread(let texts) = state else { return .none }
      let documents = try Translated<Document>(texts)
      state = .read(documents)
      return documents
    }
  }

  /// The documents.
  ///
  /// - Precondition: They are right.
  var documents: Translated<Document> {
    do { return try read() } catch { preconditionFailure(error.text(in: .english)) }
  }
}
