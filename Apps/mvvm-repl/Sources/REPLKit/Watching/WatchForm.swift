import ViewModels

/// The form in which the changes of a watch are shown: `watch form.phone as marbles`.
enum WatchForm: String, CaseIterable {
  /// One line for each change.
  case plain
  /// All watched values as rows, printed again after each change.
  case table
  /// Each value as a letter on a time axis.
  case marbles
  /// The last numbers as bars.
  case spark
}

/// A drawing of the successive values of a watch.
protocol WatchDrawing {
  /// Returns the picture after a new set of values, one for each watched path.
  mutating func drawing(
    of values: [Record.ShownValue], at time: Duration, in language: HelpLanguage
  ) -> Drawing
  /// The drawn history, for a session that continues the drawing; `nil` for a drawing without a history.
  var past: WatchPast? { get }
  /// Continues the history of another session; the next values are added only if they are different.
  mutating func goOn(with past: WatchPast)
}

extension WatchDrawing {
  var past: WatchPast? { nil }
  mutating func goOn(with past: WatchPast) {}
}

/// The history of a drawing.
enum WatchPast: Codable {
  case spark([Double])
  /// The events of each row, and the time on the session's clock at which the first row began.
  case marbles([[MarbleDiagram.Event]], start: Duration)
}

/// A table of the watched paths with their current and previous values.
struct TableDrawing: WatchDrawing {
  let paths: [String]
  private var last: [Record.ShownValue] = []
  private var before: [Record.ShownValue?]

  init(paths: [String]) {
    self.paths = paths
    before = Array(repeating: nil, count: paths.count)
  }

  mutating func drawing(
    of values: [Record.ShownValue], at time: Duration, in language: HelpLanguage
  ) -> Drawing {
    if case .plain(let value, _)? = values.first, values.count == 1, TableText.suits(value) {
      return Drawing(content: .table(TableText(value, in: language, mostRows: 20), language))
    }
    for (index, old) in last.enumerated() where old != values[index] { before[index] = old }
    last = values
    let rows = paths.indices.map { index in
      [
        paths[index], values[index].text(in: language),
        before[index].map { "⟵ \($0.text(in: language))" } ?? "",
      ]
    }
    let table = TableText(names: [.what, .value, .before].map(language.text), rows: rows)
    return Drawing(content: .table(table, language))
  }
}

/// A sparkline: the last numbers of one path as bars between their minimum and maximum.
struct SparkDrawing: WatchDrawing {
  private var numbers: [Double] = []
  private var goesOn = false
  var past: WatchPast? { .spark(numbers) }

  mutating func goOn(with past: WatchPast) {
    if case .spark(let numbers) = past { (self.numbers, goesOn) = (numbers, true) }
  }

  static let widest = 40
  private static let bars = Array("▁▂▃▄▅▆▇█")

  mutating func drawing(
    of values: [Record.ShownValue], at time: Duration, in language: HelpLanguage
  ) -> Drawing {
    guard let value = values.first, let number = Self.number(value) else {
      let text = values.first.map { "\($0.text(in: language)) \(language.text(.noNumber))" }
      return Drawing(content: .lines([text ?? ""]))
    }
    if !goesOn || numbers.last != number { numbers.append(number) }
    goesOn = false
    if numbers.count > Self.widest { numbers.removeFirst() }
    return Drawing(content: .lines(["\(Self.picture(of: numbers))  \(value.text(in: language))"]))
  }

  static func picture(of numbers: [Double]) -> String {
    guard let low = numbers.min(), let high = numbers.max() else { return "" }
    let top = Double(bars.count - 1)
    return String(
      numbers.map { number in
        let share =
          if low == high { 0.5 } else if (high - low).isFinite {
            (number - low) / (high - low)
          } else {
            (number / 2 - low / 2) / (high / 2 - low / 2)
          }
        return bars[Int((share * top).rounded(.down))]
      })
  }

  /// Returns the number of a value; a Boolean counts as 0 or 1.
  static func number(_ value: Record.ShownValue) -> Double? {
    switch value {
    case .plain(.int(let number), _): Double(number)
    case .plain(.double(let number), _): number.isFinite ? number : nil
    case .plain(.bool(let isTrue), _): isTrue ? 1 : 0
    case .plain, .secret, .unreadable: nil
    }
  }
}
