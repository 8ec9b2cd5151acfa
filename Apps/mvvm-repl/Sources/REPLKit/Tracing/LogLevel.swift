import Bindings

/// The severity of a record of the graph, the lowest first.
enum LogLevel: String, CaseIterable {
  /// The work of the graph: evaluations and runs, with or without a change.
  case debug
  /// The statements, and what they change and execute.
  case info
  /// A command that was called and rejected.
  case warning
  /// A command that failed, an error of a signal, or an issue of the graph.
  case error

  init(_ record: TraceRecord) {
    switch record.kind {
    case .equalWrite, .recompute, .observerRun, .skip: self = .debug
    case .mark, .write, .signalEvent, .commandQueued, .commandStart, .commandProgress: self = .info
    case .commandEnd: self = record.detail?.hasPrefix("failure") == true ? .error : .info
    case .commandRejected: self = .warning
    case .signalError, .issue: self = .error
    }
  }

  /// The level itself and all higher levels.
  var upwards: Set<LogLevel> { Set(Self.allCases.drop { $0 != self }) }
}

extension Chronicle {
  /// Shows the last records: `:log`, `:log 50`, `:log warning`, `:log 50 error`.
  func showLog(_ argument: String, at span: Span) throws(Diagnostic) {
    var (count, level) = (20, LogLevel.debug)
    for word in argument.split(separator: " ").map(String.init) {
      if let named = LogLevel(rawValue: word) {
        level = named
      } else if let number = Int(word), number >= 0 {
        count = number
      } else {
        let levels = LogLevel.allCases.map(\.rawValue)
        throw Diagnostic(
          .arguments, .noNumberOfRecords(word.clipped(to: 40)), at: span,
          help: .write(":log \(Suggestion.nearest(to: word, among: levels) ?? "50")"))
      }
    }
    let levels = level.upwards
    let records = tracer.log.records.filter { levels.contains(LogLevel($0)) }.suffix(count)
    guard !records.isEmpty || level == .debug else { return emit(.note(.noRecords(level))) }
    let lines = records.map { scope.masked($0.line(in: evaluator.voice.language)) }
    emit(.listing(lines))
  }
}
