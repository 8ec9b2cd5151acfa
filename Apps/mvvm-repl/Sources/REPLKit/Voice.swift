import Bindings

/// The speech of a session: in its language, into the recording, and to whoever listens.
@MainActor
final class Voice {
  var language = HelpLanguage.english
  let recorder = Recorder()
  /// Whether the graph was in trouble, which fails a script that nobody watches.
  private(set) var hasToldIssue = false
  /// Whether nothing is told now.
  private(set) var isSilent = false
  /// What is told of all that is said; everything by default.
  private var isTold: @MainActor (Record) -> Bool = { _ in true }
  /// Everything that was not told because the voice is silent, where somebody wants to know.
  private var overheard: [Record]?
  private let listener: @MainActor (Record) -> Void
  /// Hears all that is told, too; `nil` for nobody.
  var onTell: (@MainActor (Record) -> Void)?
  /// The given secrets, which are masked in every record.
  var secrets: GivenSecrets?
  /// Puts the names of the session into the examples of what is told.
  var namingExamples: @MainActor (Record) -> Record = { $0 }
  /// Called when what was told before may tell a secret; see ``Session/onConceal``.
  var onConceal: (@MainActor (_ isNew: Bool, _ redact: (String) -> String) -> Void)?

  init(_ listener: @escaping @MainActor (Record) -> Void) { self.listener = listener }

  func emit(_ record: Record) {
    let named = namingExamples(record)
    let record = secrets.map { named.hiding($0) } ?? named
    guard !isSilent else {
      overheard?.append(record)
      return
    }
    recorder.take(record, in: language)
    guard isTold(record) else { return }
    listener(record)
    onTell?(record)
  }

  /// Tells a mistake, and the text that it is in, without the secrets that were typed there.
  func tell(_ mistake: Diagnostic, in text: ParsedText, _ redaction: Redaction) {
    let (told, source) = redaction.told(mistake, in: text)
    emit(.diagnostic(told, in: source))
  }

  /// Tells what the graph finds wrong; of several sessions of a graph the one that asked last does.
  func hearIssues(of graph: Graph) {
    graph.onIssue = { [weak self] issue in
      // A failed command is its own affair; what the graph could not do is the script's.
      let isOfCommand = issue.code == .unobservedError
      if !isOfCommand { self?.hasToldIssue = true }
      let code: Diagnostic.Code = isOfCommand ? .failed : .graph
      self?.emit(.diagnostic(Diagnostic(code, Message(issue), at: nil), in: SourceText("")))
    }
  }

  /// Says what answers no statement, so that no recording has it.
  func aside(_ record: Record) {
    let wasListening = recorder.isListening
    recorder.isListening = false
    defer { recorder.isListening = wasListening }
    emit(record)
  }

  /// Does something without a word, also about mistakes.
  func silently(_ work: () async throws(Diagnostic) -> Void) async throws(Diagnostic) {
    if let problem = await overhearing(work).problem { throw problem }
  }

  /// Does something and tells only a part of what is said; all of it is recorded.
  func telling(
    _ isTold: @escaping @MainActor (Record) -> Bool, of work: () async throws(Diagnostic) -> Void
  ) async throws(Diagnostic) {
    self.isTold = isTold
    defer { self.isTold = { _ in true } }
    try await work()
  }

  /// Does something without a word, and answers with the words and the mistake.
  func overhearing(
    _ work: () async throws(Diagnostic) -> Void
  ) async -> (records: [Record], problem: Diagnostic?) {
    (isSilent, overheard) = (true, [])
    defer { (isSilent, overheard) = (false, nil) }
    do throws(Diagnostic) { try await work() } catch { return (overheard ?? [], error) }
    return (overheard ?? [], nil)
  }
}
