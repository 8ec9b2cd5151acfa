import DisplayWidth

/// A marble diagram: events over time, one row per source, in the notation of RxJS marble tests.
///
/// A `-` is a column without an event, a letter a value, and `(ab)` two events in one column. `^` is a start, `|` an
/// end, `#` an error, and `!` a cancellation. Columns are aligned across rows, so readers can compare times.
struct MarbleDiagram {
  enum Mark: Hashable, Codable {
    case value(String)
    case truth(Bool)
    /// A number from 0 to 9, drawn as its digit.
    case digit(Int)
    case began
    case completed
    case failed(String)
    case cancelled

    func mapText(_ change: (String) -> String) -> Self {
      switch self {
      case .value(let text): .value(change(text))
      case .failed(let text): .failed(change(text))
      default: self
      }
    }
  }

  struct Event: Hashable, Codable {
    var time: Duration
    var mark: Mark
  }

  struct Row {
    var name: String
    var events: [Event]
  }

  private(set) var rows: [Row]
  /// The time of the first column.
  let start: Duration
  let step: Duration
  /// The language of the axis.
  let language: HelpLanguage
  /// The number of time columns, each as wide as its content.
  private let count: Int

  /// The maximum number of columns with the default step; time after the last event adds columns only up to it.
  static let mostColumns = 60
  /// The maximum number of columns of any diagram.
  static let widest = 2_000

  /// Lays out rows from `start`, or else from the first event, at least up to the last event if `widest` allows it.
  ///
  /// The default step is the shortest of 1, 2, 5, 10, 20, … ms at which all events fit.
  init(
    _ rows: [Row], from start: Duration? = nil, to end: Duration, step: Duration? = nil,
    in language: HelpLanguage = .english
  ) {
    self.language = language
    let times = rows.flatMap { $0.events.map(\.time) }
    let start = start ?? times.min() ?? end
    let last = times.max() ?? start
    self.rows = rows.map { row in
      Row(name: row.name, events: row.events.filter { $0.time >= start })
    }
    self.start = start
    let step = max(step ?? Self.step(for: last - start), .microseconds(1))
    self.step = step
    let columns = { (time: Duration) in Self.column(of: time, from: start, step) }
    count = min(max(columns(last), min(columns(end), Self.mostColumns - 1)) + 1, Self.widest)
  }

  /// Returns the diagram with the texts in its legend changed.
  func mapTexts(_ change: (String) -> String) -> MarbleDiagram {
    var diagram = self
    diagram.rows.modify { row in row.events.modify { $0.mark = $0.mark.mapText(change) } }
    return diagram
  }

  /// Returns the column of a time: -1 if the time is before `start`, `widest` if it is beyond the widest diagram.
  private static func column(of time: Duration, from start: Duration, _ step: Duration) -> Int {
    Int(min(max(((time - start) / step).rounded(.down), -1), Double(widest)))
  }

  private static func step(for length: Duration) -> Duration {
    var unit = 1
    while true {
      for factor in [1, 2, 5] {
        let step = Duration.milliseconds(unit * factor)
        if length / step < Double(mostColumns) { return step }
      }
      unit *= 10
    }
  }

  /// Returns the axis, the rows and the legend of the letters.
  ///
  /// A diagram wider than `width` is split into parts, one below the other. Parts without events are left out.
  func lines(
    width: Int? = nil, _ paint: Paint = .plain, _ measure: CellWidth = CellWidth()
  ) -> [String] {
    let cells = rows.map(self.cells)
    let widths = (0..<count).map { column in cells.map { $0[column].count }.max() ?? 1 }
    let names = rows.map(\.name.printableLine)
    let indent = max(1, names.map { measure.of($0) }.max() ?? 0)
    func line(_ name: String, _ text: String) -> String {
      name.padded(to: indent, measure) + "  " + text
    }
    func picture(_ columns: Range<Int>, _ axis: String) -> [String] {
      [line("t", paint.quiet(axis))]
        + zip(names, cells).map { name, cells in
          let filled = columns.map { column in
            cells[column] + String(repeating: "-", count: widths[column] - cells[column].count)
          }
          return line(name, Self.painted(filled, paint))
        }
    }
    let unit = language.text(.marbleUnit(step.shortText))
    let room = width.map { max(10, $0 - indent - 2) } ?? .max
    func prose(_ name: String, _ text: String) -> [String] {
      text.lines(within: width == nil ? nil : room, measure).enumerated().map {
        line($0 == 0 ? name : "", $1)
      }
    }
    let whole = axis(widths, 0..<count, room: .max) + " " + unit
    var lines: [String]
    if max(measure.of(whole), widths.reduce(0, +)) <= room {
      lines = picture(0..<count, whole)
    } else {
      lines = Self.parts(widths, room: room).flatMap { part -> [String] in
        let isQuiet = part.allSatisfy { column in cells.allSatisfy { $0[column] == "-" } }
        return isQuiet ? [] : picture(part, axis(widths, part, room: room)) + [""]
      }
      lines.append(line("t", paint.quiet(unit)))
    }
    for (row, name) in zip(rows, names) {
      let legend = Self.legend(of: row)
      if !legend.isEmpty { lines += prose(name, legend.printableLine) }
    }
    if isCut { lines += prose("", language.text(.marblesAreCut(at: Self.widest))) }
    return lines
  }

