import DisplayWidth
import LineEditor
import REPLKit

/// Keeps an answer that is longer than the window from running through it: the rest comes on demand.
@MainActor
final class LongAnswers {
  private let print: @MainActor (String) -> Void
  private let size: @MainActor () -> Terminal.Size
  /// The number of rows that stand above the prompt.
  private let panel: @MainActor () -> Int
  private let cells: @MainActor () -> CellWidth
  /// The rows that may still be printed for the present entry; `nil` while none runs.
  private var room: Int?
  private var rest: [String] = []
  private var isRestOfTask = false
  /// Whether a task was told for the present entry.
  private var hasTask = false

  /// Takes where lines go, how large the window is, how many rows of it stand above the prompt, and how wide characters
  /// are.
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

  /// Begins an entry: what was left of the last one's answers is given up, unless it is asked for.
  func begin(_ entry: String) {
    room = wholeRoom
    hasTask = false
    if entry.trimmingPrefix(":").prefix(4) != "more" { rest = [] }
  }

  /// The rows of the window for answers: beside them there are the entry, the prompt, and the row that tells of the rest.
  private var wholeRoom: Int { max(4, size().rows - panel() - 3) }

  /// Prints a record's text, of an answer or a task as much as there is room for.
  func take(_ text: String, of record: Record) {
    guard let room else { return print(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if record.isTask, !hasTask {
      hasTask = true
      // The task has the whole window, and the answer above it moves up. A lesson that begins will have a row above the
      // prompt, under a rule.
      self.room = wholeRoom - (panel() == 0 ? 2 : 0)
    }
    let isOfTask = record.isTask || hasTask && record.isNote
    // A task stays in sight below an answer of which some is left.
    guard record.isAnswer || isOfTask && (rest.isEmpty || isRestOfTask) else {
      self.room = max(0, room - rows(of: lines))
      return print(text)
    }
    guard rest.isEmpty else { return rest += lines }
    isRestOfTask = isOfTask
    show(lines, in: self.room ?? room, atLeast: isOfTask ? 0 : 1)
  }

  /// Shows the next windowful; false when there is nothing more.
  func more() -> Bool {
    guard !rest.isEmpty, let room else { return false }
    let lines = rest
    rest = []
    show(lines, in: room)
    return true
  }

  /// Ends an entry.
  ///
  /// - Returns: How many lines wait, if there are some.
  func end() -> Int? {
    room = nil
    return rest.isEmpty ? nil : rest.count
  }

  private func show(_ lines: [String], in room: Int, atLeast fewest: Int = 1) {
    var (left, count) = (room, 0)
    for line in lines {
      left -= rows(of: [line])
      guard left >= 0 || count < fewest else { break }
      count += 1
    }
    // The last line stands where the row about it would, unless more may come.
    if fewest > 0, lines.count - count == 1 { count = lines.count }
    if count > 0 { print(lines.prefix(count).joined(separator: "\n")) }
    rest = Array(lines.dropFirst(count))
    self.room = max(0, left)
  }

  /// The rows of the window that lines take.
  private func rows(of lines: [String]) -> Int {
    let (columns, cells) = (size().columns, cells())
    return lines.reduce(0) { $0 + max(1, ($1.columnsShown(cells) + columns - 1) / columns) }
  }
}

extension Record {
  /// Whether it answers what was typed, and may be as long as one likes.
  fileprivate var isAnswer: Bool {
    switch self {
    case .value, .viewModel, .output, .listing, .formatted, .graph, .waterfall, .heat, .marbles,
      .explanation, .page:
      true
    default: false
    }
  }

  /// Whether it is a part of the task of a lesson, or of the help with it.
  fileprivate var isTask: Bool {
    switch self {
    case .text, .check: true
    default: false
    }
  }

  fileprivate var isNote: Bool { if case .note = self { true } else { false } }
}

extension String {
  /// The columns of the line without its SGR sequences.
  fileprivate func columnsShown(_ cells: CellWidth) -> Int {
    split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated()
      .reduce(0) { sum, part in
        sum
          + cells.of(part.offset == 0 ? part.element : part.element.drop { $0 != "m" }.dropFirst())
      }
  }
}
