import DisplayWidth

extension Record {
  /// The record with all its texts escaped for a terminal; values are escaped later, where they become text.
  ///
  /// Data comes from servers, files and people. A terminal must not interpret any byte of it as a command.
  var printable: Record {
    switch self {
    // Pictures escape their texts themselves and write each on one line.
    case .value, .secret, .viewModel, .formatted, .graph, .screen, .liveGraph, .waterfall, .heat,
      .marbles:
      self
    case .completed(let path, let call):
      .completed(path: path.printableLine, call: call.printableLine)
    case .change(let watch, let path, let value, let previous):
      .change(watch: watch, path: path.printableLine, value: value, previous: previous)
    case .table(let watch, let path, let table):
      .table(watch: watch, path: path.printableLine, table.mapTexts(\.printableLine))
    case .drawing(let watch, let path, let drawing, let isFirst):
      .drawing(watch: watch, path: path.printableLine, drawing, isFirst: isFirst)
    case .bound(let number, let description):
      .bound(number: number, description: description.printableLine)
    case .ended(let description): .ended(description: description.printableLine)
    case .started(let job, let path, let call):
      .started(job: job, path: path.printableLine, call: call.printableLine)
    case .finished(let job, let path, let call, let value):
      .finished(job: job, path: path.printableLine, call: call.printableLine, value: value)
    case .diagnostic(let diagnostic, let source): .diagnostic(diagnostic, in: source)
    case .explanation, .note, .output, .listing, .text:
      mapTexts(\.printable, lines: \.printableLine)
    case .check(let text, let isMet): .check(text.printable, isMet: isMet)
    case .page(let title, let rows):
      .page(
        title: title.mapTexts(\.printableLine),
        rows: rows.map { ($0.word.printableLine, $0.text.printable) })
    }
  }
}

extension Record {
  /// Returns the record with the texts of a page, a text, a note, an explanation, a listing or an output changed.
  func mapTexts(_ change: (String) -> String) -> Record { mapTexts(change, lines: change) }

  /// Returns the record with its texts changed by `change`, and titles and single lines by `changeLine`.
  private func mapTexts(
    _ change: (String) -> String, lines changeLine: (String) -> String
  ) -> Record {
    switch self {
    case .explanation(let lines): .explanation(lines.map { $0.mapTexts(changeLine) })
    case .note(let message): .note(message.mapTexts(change))
    case .output(let text): .output(change(text))
    case .listing(let lines): .listing(lines.map(changeLine))
    case .text(let title, let lines):
      .text(title: title?.mapTexts(changeLine), lines: lines.map(change))
    case .page(let title, let rows):
      .page(title: title.mapTexts(changeLine), rows: rows.map { ($0.word, change($0.text)) })
    default: self
    }
  }
}
