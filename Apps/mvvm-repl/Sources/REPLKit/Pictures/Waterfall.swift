import DisplayWidth

/// The executions of commands along the time, one row each.
public struct Waterfall: Sendable, Hashable {
  /// How an execution ended, if it did.
  public enum Ending: Sendable, Hashable {
    /// It goes on.
    case running
    /// It waits for its turn.
    case queued
    /// Its body returned.
    case finished
    /// Its body threw.
    case failed(String)
    /// It was cancelled.
    case cancelled
    /// It was not started.
    case rejected(String)
  }

  /// One execution; its times are those of the session's clock.
  public struct Row: Sendable, Hashable {
    /// The path of the command.
    public let name: String
    /// When it was executed.
    public let asked: Duration
    /// When its body began; nil when it never did.
    public var start: Duration?
    /// When it ended; nil when it goes on.
    public var end: Duration?
    /// When its body waited on the clock, each from its beginning to its end.
    public var waits: [Range<Duration>] = []
    /// When its body said how much is done, from 0 to 1.
    public var progress: [Progress] = []
    /// How it ended.
    public var ending = Ending.queued
  }

  /// A share of the work that was done at a time.
  public struct Progress: Sendable, Hashable {
    /// The time.
    public let time: Duration
    /// The share, from 0 to 1.
    public let fraction: Double
  }

  /// The executions, in the order in which they were asked for.
  public let rows: [Row]
  /// The time up to which it is drawn.
  public let now: Duration

  /// The time at which it begins.
  public var start: Duration { rows.map(\.asked).min() ?? now }
  /// The time of the last end, or the present while one goes on.
  public var end: Duration { rows.map { $0.end ?? now }.max() ?? now }
}

extension Waterfall {
  /// How many rows are drawn.
  static let mostRows = 30

  private var shown: ArraySlice<Row> { rows.prefix(Self.mostRows) }

  /// How many cells a bar takes at most.
  private static let widestBar = 100

  /// The axis, then a row for each execution: its name, a bar, how long it took and how it ended.
  ///
  /// In a bar `·` is the wait for its turn, `━` its body, `╌` a wait of the body on the clock, `┿` a share of the
  /// work that is done; it ends in `✓`, `✗` for a failure, `!` when it was cancelled or refused, `▸` when it goes on. Where
  /// lines take two cells, bars are `.`, `=`, `-` and `+`.
  func lines(
    width: Int, in language: HelpLanguage, _ cells: CellWidth = CellWidth()
  ) -> [String] {
    let tails = shown.map { $0.tail(until: now, in: language) }
    let name = min(shown.map { cells.of($0.name) }.max() ?? 0, max(8, width / 3))
    // A bar for no time at all is one sign, so the words behind it take its room.
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
  /// What the signs in its bars mean that no word beside them tells.
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

  /// The lines with `…` for all that is another cell at each run.
  func steadyLines(in language: HelpLanguage) -> [String] {
    let rest = rows.count - shown.count
    return ["t…"] + shown.map { "\($0.name.printableLine)…" }
      + (rest > 0 ? [Message.andMore(rest).text(in: language)] : [])
  }
}

/// The cells in which times stand.
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

  /// How long it took, and how it ended.
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

  /// The ending in words, where the sign does not say it all.
  var message: Message? {
    switch self {
    case .finished: nil
    case .running: .goesOn
    case .queued: .waitsForTurn
    case .failed(let error): error.isEmpty ? .hasFailed : .hasFailed(error)
    case .cancelled: .wasCancelled
    case .rejected(let reasons): .wasRefused(reasons)
    }
  }

  /// The name of the ending for programs.
  var name: String { String("\(self)".prefix(while: \.isLetter)) }
}

extension Duration {
  /// The duration as it stands behind a bar: from 10 ms on in whole milliseconds, from 10 s on in tenths of seconds.
  fileprivate var barText: String {
    let step =
      self < .milliseconds(10)
      ? Duration.microseconds(100) : .milliseconds(self < .seconds(10) ? 1 : 100)
    return rounded(to: step).shortText
  }
}