  /// Splits the columns into ranges that fit into the width.
  private static func parts(_ widths: [Int], room: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, used) = (0, 0)
    for (column, width) in widths.enumerated() {
      if used + width > room, column > start {
        parts.append(start..<column)
        (start, used) = (column, 0)
      }
      used += width
    }
    return parts + [start..<widths.count]
  }

  /// Returns a row in which events stand out from the time between them.
  private static func painted(_ cells: [String], _ paint: Paint) -> String {
    var runs: [(role: TextRenderer.Style.Role, text: String)] = []
    for sign in cells.joined() {
      let role: TextRenderer.Style.Role =
        switch sign {
        case "-": .quiet
        case "#", "!": .bad
        default: .mark
        }
      if runs.last?.role == role {
        runs[runs.count - 1].text.append(sign)
      } else {
        runs.append((role, String(sign)))
      }
    }
    return runs.map { paint.painted($0.text, $0.role) }.joined()
  }

  /// The default step, at which all events fit.
  var stepForAll: Duration {
    Self.step(for: (rows.flatMap(\.events).map(\.time).max() ?? start) - start)
  }

  /// Whether events are beyond the last column, so that the diagram does not show them.
  var isCut: Bool {
    rows.contains { row in
      row.events.contains { Self.column(of: $0.time, from: start, step) >= count }
    }
  }

  /// The message for a diagram without events; `nil` if there are events.
  var emptiness: Message? {
    rows.allSatisfy(\.events.isEmpty) ? .nothingHappened(rows.map(\.name)) : nil
  }

  /// Returns a single row, up to its last event.
  func picture(of row: Row) -> String {
    var picture = cells(of: row).joined()
    while picture.last == "-" { picture.removeLast() }
    return picture
  }
}

// MARK: - Parts

extension MarbleDiagram {
  private func cells(of row: Row) -> [String] {
    let letters = Dictionary(uniqueKeysWithValues: Self.letters(of: row))
    var marks = Array(repeating: "", count: count)
    for event in row.events {
      let column = Self.column(of: event.time, from: start, step)
      if marks.indices.contains(column) { marks[column].append(Self.letter(event.mark, letters)) }
    }
    return marks.map { $0.isEmpty ? "-" : $0.count == 1 ? $0 : "(\($0))" }
  }

  private static func letter(_ mark: Mark, _ letters: [String: Character]) -> Character {
    switch mark {
    case .value(let text): letters[text] ?? "*"
    case .truth(let isTrue): isTrue ? "t" : "f"
    case .digit(let digit): Character("\(digit)")
    case .began: "^"
    case .completed: "|"
    case .failed: "#"
    case .cancelled: "!"
    }
  }

  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

  /// Returns a letter for each value, in order of appearance; values beyond the alphabet get none.
  private static func letters(of row: Row) -> [(String, Character)] {
    let values = row.events.compactMap { if case .value(let text) = $0.mark { text } else { nil } }
    return Array(zip(values.unique, alphabet))
  }

  private static func legend(of row: Row) -> String {
    let errors = row.events.compactMap { if case .failed(let why) = $0.mark { why } else { nil } }
    let parts =
      letters(of: row).map { text, letter in "\(letter)=\(text.clipped(to: 40))" }
      + errors.unique.map { "#=\($0.clipped(to: 60))" }
    return parts.joined(separator: "  ")
  }

  /// Returns the axis: the time above the first column and above every tenth column, where there is room.
  private func axis(_ widths: [Int], _ columns: Range<Int>, room: Int) -> String {
    var text = ""
    var column = 0
    for index in columns {
      let label = "\(Int((step * index / .milliseconds(1)).rounded()))"
      let isMarked = index == columns.lowerBound || index.isMultiple(of: 10)
      if isMarked, text.isEmpty || text.count < column, column + label.count <= room {
        text = text.padded(to: column) + label
      }
      column += widths[index]
    }
    return text
  }
}
