import DisplayWidth
import LineEditor
import REPLKit

/// A pager for an answer that is longer than the window: the rest is printed on demand.
@MainActor
final class LongAnswers {
  private let print: @MainActor (String) -> Void
  private let size: @MainActor () -> Terminal.Size
  /// The number of rows that stand above the prompt.
  private let panel: @MainActor () -> Int
  private let cells: @MainActor () -> CellWidth
  /// The number of rows that the present entry may still print; `nil` while no entry runs.
  private var room: Int?
  private var rest: [String] = []
  /// The rest of the previous entry's answers, and whether it ends with the end that was shown.
  private var earlier: (rest: [String], isFromEnd: Bool) = ([], false)
  private var isRestOfTask = false
  /// Whether something stands below the place where an answer is cut, and a row above it shows the place.
  private(set) var isMarked = false
  /// Whether the end of the answer is shown first, and what is before it on demand.
  private var isFromEnd = false
  /// Whether the present entry has printed a task.
  private var hasTask = false

  /// Creates a pager from the window's size, the number of rows above the prompt, the width of characters, and a
  /// function that prints.
  init(
    size: @escaping @MainActor () -> Terminal.Size, panel: @escaping @MainActor () -> Int,
    cells: @escaping @MainActor () -> CellWidth,
    print: @escaping @MainActor (String) -> Void
  ) {
    self.size = size
    self.panel = panel
    self.cells = cells
    self.print = print
  }

  /// Starts an entry, which may ask for the rest of the last answers with `:more`; afterwards that rest is gone, unless
  /// the entry is blank.
  func begin(isBlank: Bool = false) {
    room = wholeRoom
    hasTask = false
    guard !isBlank else { return }
    earlier = (rest, isFromEnd)
    (rest, isFromEnd) = ([], false)
  }

  /// Shows the end of the answer that follows first, as for a history.
  func beginAtEnd() { isFromEnd = true }

  /// The rows for answers; three more are reserved: for the entry, the prompt, and the row about the rest.
  private var wholeRoom: Int { max(4, size().rows - panel() - 3) }

  /// Prints a record's text; of an answer or a task, only as much as fits.
  func take(_ text: String, of record: Record) {
    guard let room else { return print(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if record.isTask, !hasTask || record.isStep {
      hasTask = true
      // The task gets the whole window, and what is above it scrolls up: an answer, or the introduction of a lesson. A
      // lesson that begins adds a row above the prompt, under a rule.
      self.room = wholeRoom - (panel() == 0 ? 2 : 0)
      if !rest.isEmpty, isRestOfTask {
        print(rest.joined(separator: "\n"))
        rest = []
      }
    }
    let isOfTask = record.isTask || hasTask && record.isNote
    // A task stays visible below an answer that is cut.
    guard record.isAnswer || isOfTask && (rest.isEmpty || isRestOfTask) else {
      if !rest.isEmpty, !isMarked {
        isMarked = true
        print("…")
      }
      self.room = max(0, room - rows(of: lines))
      return print(text)
    }
    guard rest.isEmpty else { return rest += lines }
    isRestOfTask = isOfTask
    show(lines, in: self.room ?? room, atLeast: isOfTask ? 0 : 1)
  }

  /// Shows the next windowful; returns false when nothing is left.
  func more() -> Bool {
    if rest.isEmpty { (rest, isFromEnd) = earlier }
    guard !rest.isEmpty, let room else { return false }
    let lines = rest
    (rest, earlier) = ([], ([], false))
    show(lines, in: room)
    return true
  }

  /// Ends an entry.
  ///
  /// - Returns: The number of waiting lines; `nil` without any.
  func end() -> Int? {
    room = nil
    return rest.isEmpty ? nil : rest.count
  }

  private func show(_ lines: [String], in room: Int, atLeast fewest: Int = 1) {
    if isFromEnd { return showEnd(of: lines, in: room) }
    var (left, count) = (room, 0)
    for line in lines {
      left -= rows(of: [line])
      guard left >= 0 || count < fewest else { break }
      count += 1
    }
    // A single last line takes the row that would announce it, unless more may come.
    if fewest > 0, lines.count - count == 1 { count = lines.count }
    count = lines.beginningOfRow(at: count, notBelow: fewest)
    if count > 0 { print(lines.prefix(count).joined(separator: "\n")) }
    (rest, isMarked) = (Array(lines.dropFirst(count)), false)
    self.room = max(0, left)
  }

  private func showEnd(of lines: [String], in room: Int) {
    var (left, first) = (room, lines.count)
    repeat {
      first -= 1
      left -= rows(of: [lines[first]])
      // The row of the mark needs room until the first line is reached.
    } while first > 0 && left - rows(of: [lines[first - 1]]) >= min(1, first - 1)
    // The rest of a row that is wrapped does not stand apart from it.
    while first > 0, first < lines.count - 1,
      lines.beginningOfRow(at: first, notBelow: 1) < first
    {
      first += 1
    }
    print(((first > 0 ? ["…"] : []) + lines[first...]).joined(separator: "\n"))
    (rest, isMarked) = (Array(lines[..<first]), true)
    self.room = max(0, left)
  }

  /// The number of window rows that lines take.
  private func rows(of lines: [String]) -> Int {
    let (columns, cells) = (size().columns, cells())
    return lines.reduce(0) { $0 + max(1, ($1.columnsShown(cells) + columns - 1) / columns) }
  }
}

extension Record {
  /// Whether the record answers the entry, and may have any length.
  fileprivate var isAnswer: Bool {
    switch self {
    case .value, .viewModel, .output, .listing, .formatted, .graph, .waterfall, .heat, .marbles,
      .explanation, .page:
      true
    default: false
    }
  }

  /// Whether the record is part of a lesson's task or of the help with it.
  fileprivate var isTask: Bool {
    switch self {
    case .text, .check: true
    default: false
    }
  }

  /// Whether the record is the task of a step, without its checks.
  fileprivate var isStep: Bool {
    if case .text(let title?, _) = self { title.key == "step" } else { false }
  }

  fileprivate var isNote: Bool { if case .note = self { true } else { false } }
}

extension [String] {
  /// Returns the place of a line, or of the line above it to which it belongs, because it is indented less; a heading
  /// or the first line of a wrapped row, which are not left alone.
  fileprivate func beginningOfRow(at place: Int, notBelow least: Int) -> Int {
    guard place < count else { return place }
    let nearest = Swift.max(least, place - Self.mostOfRow)..<place
    guard let indentation = self[place].indentation else { return place }
    let first = nearest.last { self[$0].indentation.map { $0 < indentation } == true }
    return first.map { beginningOfRow(at: $0, notBelow: Swift.max(least, nearest.lowerBound)) }
      ?? place
  }

  /// The most lines that are held back with the line to which they belong.
  private static let mostOfRow = 3
}

extension String {
  /// The number of spaces before the text, wherever colours begin; `nil` without text.
  fileprivate var indentation: Int? {
    var (spaces, rest) = (0, self[...])
    while let sign = rest.first, sign == " " || sign == "\u{1B}" {
      rest = sign == " " ? rest.dropFirst() : rest.drop { $0 != "m" }.dropFirst()
      spaces += sign == " " ? 1 : 0
    }
    return rest.isEmpty ? nil : spaces
  }

  /// The columns of the line without its SGR sequences.
  fileprivate func columnsShown(_ cells: CellWidth) -> Int {
    split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated()
      .reduce(0) { sum, part in
        sum
          + cells.of(part.offset == 0 ? part.element : part.element.drop { $0 != "m" }.dropFirst())
      }
  }
}
