import DisplayWidth
import LineEditor
import REPLKit

/// The rows above the prompt: the screen, then the step of a lesson, the watches, the live graph, and the background
/// work.
///
/// All rows share the height that the window leaves them; the editor counts those that do not fit.
@MainActor
final class PanelRows {
  /// Draws the screen in at most `rows` rows; `nil` without a screen.
  var screen: ((_ rows: Int) -> [String])? { didSet { update() } }
  /// The current lesson or talk and its step, as rows in order of falling length for narrower windows.
  var lesson: [String] = [] { didSet { update() } }
  /// The key pressed last; empty after text.
  var key = "" { didSet { if showsKeys { update() } } }
  /// Whether pressed keys are shown, for an audience.
  var showsKeys = false { didSet { update() } }
  /// The rows of the watches.
  var watches: [String] = [] { didSet { update() } }
  /// The live graph.
  var graph: DrawnGraph? { didSet { update() } }
  /// The row about the background work; `nil` without any.
  var work: String? { didSet { update() } }
  /// The cells of a character of ambiguous width.
  var cells: @MainActor () -> Int = { 1 }
  /// Whether a person is in the screen, which then has all the room.
  var isInside = false
  private var shown: [String] = []
  private let size: @MainActor () -> Terminal.Size
  private let draw: @MainActor (DrawnGraph) -> String
  private let show: @MainActor ([String]) -> Void

  /// Creates empty rows; `show` receives them after each change.
  init(
    size: @escaping @MainActor () -> Terminal.Size,
    draw: @escaping @MainActor (DrawnGraph) -> String,
    show: @escaping @MainActor ([String]) -> Void
  ) {
    (self.size, self.draw, self.show) = (size, draw, show)
  }

  /// The height of the rows, with the rule above them; at most half of the window.
  var height: Int { shown.isEmpty ? 0 : min(shown.count + 1, size().rows / 2) }

  /// Lays the rows out for the present window: beside a screen the other rows have a third of the height or, with a
  /// graph, half of it or what the screen does not need.
  func update() {
    let room = size().panelRows(isInside: isInside)
    let share =
      switch (screen, graph) {
      case (nil, _): room
      case (_?, nil): max(1, room / 3)
      case (let screen?, _?): max(1, room / 2, room - screen(room).count)
      }
    var others = [place].compactMap(\.self) + watches
    if var graph {
      graph.mostRows = min(graph.mostRows ?? .max, max(1, share - others.count))
      others += draw(graph).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
    }
    if let work { others.append(work) }
    let rows = (screen?(max(1, room - min(others.count, share))) ?? []) + others
    guard rows != shown else { return }
    shown = rows
    show(rows)
  }

  /// The longest fitting row about the lesson or talk, with the key behind it.
  private var place: String? {
    let key = showsKeys && !key.isEmpty ? "[\(key)]" : nil
    let rows = lesson.map { [$0, key].compactMap(\.self).joined(separator: "  ") }
    return rows.first { CellWidth(ambiguous: cells()).of($0) < size().columns } ?? rows.last ?? key
  }
}

extension Session {
  /// The current talk or lesson, as rows in order of falling length for narrower windows.
  var placeRows: [String] { talkRow == nil ? lessonRows : talkRows }
}
