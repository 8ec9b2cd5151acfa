import ViewModels

/// A marble diagram of the values of a watch, from its beginning on.
struct MarbleDrawing: WatchDrawing {
  private var rows: [MarbleDiagram.Row]
  private var last: [Record.ShownValue] = []
  private var start: Duration?
  private var goesOn = false
  var past: WatchPast? { start.map { .marbles(rows.map(\.events), start: $0) } }

  mutating func goOn(with past: WatchPast) {
    guard case .marbles(let events, let start) = past, events.count == rows.count else { return }
    (self.start, goesOn) = (start, true)
    for (index, events) in events.enumerated() { rows[index].events = events }
  }

  /// The maximum number of events per row; the oldest are dropped first.
  static let limit = 500

  init(paths: [String]) { rows = paths.map { MarbleDiagram.Row(name: $0, events: []) } }

  mutating func drawing(
    of values: [Record.ShownValue], at time: Duration, in language: HelpLanguage
  ) -> Drawing {
    let start = start ?? time
    self.start = start
    for (index, value) in values.enumerated() {
      let mark = MarbleDiagram.Mark(value, in: language)
      let isNew =
        last.isEmpty
        ? !goesOn || rows[index].events.last?.mark != mark
        : last[index] != value || value == .secret
      guard isNew else { continue }
      rows[index].events.append(MarbleDiagram.Event(time: time - start, mark: mark))
      if rows[index].events.count > Self.limit { rows[index].events.removeFirst() }
    }
    last = values
    goesOn = false
    return Drawing(content: .marbles(MarbleDiagram(rows, to: time - start, in: language)))
  }
}

extension MarbleDiagram.Mark {
  init(_ value: Record.ShownValue, in language: HelpLanguage) {
    switch value {
    case .plain(.bool(let isTrue), _): self = .truth(isTrue)
    case .plain(.int(let number), _) where (0...9).contains(number): self = .digit(number)
    case .plain, .secret: self = .value(value.text(in: language))
    case .unreadable(let reason): self = .failed(reason.text(in: language))
    }
  }
}
