import Bindings

/// The output of a session, which goes into the recording and to the listeners.
@MainActor
final class Voice {
  var language = HelpLanguage.english
  let recorder = Recorder()
  /// Whether the graph reported an issue, which makes an unattended script fail.
  private(set) var hasToldIssue = false
  private(set) var isSilent = false
  /// The filter of the output for the listeners; everything passes by default.
  private var isTold: @MainActor (Record) -> Bool = { _ in true }
  /// The output since it was suppressed, if the caller wants to have it.
  private var overheard: [Record]?
  private let listener: @MainActor (Record) -> Void
  /// The second listener, called after the first.
  var onTell: (@MainActor (Record) -> Void)?
  /// The given secrets, which are masked in every record.
  var secrets: GivenSecrets?
  /// Replaces the names in the examples of a record by those of the session.
  var namingExamples: @MainActor (Record) -> Record = { $0 }
  /// Called when earlier output may contain a secret; see ``Session/onConceal``.
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

  /// Reports an error and its text, without the secrets that were typed there.
  func tell(_ mistake: Diagnostic, in text: ParsedText, _ redaction: Redaction) {
    let (told, source) = redaction.told(mistake, in: text)
    emit(.diagnostic(told, in: source))
  }

  /// Reports the issues of a graph; if several sessions share it, only the last caller reports them.
  func hearIssues(of graph: Graph) {
    graph.onIssue = { [weak self] issue in
      // An unobserved error belongs to a failed command; any other issue makes the script fail.
      let isOfCommand = issue.code == .unobservedError
      if !isOfCommand { self?.hasToldIssue = true }
      let code: Diagnostic.Code = isOfCommand ? .failed : .graph
      self?.emit(.diagnostic(Diagnostic(code, Message(issue), at: nil), in: SourceText("")))
    }
  }

  /// Shows a record that does not answer a statement, so it is not recorded.
  func aside(_ record: Record) {
    let wasListening = recorder.isListening
    recorder.isListening = false
    defer { recorder.isListening = wasListening }
    emit(record)
  }

  /// Performs work without output, also for errors, which are thrown.
  func silently(_ work: () async throws(Diagnostic) -> Void) async throws(Diagnostic) {
    if let problem = await overhearing(work).problem { throw problem }
  }

  /// Performs work, and shows only a part of its output; all of it is recorded.
  func telling(
    _ isTold: @escaping @MainActor (Record) -> Bool, of work: () async throws(Diagnostic) -> Void
  ) async throws(Diagnostic) {
    self.isTold = isTold
    defer { self.isTold = { _ in true } }
    try await work()
  }

  /// Performs work without output, and returns its records and its error.
  func overhearing(
    _ work: () async throws(Diagnostic) -> Void
  ) async -> (records: [Record], problem: Diagnostic?) {
    (isSilent, overheard) = (true, [])
    defer { (isSilent, overheard) = (false, nil) }
    do throws(Diagnostic) { try await work() } catch { return (overheard ?? [], error) }
    return (overheard ?? [], nil)
  }
}
