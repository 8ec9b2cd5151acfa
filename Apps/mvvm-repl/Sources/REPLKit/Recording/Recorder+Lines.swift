// A recorded statement as lines: for the screen, for files and for comparisons.

extension Recorder.Step {
  /// The redacted lines of the output.
  var shownLines: [String] {
    var step = self
    if isConcealed {
      step.said = said.map { $0.isValue ? .record(.secret, in: language) : $0 }
    }
    let finder = TextFinder(secrets)
    return step.lines.map { line in
      let line = finder.masked(line) { _ in Redaction.mask }
      return masked(line)
    }
  }

  /// The lines for a file, which have the same effect when they run without pauses.
  var written: [String] {
    let statement =
      if let comment = isCutShort ? Journal.cutShort : hasFailed ? Journal.failed : nil {
        shown.split(whereSeparator: \.isNewline).map { "\(comment)\($0)" }
      } else {
        [
          instead
            ?? (hasThrown && (try? Parser.parse("try? \(shown)")) != nil
              ? "try? \(shown)" : shown.withoutCopying)
        ]
      }
    return (waiting.map { [$0] } ?? []) + statement
  }

  /// Whether a secret is left out of the statement itself, and not only of its comments.
  var lacksSecret: Bool {
    guard shown != text else { return false }
    let words = [shown, text].map { text in
      var lexer = Lexer(text)
      return (try? lexer.tokens())?.map { SourceText(text).slice($0.span) }
    }
    return words[0] == nil || words[0] != words[1]
  }

  /// The step with the output during its run, and the step with the later output.
  var parted: (Self, Self) {
    var (own, later) = (self, self)
    let answers = min(answers ?? said.count, said.count)
    (own.said, later.said) = (Array(said.prefix(answers)), Array(said.dropFirst(answers)))
    return (own, later)
  }

  /// Returns a line without the secrets that were discovered later.
  func masked(_ line: String) -> String {
    later?.finder.masked(line) { _ in Redaction.mark } ?? line
  }

  /// The secrets in the statement, and those discovered later, longer ones first, since they may contain others.
  var allSecrets: [String] {
    let later = later?.marks.filter { $0.value >= number && Redaction.isTelling($0.key) }.keys
    return secrets + (later.map { $0.sorted { ($0.count, $0) > ($1.count, $1) } } ?? [])
  }

  /// The lines of the output, without what differs from run to run.
  var lines: [String] {
    said.flatMap(\.lines).map { Self.steady($0) }
  }

  /// Returns a line with `…` in place of numbers of records and jobs, times and ports.
  static func steady(_ line: String) -> String {
    // A regular expression is parsed on each use, which costs more than a statement.
    guard line.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return line
    }
    var line = line
    if line.contains("#") { line.replace(/#\d+/, with: "#…") }
    if line.contains(" ms") { line.replace(/\ *\d+(\.\d+)? ms\b/, with: " … ms") }
    if line.contains(" for ") { line.replace(/\ for \d+(\.\d+)?m?s\b/, with: " for …") }
    if line.contains("-") {
      line.replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?Z?/, with: "…")
    }
    if line.contains("127.0.0.1:") { line.replace(/127\.0\.0\.1:\d+/, with: "127.0.0.1:…") }
    if line.contains("batch ") { line.replace(/batch \d+/, with: "batch …") }
    return line
  }
}

extension Recorder.Said {
  /// Whether the output is a value, which may come from a secret.
  var isValue: Bool {
    switch self {
    case .record(.value, _): true
    case .record: false
    case .carried(_, let isValue, _): isValue
    }
  }

  /// Whether the output shows all members of a view-model.
  var isViewModel: Bool {
    switch self {
    case .record(.viewModel, _): true
    case .record: false
    case .carried(_, _, let isViewModel): isViewModel
    }
  }

  var lines: [String] {
    switch self {
    case .record(.waterfall(let waterfall), let language): waterfall.steadyLines(in: language)
    case .record(let record, let language):
      TextRenderer(style: .plain, language: language).text(record)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    case .carried(let lines, _, _): lines
    }
  }
}

extension String {
  /// A statement without the filter that hands a result to a terminal's clipboard: a file has none.
  fileprivate var withoutCopying: String {
    guard contains("copy"), case .expression(_, let output)? = try? Parser.parse(self).first?.kind,
      let filter = output.filters.first(where: { $0.filter == .copy })
    else { return self }
    let bytes = Array(utf8)
    let bar = bytes[..<filter.span.start].lastIndex(of: UInt8(ascii: "|")) ?? filter.span.start
    let before = String(decoding: bytes[..<bar], as: UTF8.self).trimmedAtEnd
    return before + String(decoding: bytes[filter.span.end...], as: UTF8.self)
  }
}
