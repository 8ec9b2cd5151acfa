import DisplayWidth

/// A waterfall diagram: the executions of commands over time, one row each.
public struct Waterfall: Sendable, Hashable {
  /// The ending of an execution, or its state if it has not ended.
  public enum Ending: Sendable, Hashable {
    /// The body is running.
    case running
    /// The execution waits in the queue.
    case queued
    /// The body returned.
    case finished
    /// The body threw an error; `nil` for one that is not told.
    case failed(Message?)
    /// The execution was cancelled.
    case cancelled
    /// The execution was rejected for these reasons, and did not start.
    case rejected([Message])
  }

  /// An execution, with times of the session's clock.
  public struct Row: Sendable, Hashable {
    /// The path of the command.
    public internal(set) var name: String
    /// The time at which the execution was requested.
    public let asked: Duration
    /// The time at which the body began; `nil` if it did not begin.
    public var start: Duration?
    /// The time at which the execution ended; `nil` if it has not ended.
    public var end: Duration?
    /// The periods in which the body waited on the clock.
    public var waits: [Range<Duration>] = []
    /// The progress reports of the body.
    public var progress: [Progress] = []
    /// The ending, or the state so far.
    public var ending = Ending.queued
  }

  /// A progress report: the share of the work that was done at a time.
  public struct Progress: Sendable, Hashable {
    /// The time.
    public let time: Duration
    /// The share, from 0 to 1.
    public let fraction: Double
  }

  /// The executions, in the order in which they were requested.
  public internal(set) var rows: [Row]
  /// The time up to which the diagram is drawn.
  public let now: Duration

  /// The time at which the diagram begins.
  public var start: Duration { rows.map(\.asked).min() ?? now }
  /// The time of the last end, or `now` if an execution has not ended.
  public var end: Duration { rows.map { $0.end ?? now }.max() ?? now }
}

extension Waterfall {
  /// The maximum number of drawn rows.
  static let mostRows = 30

  private var shown: ArraySlice<Row> { rows.prefix(Self.mostRows) }

  /// The maximum width of a bar in cells.
  private static let widestBar = 100

  /// Returns the axis, then a row for each execution: its name, a bar, its duration and its ending.
  ///
  /// In a bar, `·` is the time in the queue, `━` the body, `╌` a wait of the body on the clock, and `┿` a progress
  /// report. A bar ends in `✓` for success, `✗` for failure, `!` for cancellation or rejection, and `▸` if the
  /// execution has not ended. If line characters are two cells wide, bars are `.`, `=`, `-` and `+`.
  func lines(
    width: Int, in language: HelpLanguage, _ cells: CellWidth = CellWidth()
  ) -> [String] {
    let tails = shown.map { $0.tail(until: now, in: language) }
    let name = min(shown.map { cells.of($0.name) }.max() ?? 0, max(8, width / 3))
    // A bar without any duration is one sign wide, so the text after it gets the room.
    let leastBar = end > start ? max(8, width / 3) : 8
    let tail = min(tails.map { cells.of($0) }.max() ?? 0, max(6, width - name - leastBar - 4))
    let bar = end > start ? min(Self.widestBar, max(8, width - name - tail - 4)) : leastBar
    let scale = Scale(start: start, length: end - start, cells: bar)
    let signs = BarSigns(cells)
    let ends = ["0", (end - start).barText]
    let gap = String(repeating: " ", count: max(1, bar - ends[1].displayWidth - 1))
    var lines = ["t".padded(to: name) + "  " + ends.joined(separator: gap)]
    for (row, tail) in zip(shown, tails) {
      lines.append(
        row.name.fitted(to: name, cells).padded(to: name, cells) + "  "
          + row.bar(scale, signs, until: now) + "  " + tail)
    }
    if rows.count > shown.count {
      lines.append(Message.andMore(rows.count - shown.count).text(in: language))
    }
    return lines.map { $0.trimmedAtEnd.fitted(to: width, cells) }
  }
}

