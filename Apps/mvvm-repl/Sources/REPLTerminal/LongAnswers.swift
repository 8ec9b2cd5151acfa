import DisplayWidth
import LineEditor
import REPLKit

/// Keeps an answer that is longer than the window from running through it: the rest comes on demand.
@MainActor
final class LongAnswers {
  private let print: @MainActor (String) -> Void
  private let size: @MainActor () -> Terminal.Size
  /// The rows that may still be printed for the present entry; `nil` while none runs.
  private var room: Int?
  private var rest: [String] = []

  /// Takes where lines go, and how large the window is.
  init(
    size: @escaping @MainActor () -> Terminal.Size, print: @escaping @MainActor (String) -> Void
  ) {
    self.size = size
    self.print = print
  }

  /// Begins an entry: what was left of the last one's answers is given up, unless it is asked for.
  func begin(_ entry: String) {
    room = max(4, size().rows - 3)
    if entry.trimmingPrefix(":").prefix(4) != "more" { rest = [] }
  }

  /// Prints a record's text, of an answer as much as there is room for.
  func take(_ text: String, of record: Record) {
    guard let room, record.isAnswer else { return print(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard rest.isEmpty else { return rest += lines }
    show(lines, in: room)
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

  private func show(_ lines: [String], in room: Int) {
    let columns = size().columns
    var (left, count) = (room, 0)
    for line in lines {
      left -= max(1, (line.columnsShown + columns - 1) / columns)
      guard left >= 0 || count == 0 else { break }
      count += 1
    }
    // Two lines more are no reason to ask for them.
    if lines.count - count <= 2 { count = lines.count }
    print(lines.prefix(count).joined(separator: "\n"))
    rest = Array(lines.dropFirst(count))
    self.room = max(0, left)
  }
}

extension Record {
  /// Whether it answers what was typed, and may be as long as one likes.
  fileprivate var isAnswer: Bool {
    switch self {
    case .value, .viewModel, .output, .formatted, .graph, .waterfall, .heat, .explanation, .page:
      true
    default: false
    }
  }
}

extension String {
  /// The columns of the line without its SGR sequences.
  fileprivate var columnsShown: Int {
    split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated()
      .reduce(0) { sum, part in
        sum
          + (part.offset == 0 ? part.element : part.element.drop { $0 != "m" }.dropFirst())
          .displayWidth
      }
  }
}