extension Waterfall {
  /// Returns the diagram with all its texts changed.
  func mapTexts(_ change: (String) -> String) -> Waterfall {
    var waterfall = self
    waterfall.rows.modify { row in
      row.name = change(row.name)
      switch row.ending {
      case .failed(let error): row.ending = .failed(error?.mapTexts(change))
      case .rejected(let reasons): row.ending = .rejected(reasons.map { $0.mapTexts(change) })
      default: break
      }
    }
    return waterfall
  }

  /// Returns the explanations of the signs in the bars that no text beside them explains.
  func marks(_ cells: CellWidth) -> [Message] {
    let signs = BarSigns(cells)
    var marks: [Message] = []
    if shown.contains(where: { $0.asked < $0.start ?? $0.end ?? now }) {
      marks.append(.markOfTurnTaken("\(signs.turn)"))
    }
    if shown.contains(where: { !$0.waits.isEmpty }) { marks.append(.markOfWait("\(signs.wait)")) }
    if shown.contains(where: { !$0.progress.isEmpty }) {
      marks.append(.markOfProgress("\(signs.progress)"))
    }
    return marks
  }

  /// Returns the lines with `…` for everything that differs from run to run.
  func steadyLines(in language: HelpLanguage) -> [String] {
    let rest = rows.count - shown.count
    return ["t…"] + shown.map { "\($0.name.printableLine)…" }
      + (rest > 0 ? [Message.andMore(rest).text(in: language)] : [])
  }
}

/// A scale that maps times to cells.
private struct Scale {
  let start: Duration
  let length: Duration
  let cells: Int

  func cell(of time: Duration) -> Int {
    guard length > .zero else { return 0 }
    return min(cells - 1, max(0, Int(((time - start) / length * Double(cells - 1)).rounded())))
  }
}

private struct BarSigns {
  let turn, body, wait, progress: Character

  init(_ cells: CellWidth) {
    (turn, body, wait, progress) =
      cells.of("━") == 1 ? ("·", "━", "╌", "┿") : (".", "=", "-", "+")
  }
}

extension Waterfall.Row {
  fileprivate func bar(_ scale: Scale, _ signs: BarSigns, until now: Duration) -> String {
    var cells = Array(repeating: " " as Character, count: scale.cells)
    func fill(_ from: Duration, _ to: Duration, _ sign: Character) {
      for cell in scale.cell(of: from)...max(scale.cell(of: from), scale.cell(of: to)) {
        cells[cell] = sign
      }
    }
    let end = end ?? now
    fill(asked, start ?? end, signs.turn)
    if let start {
      fill(start, end, signs.body)
      for wait in waits { fill(wait.lowerBound, min(wait.upperBound, end), signs.wait) }
      for point in progress { cells[scale.cell(of: point.time)] = signs.progress }
    }
    cells[scale.cell(of: end)] = ending.sign
    return String(cells)
  }

  /// Returns the duration and the ending as text.
  fileprivate func tail(until now: Duration, in language: HelpLanguage) -> String {
    let length = ((end ?? now) - asked).barText
    return ending.message.map { "\(length)  \($0.text(in: language))" } ?? length
  }
}

extension Waterfall.Ending {
  fileprivate var sign: Character {
    switch self {
    case .running, .queued: "▸"
    case .finished: "✓"
    case .failed: "✗"
    case .cancelled, .rejected: "!"
    }
  }

  /// The ending in words; `nil` if the sign says everything.
  var message: Message? {
    switch self {
    case .finished: nil
    case .running: .goesOn
    case .queued: .waitsForTurn
    case .failed(let error): error.map { .hasFailed($0) } ?? .hasFailed
    case .cancelled: .wasCancelled
    case .rejected(let reasons): .wasRefused(reasons)
    }
  }

  /// The name of the ending for programs.
  var name: String { String("\(self)".prefix(while: \.isLetter)) }
}

extension Duration {
  /// The duration as text behind a bar: to 0.1 ms below 10 ms, to 1 ms below 10 s, otherwise to 0.1 s.
  fileprivate var barText: String {
    let step =
      self < .milliseconds(10)
      ? Duration.microseconds(100) : .milliseconds(self < .seconds(10) ? 1 : 100)
    return rounded(to: step).shortText
  }
}
